import { enumText } from '../enums'
import { Refusal } from '../refusal'
import { refuseSamePerson, refuseWrongReason, stateRefusal } from './handling-refusal'
import type { LedgerChange } from './ledger-change'
import { isHandled, isOpen, isPaid, type Line } from './line'
import { type BatchFacts, WorkingLedger } from './working-ledger'

/** Undoes what a person did to a line. Paid amounts are cancelled by counter-entries, parts are reversed, and the line returns to its state before. Throws a refusal for the person who did it. */
export const undoHandling = (line: Line, { by, Reason }: { readonly by: string; readonly Reason: string }, facts: BatchFacts): LedgerChange => {
  if (!isHandled(line)) throw stateRefusal(line, '只有已分拆、已改銷、已更正帳號或已作廢的交易可以取消處理')
  refuseWrongReason(Reason)
  refuseSamePerson(by, line.state.handled, '取消')
  const ledger = new WorkingLedger(facts)
  if (isPaid(line)) ledger.counter(line)
  if (line.state.WriteOffStatus === 'Divided') reverseParts(line, ledger)
  ledger.write({ ...line, ...line.state.handled.before })
  return ledger.change()
}

const reverseParts = (line: Line, ledger: WorkingLedger): void => {
  for (const part of ledger.partsOf(line)) {
    if (isPaid(part)) ledger.takeBack(part, null)
    else if (isOpen(part)) ledger.write({ ...part, state: { WriteOffStatus: 'Reversed', PairSerialId: null } })
    // What was done to a part, such as money that was returned, must be undone first. Parts of a division that was undone earlier are reversed.
    else if (part.state.WriteOffStatus !== 'Reversed') throw partRefusal(part)
  }
}

const partRefusal = ({ SerialId, state: { WriteOffStatus } }: Line): Refusal => {
  const advice = WriteOffStatus === 'PendingRelease' ? '請先放行或退回該筆' : '請先取消該筆的處理'
  return new Refusal('2006', `分拆後的交易（序號 ${SerialId}）目前是「${enumText('WriteOffStatus', WriteOffStatus)}」，${advice}，再取消分拆。`)
}
