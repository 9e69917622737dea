import { sql } from 'kysely'
import { afterEach, expect, inject, test } from 'vitest'
import type { ReportedLine } from '../../../src/server/payments/book-lines'
import { portal } from '../../support/portal'
import { book, givenAgreements, givenBill, lineOnRecord, paidOn, reported } from './support/booking'
import { expectCorrectLedger } from './support/persons'

const here = await portal()
await givenAgreements(here)

afterEach(() => expectCorrectLedger(here))

// Locks need several connections; the embedded database has one.
const onServer = test.runIf(inject('databaseUrl') !== '')

/** Books lines, each in a transaction of its own, while another transaction holds their bill. */
const bookedBehindLock = async (billId: unknown, ...lines: readonly ReportedLine[]) => {
  const { booked } = await here.db.transaction().execute(async (trx) => {
    await sql`select from bill where serial_id = ${Number(billId)} for update`.execute(trx)
    const waiting: ReturnType<typeof book>[] = []
    for (const line of lines) {
      waiting.push(book(here, line))
      await expect.poll(waitingTransactions).toBe(waiting.length)
    }
    return { booked: Promise.all(waiting) }
  })
  return (await booked).map(({ serialIds }) => serialIds[0])
}

const waitingTransactions = async (): Promise<number | undefined> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    here.db,
  )
  return rows[0]?.count
}

onServer.each(['the payment', 'its reversal'])(
  'a payment and its reversal wait for the same bill: they are a pair if %s comes first',
  async (first) => {
    const bill = await givenBill(here)
    const payment = reported({ VACAccount: String(bill.VACAccount) })
    const reversal: ReportedLine = { ...payment, AmountSign: 'Minus' }
    const ids = await bookedBehindLock(
      bill.SerialId,
      ...(first === 'the payment' ? [payment, reversal] : [reversal, payment]),
    )
    expect(await lineOnRecord(here, ids[0])).toMatchObject({ write_off_status: 'Reversed', pair_serial_id: ids[1] })
    expect(await lineOnRecord(here, ids[1])).toMatchObject({ write_off_status: 'Reversed', pair_serial_id: ids[0] })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0, entries: 0 })
  },
)
