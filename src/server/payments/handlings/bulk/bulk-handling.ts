import type { HandlingAction } from '../../../../domain/payments/handling-request'
import { billIdOf, isOpen, type Line } from '../../../../domain/payments/line'
import { Refusal } from '../../../../domain/refusal'
import type { LineVersion } from '../change-line'
import type { BatchPlan, LineRequest } from './plan-batch'

/** The actions that can be performed on many lines at once. */
export type BulkAction = 'ChangeBill' | 'Invalid'

/** What is to be done with many lines. */
export interface BulkHandling {
  readonly action: BulkAction
  readonly Reason: string
}

/** A line that cannot be handled, with its name and the reason. */
export interface RefusedLine {
  readonly SerialId: number
  readonly Name: string
  readonly Message: string
}

/** Returns the request for each line: to invalidate it, or to write it off to the bill that has its account. */
export const requestsFor = ({ action, Reason }: BulkHandling, lines: readonly LineVersion[]): readonly LineRequest[] =>
  lines.map((version) => ({ ...version, Reason, actionOn: (line) => actionOn(line, action) }))

/** Returns the lines of a plan that cannot be handled, as results name them. */
export const refusedLines = ({ refused }: BatchPlan): readonly RefusedLine[] =>
  refused.map(({ SerialId, Name, refusal: { message: Message } }) => ({ SerialId, Name, Message }))

const actionOn = (line: Line, action: BulkAction): HandlingAction => {
  if (action === 'Invalid') return { action }
  const BillSerialId = billIdOf(line)
  const isForOwnBill =
    'ExceptionType' in line.state &&
    ['Overdue', 'UnderPaid'].includes(line.state.ExceptionType) &&
    BillSerialId !== null
  // The domain refuses lines that are not open.
  if (isOpen(line) && !isForOwnBill) throw new Refusal('2006', '只有逾期繳或短繳的交易可以銷回原帳單，請改以單筆處理。')
  return { action, BillSerialId: BillSerialId ?? 0, isOverpaymentConfirmed: false }
}
