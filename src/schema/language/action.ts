import type { Condition, Field, Scalar } from './types'

/** An operation on records in addition to the standard ones, such as 停用 or 下載繳款單. */
export interface Action {
  /** PascalCase; for an action with `set` also the last part of its path. */
  readonly name: string
  readonly label: string
  /** Name of a Material icon listed in `src/admin/icons.ts`. */
  readonly icon?: string
  /** Where the action is offered: on each record, on several selected records, on the page as a whole, or on the result of the list's query, which it downloads. */
  readonly on: readonly ActionPlace[]
  /** A call of the contract, such as `PortalUser.Disabled`. An action has either `call` or `set`. */
  readonly call?: string
  /** The values that the server writes into the record, by field. */
  readonly set?: Readonly<Record<string, SetValue>>
  /** The roles that may use the action; absent = every role that may change records, and for a call every role that the contract allows. */
  readonly roles?: readonly string[]
  /** The records for which the action is allowed. */
  readonly allowedWhen?: Condition
  /** The question that the user must confirm first; absent = the action runs immediately. */
  readonly confirm?: TextForms
  /** Explains the consequences, below the question. */
  readonly text?: string
  /** Fields of a dialog that the user fills in before the action runs. */
  readonly inputs: readonly Field[]
  /** The action cannot be undone; its button has the colour of warnings. */
  readonly danger: boolean
  readonly success: TextForms
  readonly failure: TextForms
  readonly afterwards: AfterwardsStep
}

export const actionPlaces = ['row', 'bulk', 'page', 'list'] as const
export type ActionPlace = (typeof actionPlaces)[number]

/** A text for one record and a text for several records; see `text/interpolate.ts` for braces and brackets. */
export interface TextForms {
  readonly one: string
  readonly many: string
}

/** The source of the value that an action writes into a field: a fixed value, an input, the clock or the user. */
export type SetValue = Scalar | { readonly input: string } | { readonly clock: 'today' | 'now' } | { readonly session: 'UserId' }

/** What the screen does after an action: reload the data, return to the list, save the file that the call returns, or open a page. */
export type AfterwardsStep = (typeof afterwardsSteps)[number] | { readonly page: string }
export const afterwardsSteps = ['refresh', 'list', 'download'] as const
