/** What a person wants to do with a line that was not written off. */
export type HandlingAction =
  | { readonly action: 'Divide'; readonly parts: readonly DividePart[] }
  | { readonly action: 'ChangeBill'; readonly BillSerialId: number; readonly isOverpaymentConfirmed: boolean }
  | { readonly action: 'ChangeVACAccount'; readonly VACAccount: string }
  | { readonly action: 'Invalid' }

/** A part of a divided line: for a chosen bill, or for an account that is matched. */
export type DividePart = { readonly Amount: number } & ({ readonly BillSerialId: number } | { readonly VACAccount: string })

/** Returns whether the acting person may use an agreement; null stands for no agreement. */
export type AgreementAccess = (applyCode: string | null) => boolean

/** An action with its reason and the person who asks for it. */
export interface Handling {
  readonly request: HandlingAction
  readonly Reason: string
  readonly by: string
}
