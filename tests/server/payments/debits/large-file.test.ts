import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/language'
import { maxDebitRecords } from '../../../../src/server/payments/debits/make-file'
import { readMedium } from '../../../support/payments/debit-media'
import { portal } from '../../../support/portal'
import { debitBill, debitsOf, givenDebits } from './debits'

const here = await portal()
await givenDebits(here)
// Its polls would be counted.
await here.stopJobs()

/** Adds copies of a bill, each with an account of its own. */
const addBills = async ({ SerialId }: RecordValues, count: number): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'bill' and column_name not in ('serial_id', 'bill_no', 'vac_account')
      and is_generated = 'NEVER'`.execute(here.db)
  const columns = sql.join(rows.map(({ name }) => sql.id(name)))
  await sql`
    insert into bill (bill_no, vac_account, ${columns})
    select 'L' || n, '7700199' || lpad(n::text, 7, '0'), ${columns}
    from bill, generate_series(1, ${count}::int) n
    where serial_id = ${SerialId}`.execute(here.db)
}

test('a file of thousands of bills is written in parts, and not by a statement for each bill', async () => {
  const count = 6000
  const maker = debitsOf(await here.as('CustomerMaker'))
  await addBills(await debitBill(here), count - 1)
  // The statements of background work would be counted, too.
  await here.stopJobs()
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const answer = await maker.export()
  expect(sent.mock.calls.length).toBeLessThan(count / 50)
  sent.mockRestore()
  const { details, trailer } = readMedium('AchP01', answer.bytes)
  expect(details).toHaveLength(count)
  expect(trailer?.TAMT).toBe(String(count * 1000).padStart(16, '0'))
})

test('a file of authorizations has as many records as fit, and the preview counts the rest', async () => {
  const first = await here.given.payer({
    ...{ PayerId: 'FIRST', PayerType: 'ACH', DebitBankCode: '008', DebitAccount: '123456780000' },
    ...{ DebitIdNo: 'A123456789', DebitUserNo: 'FIRST', DebitAuthStatus: 'None' },
  })
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'payer' and column_name not in ('serial_id', 'payer_id', 'payer_no')
      and is_generated = 'NEVER'`.execute(here.db)
  const columns = sql.join(rows.map(({ name }) => sql.id(name)))
  await sql`
    insert into payer (payer_id, ${columns})
    select 'M' || n, ${columns}
    from payer, generate_series(1, ${maxDebitRecords}::int) n
    where serial_id = ${first.SerialId}`.execute(here.db)
  const maker = await here.as('CustomerMaker')
  const body = { ApplyCode: '77001', TxId: '851' }
  expect((await maker.post('/Ext/BillDesignatedDebitExport/PreviewAuthorization', body)).data).toMatchObject({
    Count: maxDebitRecords,
    RestCount: 1,
    StayOutCount: 0,
  })
})
