import { sql } from 'kysely'
import { plainAccount } from '../../../domain/accounts/virtual-account'
import type { Holidays } from '../../../domain/dates/business-days'
import { addDays } from '../../../domain/dates/dates'
import { bookLines } from '../../payments/book-lines'
import { handle, refuse, release, undo } from '../../payments/handlings/handlings'
import { checkerContext, type DemoPortal, makerContext, portalAt } from '../demo-portal'
import { insertRows } from '../insert-rows'
import type { ChannelPayment } from '../simulation/payment'
import { isPostOffice, isStore } from '../simulation/slip'
import type { DemoHandling, LedgerEvent } from './ledger-event'
import { reportedLine } from './reported-line'

/**
 * Books the payments of all agreements as the portal does: all payments that arrived on a morning together.
 * Then handles some of the lines, as people did during that day.
 */
export const bookEvents = async (
  portal: DemoPortal,
  events: readonly LedgerEvent[],
  holidays: Holidays,
): Promise<void> => {
  const { db } = portal.ports
  // Without statistics, PostgreSQL would plan the statements of this transaction for empty tables.
  for (const table of ['bill', 'agreement', 'white_list']) await sql`analyze ${sql.table(table)}`.execute(db)
  const sortedEvents = events.toSorted((a, b) => a.payment.at.localeCompare(b.payment.at))
  const days = [...new Set(sortedEvents.map(arrivalDay))].sort()
  for (const day of days) {
    const arrived = sortedEvents.filter((event) => arrivalDay(event) === day)
    const linesToMatch = arrived
      .filter(({ isNeverMatched }) => !isNeverMatched)
      .map(({ payment }) => reportedLine(payment, holidays))
    const neverMatched = arrived
      .filter(({ isNeverMatched }) => isNeverMatched)
      .map((event) => neverMatchedLine(event, holidays))
    const now = timeOn(day, '06:00', portal)
    await bookLines(db, linesToMatch, { now, user: '' })
    await insertRows(db, 'transaction_line', neverMatched, { user: '', at: now })
    for (const { tenant, payment, handling } of arrived) {
      if (handling) await handleLine(portal, { tenant, serialId: await findLineId(portal, payment), day }, handling)
    }
  }
}

/**
 * Returns the day on whose morning the portal receives a payment.
 * Stores and the post office report in the morning, so it is the day of the report.
 * The bank reports in the evening, so it is the next day.
 */
const arrivalDay = ({ payment: { channel, reportedOn } }: LedgerEvent): string =>
  isStore(channel) || isPostOffice(channel) ? reportedOn : addDays(reportedOn, 1)

/**
 * Returns the line of a payment that is stored without matching.
 * Matching would change its status, and the demo shows the status NotWrittenOff.
 */
const neverMatchedLine = ({ tenant, payment }: LedgerEvent, holidays: Holidays) => ({
  ...reportedLine(payment, holidays),
  ApplyCode: tenant.agreement.applyCode,
  WriteOffStatus: 'NotWrittenOff',
})

/** Returns a time of a day in Taiwan, or the current time if that is earlier. */
const timeOn = (day: string, time: string, { ports }: DemoPortal): string => {
  const [then, now] = [new Date(`${day}T${time}:00+08:00`), ports.clock()]
  return (then < now ? then : now).toISOString()
}

const findLineId = async ({ ports }: DemoPortal, { channel, at, seq, account }: ChannelPayment): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select serial_id as id
    from transaction_line
    where channel_id = ${channel} and trade_date = ${at.slice(0, 10)} and txn_seq = ${seq} and vac_account = ${plainAccount(account)}`.execute(
    ports.db,
  )
  if (!rows[0]) throw new Error(`There is no line of ${account} on ${at}.`)
  return rows[0].id
}

interface ArrivedLine extends Pick<LedgerEvent, 'tenant'> {
  readonly serialId: number
  readonly day: string
}

/** Handles a line as the maker; then refuses, releases or undoes the handling as the checker. */
const handleLine = async (
  portal: DemoPortal,
  { tenant, serialId, day }: ArrivedLine,
  { request, Reason, outcome }: DemoHandling,
): Promise<void> => {
  const maker = makerContext(portalAt(portal, timeOn(day, '10:20', portal)), tenant)
  const checker = checkerContext(portalAt(portal, timeOn(day, '14:40', portal)), tenant)
  await handle(maker, { serialId: serialId }, { request, Reason })
  if (outcome === 'refused') await refuse(checker, { serialId: serialId }, { Reason: '金額與帳單不符，請重新確認' })
  if (outcome === 'done' && tenant.agreement.hasDualControl) await release(checker, { serialId: serialId })
  if (outcome === 'undone') await undo(checker, { serialId: serialId }, { Reason: '改銷錯誤，重新確認中' })
}
