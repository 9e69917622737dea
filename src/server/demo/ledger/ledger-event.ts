import type { HandlingAction } from '../../../domain/payments/handling-request'
import type { ChannelPayment } from '../simulation/payment'
import type { DemoOwner } from '../uploads'

/** A payment, and how people handled it after it was booked. */
export interface LedgerEvent {
  readonly owner: DemoOwner
  readonly payment: ChannelPayment
  readonly handling?: DemoHandling
  /** Whether the line has arrived without being matched. */
  readonly isWaiting?: boolean
}

/** What a maker did with a line, and how that handling ended. Where a second person is needed, `done` includes the release. */
export interface DemoHandling {
  readonly request: HandlingAction
  readonly Reason: string
  readonly ending: 'done' | 'proposed' | 'refused' | 'undone'
}
