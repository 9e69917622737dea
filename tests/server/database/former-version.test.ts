import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { laterTables, migrate } from '../../../src/server/database/migrations'
import { loadLines } from '../../../src/server/payments/ledger-store'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import type { Db } from '../../../src/server/ports'
import { restoreServer } from '../../../src/tools/backup/postgres'
import { databaseAddress } from '../../support/database/database'
import { portal } from '../../support/portal'
import { login } from '../accounts/sign-in'

// Both files hold the same small portal of commit 6711bfb, the last without migrations: one company with an agreement, a payer, a bill, a fee and a user who
// has signed in and chosen a password. The server's is from `npm run backup`; the embedded engine's own backup would be 3.6 MB, so its tables and rows stand in the SQL file.
const formerData = async (db: Db): Promise<void> => {
  if (inject('databaseUrl')) return restoreServer({ url: await databaseAddress(db) }, `${import.meta.dirname}/former-version.backup`)
  for (const statement of readFileSync(`${import.meta.dirname}/former-version.sql`, 'utf8').split(/(?<=;)\n/)) await sql.raw(statement).execute(db)
}

test('a backup of the previous version can be restored: its user signs in, reads the records and writes them', async () => {
  const here = await portal({ former: formerData })
  const { data, code } = await login(here, { Mima: 'Green4Tiger!' })
  expect(code).toBe('0000')
  const as = here.request
  const token = data.JWTToken
  const fee = await as('GET', '/fee/1', { token })
  expect(fee.data).toMatchObject({ FeeCode: 'F1', DefaultAmount: 1200 })
  expect(await here.db.selectFrom('bill').select(['apply_code', 'should_pay_amount']).execute()).toEqual([{ apply_code: '77001', should_pay_amount: 1000 }])
  const changed = await as('PUT', '/fee/1', { token, body: { ...fee.data, DefaultAmount: 1300 } })
  expect(changed.data).toMatchObject({ DefaultAmount: 1300 })
  const added = await as('POST', '/fee', {
    token,
    body: { ApplyCode: '77001', FeeCode: 'F2', FeeName: '清潔費', DefaultAmount: 100, SortNo: 2, FeeStatus: 'Active' },
  })
  expect([added.code, added.data.SerialId]).toEqual(['0000', 2])
  const trail = await here.db.selectFrom('audit_log').select(['user_id', 'action']).where('resource', '=', 'fee').orderBy('id').execute()
  expect(trail.map(({ action }) => action)).toEqual(['Create', 'Update', 'Create'])
})

test('payments of the previous version keep their ids, get their lines, and are counted', async () => {
  const paid = async (db: Db): Promise<void> => {
    await formerData(db)
    await sql`
      insert into transaction_line (channel_id, trade_date, trade_time, amount, channel_fee, fee_bear_type, bill_serial_id, write_off_status, create_user, create_time, update_user, update_time)
      select '06', date '2026-11-10', '091530', 1000, 10, 'Deduct', serial_id, 'WrittenOff', '', now(), '', now() from bill`.execute(db)
    await sql`
      insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
      select 'D1', serial_id, 1000, '2026-11-10T01:15:30Z', '06', 'R1' from bill`.execute(db)
  }
  const { db } = await portal({ former: paid })
  const [line] = await db.selectFrom('transaction_line').select(['serial_id', 'currency_type']).execute()
  expect(line?.currency_type).toBe('TWD')
  expect(await db.selectFrom('payment').select(['payment_id', 'detail_id', 'line_serial_id', 'counters_payment_id']).execute()).toEqual([
    { payment_id: 1, detail_id: 'D1', line_serial_id: line?.serial_id, counters_payment_id: null },
  ])
  expect(await db.selectFrom('payment_tally').select(['channel_id', 'payment_count', 'amount']).execute()).toEqual([
    { channel_id: '06', payment_count: 1, amount: 1000 },
  ])
})

test('what persons did with lines of the previous version is on record, and the ledger is correct', async () => {
  const handled = async (db: Db): Promise<void> => {
    await formerData(db)
    await sql`update bill set paid_amount = 1200, pay_status = 'OverPaid'`.execute(db)
    await sql`
      insert into transaction_line (channel_id, trade_date, trade_time, txn_seq, vac_account, amount_sign, amount, channel_fee, fee_bear_type, bill_serial_id,
        write_off_status, handle_user, handle_time, handle_reason, create_user, create_time, update_user, update_time)
      select '06', date '2026-11-10', '091530', no::text, b.vac_account, 'Plus', 1200, 10, 'Deduct', b.serial_id,
        status, 'maker01', now(), '繳款人確認溢繳', '', now(), '', now()
      from bill b, (values (1, 'ChangedBill'), (2, 'Invalid')) s (no, status)`.execute(db)
    await sql`
      insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
      select 'D1', serial_id, 1200, '2026-11-10T01:15:30Z', '06', 'R1' from bill`.execute(db)
  }
  const { db } = await portal({ former: handled })
  expect(await verifyLedger(db)).toEqual([])
  const lines = await loadLines(db, [1, 2])
  expect(lines.map(({ state }) => 'handled' in state && [state.WriteOffStatus, state.handled.by, state.handled.Reason])).toEqual([
    ['ChangedBill', 'maker01', '繳款人確認溢繳'],
    ['Invalid', 'maker01', '繳款人確認溢繳'],
  ])
})

// The embedded engine replaces its whole folder.
const onServer = test.runIf(inject('databaseUrl') !== '')

onServer('of the portal that a restored backup replaces, no row of a later table remains', async () => {
  const replaced = async (db: Db): Promise<void> => {
    await migrate(db)
    await sql`insert into slip_file (resource, serial_id, file_id, expire_date) values ('makePDFList', 1, 'f', '2026-12-31')`.execute(db)
    await sql`create table bank_file (serial_id bigint primary key, file_hash text)`.execute(db)
    await sql`insert into bank_file values (1, 'a')`.execute(db)
    await sql`insert into notice_unsubscription (uniform_no, address_hash, unsubscribe_time) values ('90000017', 'a', now())`.execute(db)
    await formerData(db)
  }
  const { db } = await portal({ former: replaced })
  for (const table of ['slip_file', 'notice_unsubscription', 'bank_file'] as const) expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

test('the list of later tables has every table that the migrations after the first one create', () => {
  const folder = join(import.meta.dirname, '../../../src/server/database/migrations')
  const files = readdirSync(folder).filter((file) => /^\d/.test(file) && !file.startsWith('0001'))
  const created = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
  )
  expect([...laterTables].sort()).toEqual(created.sort())
})
