import type { Condition, Field, Scalar } from './types'

/** An operation on records in addition to the standard operations, such as 停用 or 下載繳款單. */
export interface Action {
  /** Name in PascalCase. The call that is generated for `set` has this name as the last part of its path. */
  readonly name: string
  readonly label: string
  /** Name of a Material icon listed in `src/admin/icons.ts`. */
  readonly icon?: string
  /**
   * Where the action is offered: `row` on each record, `bulk` on selected records, `page` on the page as a whole,
   * `list` on the list as a whole, for a download of all records that the query of the list finds.
   */
  readonly on: readonly ActionPlace[]
  /** Whether the bulk action can be applied to all records that a query finds, instead of to selected records. */
  readonly overQuery?: boolean
  /** The call that performs the action, such as `PortalUser.Disabled`. An action has either `call` or `set`. */
  readonly call?: string
  /** The values that the server writes into the record, by field name. */
  readonly set?: Readonly<Record<string, SetValue>>
  /**
   * The roles that may use the action.
   * Absent = for `set` every role that may change records, for `call` every role that the contract allows.
   */
  readonly roles?: readonly string[]
  /** The records for which the action is allowed. */
  readonly allowedWhen?: Condition
  /** The question that the user must confirm first; absent = no question. */
  readonly confirm?: TextVariants
  /** Explanation of the consequences, which is shown below the question. */
  readonly text?: string
  /** Fields that the user fills in before the action runs. */
  readonly inputs: readonly Field[]
  /** Whether the action cannot be undone; its button has the colour of warnings. */
  readonly danger: boolean
  readonly success: TextVariants
  readonly failure: TextVariants
  readonly afterwards: AfterwardsStep
}

/** The places where an action can be offered; see `Action.on`. */
export const actionPlaces = ['row', 'bulk', 'page', 'list'] as const
export type ActionPlace = (typeof actionPlaces)[number]

/**
 * A text for one record and a text for several records.
 * `src/schema/text/interpolate.ts` replaces their placeholders.
 */
export interface TextVariants {
  readonly one: string
  readonly many: string
}

/**
 * The value that an action writes into a field: a fixed value, the value of an input, the current day or time, or the
 * id of the user.
 */
export type SetValue =
  | Scalar
  | { readonly input: string }
  | { readonly clock: 'today' | 'now' }
  | { readonly session: 'UserId' }

/**
 * What the screen does after an action: reload the data (`refresh`), return to the list (`list`), save the file that
 * the call returns (`download`), or open a page.
 */
export type AfterwardsStep = (typeof afterwardsSteps)[number] | { readonly page: string }
export const afterwardsSteps = ['refresh', 'list', 'download'] as const
