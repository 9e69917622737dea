/** An action that a person requests for a line that was not written off. */
export type HandlingAction =
  | { readonly action: 'Divide'; readonly parts: readonly DividePart[] }
  | { readonly action: 'ChangeBill'; readonly BillSerialId: number; readonly isOverpaymentConfirmed: boolean }
  | { readonly action: 'ChangeVACAccount'; readonly VACAccount: string }
  | { readonly action: 'Invalid' }

/** A part of a divided line: it pays a chosen bill, or is matched by its own account. */
export type DividePart = { readonly Amount: number } & (
  | { readonly BillSerialId: number }
  | { readonly VACAccount: string }
)

/** Checks whether a person may use an agreement; null stands for no agreement. */
export type AgreementAccess = (applyCode: string | null) => boolean

/** A requested action, with its reason and the person who requests it. */
export interface Handling {
  readonly request: HandlingAction
  readonly Reason: string
  readonly by: string
  /** Whether `by` is a user of the bank, who corrected the account of a line without an agreement. */
  readonly isByBank?: boolean | undefined
}
