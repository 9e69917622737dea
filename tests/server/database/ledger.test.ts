import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../src/server/ports'
import { addPayment, counterPayment } from '../../support/payments/entries'
import { portal } from '../../support/portal'

let db: Db

beforeEach(async () => {
  db = (await portal()).db
})

const run = (statement: string) => sql.raw(statement).execute(db)
const bill = { SerialId: 1 }

/** Adds a line that paid bill 1 and returns its serial id. */
const addLine = async (values: {
  amount: number
  at: string
  channel?: string
  fee?: number
  bearer?: string
  status?: string
  exception?: string
}): Promise<number> => {
  const { amount, at, channel = '06', fee = 10, bearer = 'Deduct', status = 'WrittenOff', exception = null } = values
  const { rows } = await sql<{ id: number }>`
    insert into transaction_line (channel_id, trade_date, trade_time, txn_seq, vac_account, amount_sign, amount, channel_fee, fee_bear_type, bill_serial_id,
      write_off_status, exception_type, create_user, create_time, update_user, update_time)
    select ${channel}, ${at.slice(0, 10)}::date, ${at.slice(11)}, 'S' || count(*), '77001260001235', 'Plus', ${amount}, ${fee}, ${bearer}, 1, ${status}, ${exception}, '', now(), '', now()
    from transaction_line
    returning serial_id as id`.execute(db)
  return rows[0]?.id ?? 0
}

test('a line without an amount, with an unknown state, or an exception without a type is refused', async () => {
  const at = '2026-11-11 101530'
  await expect(addLine({ amount: 0, at })).rejects.toThrow(/transaction_line_amount/)
  await expect(addLine({ amount: 1, at, status: 'Paid' })).rejects.toThrow(/transaction_line_state/)
  await expect(addLine({ amount: 1, at, status: 'Exception' })).rejects.toThrow(/transaction_line_exception/)
  const line = await addLine({ amount: 1, at })
  await expect(run(`update transaction_line set amount_sign = '-' where serial_id = ${line}`)).rejects.toThrow(
    /transaction_line_sign/,
  )
  await expect(run(`update transaction_line set pair_serial_id = 1 where serial_id = ${line}`)).rejects.toThrow(
    /transaction_line_pair/,
  )
})

test('entries are never changed or deleted', async () => {
  const payment = await addPayment(db, bill, 400)
  const changed = [
    'update payment set amount = 500',
    `update payment set receipt_no = 'X' where payment_id = ${payment}`,
  ]
  for (const statement of [...changed, 'delete from payment', 'truncate payment'])
    await expect(run(statement), statement).rejects.toThrow(
      'Entries are never changed or deleted. Add a counter-entry.',
    )
  expect(await db.selectFrom('payment').select(['amount', 'receipt_no']).execute()).toEqual([
    { amount: 400, receipt_no: 'R1' },
  ])
})

const insert = (columns: string, values: string) =>
  run(
    `insert into payment (bill_serial_id, paid_time, channel_id, receipt_no, ${columns}) values (1, now(), '06', 'R', ${values})`,
  )

test('an entry has a positive amount, or a negative one that counters another entry', async () => {
  const payment = await addPayment(db, bill, 400)
  await expect(insert('amount', '0')).rejects.toThrow(/payment_sign/)
  await expect(insert('amount', '-400')).rejects.toThrow(/payment_sign/)
  await expect(insert('amount, counters_payment_id', `400, ${payment}`)).rejects.toThrow(/payment_sign/)
  await insert('amount, counters_payment_id', `-400, ${payment}`)
})

test('a payment is countered once', async () => {
  const payment = await addPayment(db, bill, 400)
  await counterPayment(db, payment)
  await expect(counterPayment(db, payment)).rejects.toThrow(/payment_counters/)
})

test('an entry belongs to a line or to a collection, not to both', async () => {
  await insert('amount, line_serial_id', '400, 1')
  await insert('amount, collection_serial_id', '400, 1')
  await expect(insert('amount, line_serial_id, collection_serial_id', '400, 1, 1')).rejects.toThrow(/payment_source/)
})

test('every entry gets a public id that cannot be guessed from its number', async () => {
  await insert('amount', '400')
  await insert('amount', '400')
  const ids = (await db.selectFrom('payment').select('detail_id').execute()).map(({ detail_id }) => detail_id)
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(new Set(ids).size).toBe(2)
})

test('only the latest handling of a line is proposed or done', async () => {
  const handle = (line: number, state: string) =>
    run(
      `insert into line_handling (line_serial_id, request, reason, user_id, at, state, before) values (${line}, '{}', '', 'maker01', now(), '${state}', '{}')`,
    )
  for (const state of ['Refused', 'Undone', 'Refused', 'Proposed']) await handle(1, state)
  await expect(handle(1, 'Done')).rejects.toThrow(/line_handling_current/)
  await handle(1, 'Refused')
  await handle(2, 'Done')
  await expect(handle(3, 'Released')).rejects.toThrow(/line_handling_state_check/)
})
