import { enumText } from '../enums'
import { Refusal } from '../refusal'
import { requireReason, stateRefusal } from './handling-refusal'
import type { AgreementAccess } from './handling-request'
import type { LedgerChange } from './ledger-change'
import { billIdOf, type CompletedHandling, type HandledState, isHandled, isOpen, type Line, paysBill } from './line'
import { type BatchFacts, WorkingLedger } from './working-ledger'

/** The facts about a line whose handling a person undoes. */
export interface UndoFacts extends BatchFacts {
  /** The agreements that the person may use. */
  readonly canUse: AgreementAccess
  /** Whether the company has another user who may undo the handling. Default: true. */
  readonly hasOtherPerson?: boolean
}

/**
 * Undoes the handling of a line.
 * The entry of the line is countered, its parts are reversed, and the line returns to its previous state, or is paired
 * with a reversal that has arrived since.
 * Throws a refusal for the persons who requested and who released the handling, and for a person who may not use the
 * previous agreement of the line or the agreement of a part.
 */
export const undoHandling = (
  line: Line,
  { by, Reason }: { readonly by: string; readonly Reason: string },
  facts: UndoFacts,
): LedgerChange => {
  const change = planUndo(line, by, facts)
  requireReason(Reason)
  return change
}

/** Returns what undoing the handling of a line would do. Throws a refusal if the person may not undo it. */
export const planUndo = (
  line: Line,
  by: string,
  { canUse, hasOtherPerson = true, ...facts }: UndoFacts,
): LedgerChange => {
  if (!isHandled(line)) throw stateRefusal(line, '只有已分拆、已改銷、已更正帳號或已作廢的交易可以取消處理')
  requireUninvolved(by, line.state.handled, hasOtherPerson)
  const ledger = new WorkingLedger(facts)
  requireUsableAgreements(line, ledger, canUse)
  if (paysBill(line)) ledger.addCounterEntry(line)
  if (line.state.WriteOffStatus === 'Divided') reverseParts(line, ledger)
  ledger.restore({ ...line, ...line.state.handled.before })
  return ledger.change()
}

const requireUninvolved = (person: string, handled: CompletedHandling, hasOtherPerson: boolean): void => {
  const isHandler = person === handled.by && !handled.isByBank
  if (!isHandler && person !== handled.checker) return
  const advice = hasOtherPerson
    ? ''
    : '貴公司目前沒有其他可取消的人員，須有第二位「企業管理者」或「主管（放行）」，請先於使用者管理新增。'
  throw new Refusal('2006', `這筆處理由您${isHandler ? '提出' : '放行'}，須由另一人取消。${advice}`)
}

const requireUsableAgreements = (line: Line<HandledState>, ledger: WorkingLedger, canUse: AgreementAccess): void => {
  const parts = ledger.partsOf(line).filter(({ state }) => state.WriteOffStatus !== 'Reversed')
  // A line that the bank assigned to an agreement returns to the bank.
  const previousCodes = line.state.handled.isByBank ? [] : [line.state.handled.before.ApplyCode]
  const codes = [...previousCodes, ...parts.map(({ ApplyCode }) => ApplyCode)]
  if (!codes.every(canUse)) throw new Refusal('2006', '這筆處理涉及您不能使用的委託單位，請由可使用的人員或銀行取消。')
}

const reverseParts = (line: Line, ledger: WorkingLedger): void => {
  for (const part of ledger.partsOf(line)) {
    if (paysBill(part)) ledger.reversePayment(part, null)
    else if (isOpen(part))
      ledger.write({ ...part, state: { WriteOffStatus: 'Reversed', PairSerialId: null, BillSerialId: billIdOf(part) } })
    // The handling of a part must be undone first. Parts of an earlier division that was undone are already reversed.
    else if (part.state.WriteOffStatus !== 'Reversed') throw partRefusal(part)
  }
}

const partRefusal = ({ SerialId, state: { WriteOffStatus } }: Line): Refusal => {
  const advice = WriteOffStatus === 'PendingRelease' ? '請先放行或退回該筆' : '請先取消該筆的處理'
  return new Refusal(
    '2006',
    `分拆後的交易（序號 ${SerialId}）目前是「${enumText('WriteOffStatus', WriteOffStatus)}」，${advice}，再取消分拆。`,
  )
}
