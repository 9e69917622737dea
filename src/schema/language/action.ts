import type { Condition, Field, Scalar } from './types'

/** Something that can be done with records besides writing them, such as 停用 or 下載繳款單. */
export interface Action {
  /** PascalCase; for an action with `set` also the last part of its path. */
  readonly name: string
  readonly label: string
  /** Name of a Material icon listed in `src/admin/icons.ts`. */
  readonly icon?: string
  /** Offered on a record, on several selected records, or on the page as a whole. */
  readonly on: readonly ActionPlace[]
  /** A call of the contract, such as `PortalUser.Disabled`. Either this or `set`. */
  readonly call?: string
  /** What the generic engine writes into the record. */
  readonly set?: Readonly<Record<string, SetValue>>
  /** The roles that may use it; absent = every role that may change records, and for a call every role that the contract allows. */
  readonly roles?: readonly string[]
  /** The records for which it is allowed. */
  readonly allowedWhen?: Condition
  /** The question before it runs; absent = it runs at once. */
  readonly confirm?: TextForms
  /** Explains the consequences, below the question. */
  readonly text?: string
  /** Fields of a dialog that the user fills in first. */
  readonly inputs: readonly Field[]
  /** The action cannot be undone; its button has the colour of warnings. */
  readonly danger: boolean
  readonly success: TextForms
  readonly failure: TextForms
  readonly afterwards: AfterwardsStep
}

export const actionPlaces = ['row', 'bulk', 'page'] as const
export type ActionPlace = (typeof actionPlaces)[number]

/** A text for one record and a text for several records; see `text/interpolate.ts` for braces and brackets. */
export interface TextForms {
  readonly one: string
  readonly many: string
}

/** The source of the value that an action writes into a field: a fixed value, an input, the clock or the user. */
export type SetValue = Scalar | { readonly input: string } | { readonly clock: 'today' | 'now' } | { readonly session: 'UserId' }

/** The next step of the screen after an action; for `download` it saves the file that the call returns. */
export type AfterwardsStep = (typeof afterwardsSteps)[number] | { readonly page: string }
export const afterwardsSteps = ['refresh', 'list', 'download'] as const
