import { type BillFacts, whyClosed } from '../../domain/bill'
import { Refusal } from '../../domain/refusal'

/** Refuses, in the caller's sentence, what only a bill that takes money allows. */
export const requireOpenBill = (bill: Parameters<typeof whyClosed>[0], sentences: Readonly<Record<'void' | 'paid', string>>): void => {
  const reason = whyClosed(bill)
  if (reason !== null) throw new Refusal('2006', sentences[reason])
}

/** The facts of a bill as its record has them. */
export const billFacts = ({ BillState, PaidAmount, ShouldPayAmount }: Readonly<Record<string, unknown>>): Omit<BillFacts, 'PaymentEndDate'> => ({
  BillState: BillState === 'Void' ? 'Void' : 'Active',
  PaidAmount: Number(PaidAmount),
  ShouldPayAmount: Number(ShouldPayAmount),
})
