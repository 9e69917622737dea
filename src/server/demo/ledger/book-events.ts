import { sql } from 'kysely'
import { plainAccount } from '../../../domain/accounts/virtual-account'
import type { Holidays } from '../../../domain/dates/business-days'
import { addDays } from '../../../domain/dates/dates'
import { bookLines } from '../../payments/book-lines'
import { handle, refuse, release, undo } from '../../payments/handlings/handlings'
import { insertRows } from '../insert-rows'
import type { ChannelPayment } from '../simulation/payment'
import { isPost, isStore } from '../simulation/slip'
import { checkerContext, type DemoWork, makerContext, workAt } from '../uploads'
import type { DemoHandling, LedgerEvent } from './ledger-event'
import { reportedLine } from './reported-line'

/** Books the payments of all agreements with the functions of the portal, grouped by the morning of their arrival. During the day, people handle some of the lines. */
export const bookEvents = async (work: DemoWork, events: readonly LedgerEvent[], holidays: Holidays): Promise<void> => {
  const { db } = work.ports
  // Statements of this transaction would otherwise be planned for empty tables.
  for (const table of ['bill', 'agreement', 'white_list']) await sql`analyze ${sql.table(table)}`.execute(db)
  const inOrder = events.toSorted((a, b) => a.payment.at.localeCompare(b.payment.at))
  const days = [...new Set(inOrder.map(arrivalDay))].sort()
  for (const day of days) {
    const arrived = inOrder.filter((event) => arrivalDay(event) === day)
    const matched = arrived.filter(({ isWaiting }) => !isWaiting).map(({ payment }) => reportedLine(payment, holidays))
    const waiting = arrived.filter(({ isWaiting }) => isWaiting).map(waitingLine(holidays))
    const now = timeOn(day, '06:00', work)
    await bookLines(db, matched, { now, user: '' })
    await insertRows(db, 'transaction_line', waiting, { user: '', at: now })
    for (const { owner, payment, handling } of arrived) {
      if (handling) await handleAs(work, { owner, serialId: await lineOf(work, payment), day }, handling)
    }
  }
}

/** Returns the day on which a payment reaches the portal in the morning: stores and the post office report a day later, the bank in the evening. */
const arrivalDay = ({ payment: { channel, reportedOn } }: LedgerEvent): string => (isStore(channel) || isPost(channel) ? reportedOn : addDays(reportedOn, 1))

const waitingLine =
  (holidays: Holidays) =>
  ({ owner, payment }: LedgerEvent) => ({ ...reportedLine(payment, holidays), ApplyCode: owner.agreement.applyCode, WriteOffStatus: 'NotWrittenOff' })

/** Returns a time on a day, in Taiwan; the present time if that is in the future. */
const timeOn = (day: string, time: string, { ports }: DemoWork): string => {
  const [then, now] = [new Date(`${day}T${time}:00+08:00`), ports.clock()]
  return (then < now ? then : now).toISOString()
}

const lineOf = async ({ ports }: DemoWork, { channel, at, seq, account }: ChannelPayment): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select serial_id as id
    from transaction_line
    where channel_id = ${channel} and trade_date = ${at.slice(0, 10)} and txn_seq = ${seq} and vac_account = ${plainAccount(account)}`.execute(ports.db)
  if (!rows[0]) throw new Error(`There is no line of ${account} on ${at}.`)
  return rows[0].id
}

interface ArrivedLine extends Pick<LedgerEvent, 'owner'> {
  readonly serialId: number
  readonly day: string
}

/** Handles a line as a maker, and ends the handling as the second person. */
const handleAs = async (work: DemoWork, { owner, serialId, day }: ArrivedLine, { request, Reason, ending }: DemoHandling): Promise<void> => {
  const maker = makerContext(workAt(work, timeOn(day, '10:20', work)), owner)
  const checker = checkerContext(workAt(work, timeOn(day, '14:40', work)), owner)
  await handle(maker, serialId, { request, Reason })
  if (ending === 'refused') await refuse(checker, serialId)
  if (ending === 'done' && owner.agreement.dualControl) await release(checker, serialId)
  if (ending === 'undone') await undo(checker, serialId, { Reason: '改銷錯誤，重新確認中' })
}
