import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { isAccount } from '../../../src/domain/accounts/virtual-account'
import { enums } from '../../../src/domain/enums'
import { demoCompanies } from '../../../src/server/demo/companies'
import { seedDemo } from '../../../src/server/demo/seed'
import { rematchLines } from '../../../src/server/payments/rematch'
import { refreshRecentRemittanceChecks } from '../../../src/server/payments/remittances/check'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import { uploadBankFile } from '../../support/payments/bank-file-upload'
import { type Portal, portal } from '../../support/portal'

const seeded = async (at?: string) => {
  const here = await portal()
  if (at) here.clock.set(at)
  expect(await seedDemo(here)).toBe(true)
  return here
}

let here: Portal
beforeAll(async () => {
  here = await seeded()
})

type Rows = readonly Readonly<Record<string, unknown>>[]
const all = async ({ db }: Pick<Portal, 'db'>, table: string): Promise<Rows> =>
  (await sql<Record<string, unknown>>`select t.* from ${sql.id(table)} t order by 1, t::text`.execute(db)).rows

/** Returns the write-off states and kinds of exceptions that no line has. */
const missingKinds = async (portal: Pick<Portal, 'db'>): Promise<readonly string[]> => {
  const found = new Set(
    (await all(portal, 'transaction_line')).flatMap((line) => [line.write_off_status, line.exception_type]),
  )
  return [...Object.keys(enums.WriteOffStatus), ...Object.keys(enums.ExceptionType)].filter((kind) => !found.has(kind))
}

test('the ledger of the demo verifies, and the transaction list explains every payment', async () => {
  expect(await verifyLedger(here.db)).toEqual([])
  const unexplained =
    await sql`select 1 from payment where line_serial_id is null and collection_serial_id is null`.execute(here.db)
  expect(unexplained.rows).toEqual([])
})

test('every write-off state and every kind of exception occurs, without and with a second person', async () => {
  expect(await missingKinds(here)).toEqual([])
  const handlings = await all(here, 'line_handling')
  expect(new Set(handlings.map(({ state }) => state))).toEqual(new Set(['Proposed', 'Refused', 'Done', 'Undone']))
  expect(new Set(handlings.map(({ request }) => (request as { action: string }).action))).toEqual(
    new Set(Object.keys(enums.ExceptionAction)),
  )
  expect(handlings.filter(({ state, checker }) => state === 'Done' && checker !== null).length).toBeGreaterThan(0)
})

test('lines arrive on the morning after their day, and nothing happens in the future', async () => {
  const wrong = await sql`
    select serial_id
    from transaction_line
    where parent_serial_id is null and (
        (create_time at time zone 'Asia/Taipei')::date <> greatest(trans_date, trade_date + 1)
        or greatest(create_time, write_off_time, handle_time) > ${here.clock().toISOString()}::timestamptz or write_off_time < create_time
      )`.execute(here.db)
  expect(wrong.rows).toEqual([])
})

test('each exception has the cause that its kind names', async () => {
  const wrong = await sql<{ exception_type: string }>`
    select t.exception_type, t.vac_account
    from transaction_line t
    left join bill b on b.serial_id = t.bill_serial_id
    where t.exception_type is not null and not case t.exception_type
      when 'OverPaid' then t.amount > b.should_pay_amount - b.paid_amount
      when 'UnderPaid' then t.amount < b.should_pay_amount - b.paid_amount
      when 'Duplicate' then b.pay_status = 'Paid'
      when 'BillVoided' then b.bill_state = 'Void'
      when 'Overdue' then t.trade_date > b.payment_end_date
      when 'Reversal' then t.amount_sign = 'Minus' and b.paid_amount = 0
      when 'Incident' then (select a.use_white_list from agreement a where a.apply_code = t.apply_code)
      when 'ChannelDisabled' then not (select c.channels ? t.channel_id from bill_category c where c.apply_code = b.apply_code and c.bill_category_code = b.bill_category_code)
      else t.bill_serial_id is null and not exists (select 1 from bill o where o.vac_account = t.vac_account)
    end`.execute(here.db)
  expect(wrong.rows).toEqual([])
  const agreements = new Map(
    demoCompanies.flatMap((company) => company.agreements).map((agreement) => [agreement.applyCode, agreement]),
  )
  const strange = (await all(here, 'transaction_line')).filter((row) =>
    ['VACInvalid', 'BillNotFound'].includes(String(row.exception_type)),
  )
  for (const row of strange) {
    const agreement = agreements.get(String(row.apply_code))
    if (!agreement) throw new Error('A line without an agreement.')
    const rule = { ...agreement, length: agreement.vacLength, amount: Number(row.amount), dueDate: null }
    expect([row.exception_type, isAccount(String(row.vac_account), rule)]).toEqual([
      row.exception_type,
      row.exception_type === 'BillNotFound',
    ])
  }
})

describe.each(['2026-12-31', '2027-01-15', '2027-07-03', '2028-02-29'])('a demo that starts on %s', (day) => {
  let then: Portal
  beforeAll(async () => {
    then = await seeded(`${day}T00:30:00+08:00`)
  })

  test('has received the money of its payments, except for one difference of each kind', async () => {
    const differences = async () =>
      (await all(then, 'remittance_check'))
        .map(({ check_status }) => String(check_status))
        .filter((status) => status !== 'Matched')
        .toSorted()
    expect(await differences()).toEqual(['Missing', 'NoLines', 'Over', 'Short'])
    expect((await all(then, 'remittance_check')).length).toBeGreaterThan(40)
    await refreshRecentRemittanceChecks(then.db, then.clock())
    expect(await differences(), 'what the portal compares again every hour').toEqual([
      'Missing',
      'NoLines',
      'Over',
      'Short',
    ])
  })

  test('has every kind of line, after its start and after each of several nights, in a ledger that verifies', async () => {
    expect([await missingKinds(then), await verifyLedger(then.db)]).toEqual([[], []])
    for (const night of [1, 2, 3, 4]) {
      then.clock.advance({ minutes: 24 * 60 })
      await rematchLines(then.ports, { confirm: async () => {} })
      expect([await missingKinds(then), await verifyLedger(then.db)], `night ${night}`).toEqual([[], []])
    }
  })
})

test('the remittances of the last weeks are in files with the lines and the sum of their record, which the portal recognizes when they are sent again', async () => {
  const operator = await here.as('BankOperator')
  const { data } = await operator.get('/BankFile', { PageSize: 100 })
  // The other files answer direct debits.
  const files = data.Items.filter(({ Layout }: { Layout: string }) => Layout === 'cashFlow')
  expect(files.length).toBeGreaterThan(15)
  for (const { SerialId, FileName, LineCount, TotalAmount } of files) {
    const { rows } =
      await sql`select count(*)::integer as lines, sum(amount)::integer as amount from remittance where bank_file_id = ${SerialId}`.execute(
        here.db,
      )
    expect(rows, FileName).toEqual([{ lines: LineCount, amount: TotalAmount }])
  }
  const { rows } = await sql<{
    bytes: Uint8Array
  }>`select c.bytes from bank_file f join file_chunk c on c.file_id = f.file where f.layout = 'cashFlow' limit 1`.execute(
    here.db,
  )
  expect(await uploadBankFile(operator, rows[0]?.bytes ?? new Uint8Array())).toMatchObject({ code: '2003' })
})
