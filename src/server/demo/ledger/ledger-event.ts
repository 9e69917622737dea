import type { HandlingAction } from '../../../domain/payments/handling-request'
import type { DemoTenant } from '../demo-portal'
import type { ChannelPayment } from '../simulation/payment'

/** A payment, and how people handled it after it was booked. */
export interface LedgerEvent {
  readonly tenant: DemoTenant
  readonly payment: ChannelPayment
  readonly handling?: DemoHandling
  /** Whether the portal has only stored the line of the payment, and never matched it. */
  readonly isNeverMatched?: boolean
}

/**
 * How a person handled a line, and what became of the handling.
 * If the agreement requires a second person, `done` includes the release by that person.
 */
export interface DemoHandling {
  readonly request: HandlingAction
  readonly Reason: string
  readonly outcome: 'done' | 'proposed' | 'refused' | 'undone'
}
