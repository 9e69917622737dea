import type { Condition, Field, Scalar } from './types'

/** Something that can be done with records beside writing them, such as 停用 or 下載繳款單. */
export interface Action {
  /** PascalCase; of a change that the file itself describes also the last part of its path. */
  readonly name: string
  readonly label: string
  /** Name of a Material icon listed in `src/admin/icons.ts`. */
  readonly icon?: string
  /** On a record, on several chosen ones, on the page as a whole. */
  readonly on: readonly ActionPlace[]
  /** A call of the contract, such as `PortalUser.Disabled`. Either this or `set`. */
  readonly call?: string
  /** What the generic engine writes into the record. */
  readonly set?: Readonly<Record<string, SetValue>>
  /** The roles that may use it; absent = users who may change records, and for a call those that the contract allows. */
  readonly roles?: readonly string[]
  /** Which records it can be done with. */
  readonly allowedWhen?: Condition
  /** The question before it is done; none = it is done at once. */
  readonly confirm?: TextForms
  /** What follows from it, below the question. */
  readonly text?: string
  /** What people are asked for; a dialog with these fields. */
  readonly inputs: readonly Field[]
  /** Cannot be undone; shown in the colour of warnings. */
  readonly danger: boolean
  readonly success: TextForms
  readonly failure: TextForms
  readonly afterwards: ActionOutcome
}

export const actionPlaces = ['row', 'bulk', 'page'] as const
export type ActionPlace = (typeof actionPlaces)[number]

/** A text about one record and one about several; see `text/interpolate.ts` for braces and brackets. */
export interface TextForms {
  readonly one: string
  readonly many: string
}

/** What an action writes into a field: a fixed value, an input, the clock, the user. */
export type SetValue = Scalar | { readonly input: string } | { readonly clock: 'today' | 'now' } | { readonly session: 'UserId' }

/** What the screen does afterwards; the response of a call may be a file to save. */
export type ActionOutcome = (typeof actionOutcomes)[number] | { readonly page: string }
export const actionOutcomes = ['refresh', 'list', 'download'] as const
