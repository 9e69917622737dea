import { type HandlingFacts, handleLine } from '../../../../src/domain/payments/handle-line'
import type { HandlingAction } from '../../../../src/domain/payments/handling-request'
import type { LedgerChange } from '../../../../src/domain/payments/ledger-change'
import type { ExceptionType, Line, LineFacts, LineState } from '../../../../src/domain/payments/line'
import { Refusal } from '../../../../src/domain/refusal'
import { accounts, agreement, anyAgreement, bill, facts, line } from './samples'

export const exception = (ExceptionType: ExceptionType, differences: Partial<LineFacts> = {}): Line => ({
  ...line,
  ApplyCode: '77001',
  ...differences,
  state: { WriteOffStatus: 'Exception', ExceptionType, BillSerialId: null },
})
export const waiting = exception('BillNotFound', { VACAccount: accounts[3] })
export const secondBill = {
  ...bill,
  SerialId: 7002,
  VACAccount: accounts[1],
  ShouldPayAmount: 400,
  AllowPartial: false,
}
export const known: HandlingFacts = {
  ...facts,
  bills: [{ ...bill, ShouldPayAmount: 600 }, secondBill],
  newSerialIds: [11101, 11102, 11103],
  canUse: anyAgreement,
}
export const dual: HandlingFacts = { ...known, agreements: [{ ...agreement, DualControl: true }] }
export const twoBills: HandlingAction = {
  action: 'Divide',
  parts: [
    { BillSerialId: 7001, Amount: 600 },
    { BillSerialId: 7002, Amount: 400 },
  ],
}
export const toBill = (BillSerialId: number, isOverpaymentConfirmed = false): HandlingAction => ({
  action: 'ChangeBill',
  BillSerialId,
  isOverpaymentConfirmed,
})
export const toAccount = (VACAccount: string): HandlingAction => ({ action: 'ChangeVACAccount', VACAccount })
export const handling = (request: HandlingAction) => ({ request, Reason: '繳款人誤植帳號', by: 'maker01' })

export const handle = (request: HandlingAction, of: Line = waiting, on: HandlingFacts = known) =>
  handleLine(of, handling(request), on)

/** Returns the states of the changed lines by serial id. */
export const states = ({ lines }: LedgerChange): Readonly<Record<number, LineState['WriteOffStatus']>> =>
  Object.fromEntries(lines.map(({ SerialId, state }) => [SerialId, state.WriteOffStatus]))

/** Returns the entries as line, bill, amount, and the paid amount of the bill after them. */
export const entries = ({ postings }: LedgerChange) =>
  postings.map(({ LineSerialId, BillSerialId, Amount, PaidAmount }) => [LineSerialId, BillSerialId, Amount, PaidAmount])

export const refusalOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.message}`
    throw error
  }
  return 'not refused'
}

export const handled = (change: LedgerChange): Line => {
  const found = change.lines.find(({ SerialId }) => SerialId === line.SerialId)
  if (!found) throw new Error('The line did not change')
  return found
}
