import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { isAccount } from '../../../src/domain/accounts/virtual-account'
import { addDays, taipeiToday } from '../../../src/domain/dates/dates'
import { enums } from '../../../src/domain/enums'
import { isMobile } from '../../../src/domain/identifiers/contact'
import { isIdNo, isUniformNo } from '../../../src/domain/identifiers/id-no'
import { userIdProblem } from '../../../src/domain/identifiers/user-id'
import { columnName } from '../../../src/schema/load/names'
import { validateRecord } from '../../../src/schema/rules/validate'
import { existingTables } from '../../../src/server/database/existing-tables'
import { demoCompanies } from '../../../src/server/demo/companies'
import { demoDataSince } from '../../../src/server/demo/demo-mark'
import { seedDemo } from '../../../src/server/demo/seed'
import { demoHints, demoMima } from '../../../src/server/demo/users'
import { runBillImport } from '../../../src/server/imports/bills/run'
import { withoutTriggers } from '../../support/database/without-triggers'
import { type Portal, portal } from '../../support/portal'
import { signIn } from '../accounts/sign-in'

const seeded = async (at?: string) => {
  const here = await portal()
  if (at) here.clock.set(at)
  expect(await seedDemo(here)).toBe(true)
  // The replies to direct debits are booked by jobs.
  await here.ports.jobs.runUntilIdle()
  return here
}

// One demo database for the tests that only read it; `firstContent` is its state before they signed in.
let here: Portal
let firstContent: Readonly<Record<string, Rows>>
beforeAll(async () => {
  here = await seeded()
  firstContent = await contentOf(here)
})

type Rows = readonly Readonly<Record<string, unknown>>[]
const all = async ({ db }: Pick<Portal, 'db'>, table: string): Promise<Rows> =>
  (await sql<Record<string, unknown>>`select t.* from ${sql.id(table)} t order by 1, t::text`.execute(db)).rows

const count = async ({ db }: Pick<Portal, 'db'>, what: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(what)}`.execute(db)).rows[0]?.n ?? 0

test('three companies, 400 payers and 2,500 bills in every state are created, once', async () => {
  expect(await seedDemo(here)).toBe(false)
  expect(await demoDataSince(here.db), 'production does not start on such a database').toBe(
    '2026-11-20T02:00:00.000000Z',
  )
  expect(await count(here, 'agreement')).toBe(8)
  expect(await count(here, 'payer')).toBe(400)
  expect(await count(here, 'bill')).toBe(2500)
  for (const { agreements } of demoCompanies) expect(agreements.length).toBeGreaterThan(1)
  const states = [
    "pay_status = 'Unpaid'",
    "pay_status = 'PartialPaid'",
    "pay_status = 'Paid'",
    "pay_status = 'OverPaid'",
    "bill_state = 'Void'",
    'debit_flag',
  ]
  const overdue = "pay_status = 'Unpaid' and bill_state = 'Active' and payment_end_date < '2026-11-20'"
  const payable = "pay_status = 'Unpaid' and bill_state = 'Active' and payment_end_date >= '2026-11-20'"
  for (const state of [...states, overdue, payable])
    expect(await count(here, `bill where ${state}`), state).toBeGreaterThan(20)
  expect(await count(here, "(select distinct bill_term_id from bill where bill_term_id ~ '^[0-9-]+$') as terms")).toBe(
    6,
  )
})

test.each(['2026-12-01', '2026-12-31', '2027-01-15', '2028-02-29'])(
  'on %s a payer of the school owes nothing, and one has a bill to pay',
  async (day) => {
    const then = await seeded(`${day}T00:30:00+08:00`)
    const payersWhere = (condition: string) =>
      count(
        then,
        `(select payer_id from bill join agreement using (apply_code) where uniform_no = '90000023' group by payer_id having ${condition}) as payers`,
      )
    expect(
      await payersWhere("bool_and(pay_status = 'Paid' or bill_state = 'Void') and bool_or(pay_status = 'Paid')"),
    ).toBeGreaterThan(0)
    expect(
      await payersWhere(`bool_or(pay_status = 'Unpaid' and bill_state = 'Active' and payment_end_date >= '${day}')`),
    ).toBeGreaterThan(0)
  },
)

test('the agreements use the schemes, checks and lengths that the bank offers', async () => {
  const agreements = await all(here, 'agreement')
  const kinds = (column: string) => new Set(agreements.map((row) => row[column]))
  expect(kinds('vac_check_scheme')).toEqual(new Set(['W371', 'E15W1', 'E14W2', 'T13', 'W11']))
  expect(kinds('vac_check_type')).toEqual(new Set(Object.keys(enums.VACCheckType)))
  expect(kinds('vac_length')).toEqual(new Set([14, 16]))
  expect(agreements.filter((row) => row.dual_control).map((row) => row.apply_code)).toEqual(['77012'])
  expect(agreements.filter((row) => row.use_white_list).map((row) => row.apply_code)).toEqual(['77013'])
})

test('every paid amount is the sum of its payments, and every bill the sum of its items', async () => {
  const { rows } = await sql`
    select b.bill_no
    from bill b
    where b.paid_amount <> (select coalesce(sum(p.amount), 0) from payment p where p.bill_serial_id = b.serial_id)
      or b.should_pay_amount <> (select sum((item ->> 'Amount')::bigint) from jsonb_array_elements(b.fee_items) item)
      or b.should_pay_amount < 1
      or (b.bill_state = 'Void' and b.paid_amount > 0)`.execute(here.db)
  expect(rows).toEqual([])
})

test('no payment is in the future or outside the period of its bill', async () => {
  const { rows } = await sql`
    select b.bill_no
    from payment p
    join bill b on b.serial_id = p.bill_serial_id
    where p.paid_time > ${here.clock().toISOString()}::timestamptz
      or (p.paid_time at time zone 'Asia/Taipei')::date not between b.payment_start_date and b.payment_end_date`.execute(
    here.db,
  )
  expect(rows).toEqual([])
})

test('each company has collected money itself, in every state; a cancelled collection has left its bill unpaid', async () => {
  const collected = await all(here, 'self_collection')
  for (const { uniformNo } of demoCompanies) {
    const own = collected.filter((row) => row.uniform_no === uniformNo)
    expect(new Set(own.map((row) => row.collect_status)), uniformNo).toEqual(new Set(Object.keys(enums.CollectStatus)))
  }
  expect(
    await count(
      here,
      "self_collection c join bill b on b.serial_id = c.bill_serial_id where c.collect_status = 'Cancelled' and b.paid_amount > 0",
    ),
  ).toBe(0)
  expect(
    await count(here, "self_collection where collect_date <> (create_time at time zone 'Asia/Taipei')::date"),
  ).toBe(0)
})

test('received transactions are listed on the pages of the transaction list', async () => {
  const admin = await adminOf(here)
  const today = taipeiToday(here.ports.clock())
  const { data } = await admin.get('/TLDetail', {
    WriteOffStatus: 'Exception',
    DateType: 'TradeDate',
    StartDate: addDays(today, -91),
    EndDate: today,
  })
  expect(data.TotalCount).toBeGreaterThan(10)
  expect(data.Items.map((item: { ApplyCode: string }) => item.ApplyCode)).toContain('77001')
  expect(data.Items.find((item: { PayerName: string | null }) => item.PayerName)).toMatchObject({
    PayerName: expect.stringContaining('○'),
  })
  expect((await admin.get('/TLDetail/GetAllSelectList')).data).toHaveProperty('WriteOffStatus')
})

test('ids, mobiles and accounts have valid check digits; barcodes have their three parts', async () => {
  for (const { uniformNo } of demoCompanies) expect(isUniformNo(uniformNo)).toBe(true)
  for (const payer of await all(here, 'payer')) {
    const [idNo, mobile] = [String(payer.id_no), String(payer.mobile)]
    expect([isIdNo(idNo) || isUniformNo(idNo), isMobile(mobile)], String(payer.payer_id)).toEqual([true, true])
  }
  const agreements = new Map(
    demoCompanies.flatMap((company) => company.agreements).map((agreement) => [agreement.applyCode, agreement]),
  )
  for (const bill of await all(here, 'bill')) {
    const agreement = agreements.get(String(bill.apply_code))
    if (!agreement) throw new Error('A bill without an agreement.')
    const rule = {
      ...agreement,
      length: agreement.vacLength,
      amount: Number(bill.should_pay_amount),
      dueDate: String(bill.payment_end_date),
    }
    expect(isAccount(String(bill.vac_account), rule), String(bill.vac_account)).toBe(true)
  }
  const scanned = (await all(here, 'transaction_line')).filter(({ barcode1 }) => barcode1 !== null)
  for (const line of scanned)
    expect([line.barcode1, line.barcode2, line.barcode3].map((text) => String(text).length)).toEqual([9, 16, 15])
  expect(scanned.length).toBeGreaterThan(100)
})

test('imports agree with their bills: valid ones, ones with bad rows, and refused files', async () => {
  const { rows } = await sql<{
    import_status: string
    n: number
  }>`select import_status, count(*)::int as n from bill_import group by 1 order by 1`.execute(here.db)
  expect(rows.map((row) => row.import_status)).toEqual(['Failed', 'PartialFailed', 'Succeeded'])
  const wrong = await sql`
    select i.import_batch_no
    from bill_import i
    left join bill b on b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no
    group by i.serial_id
    having i.success_count <> count(b.serial_id) or i.total_amount <> coalesce(sum(b.should_pay_amount), 0)
      or i.total_count <> i.success_count + i.fail_count or (i.fail_count > 0 and jsonb_array_length(i.error_log) = 0)`.execute(
    here.db,
  )
  expect(wrong.rows).toEqual([])
  const admin = await adminOf(here)
  const { data } = await admin.get('/BillImportList', { ImportStatus: 'PartialFailed' })
  const log = await here.request('GET', `/BillImportList/DownloadPLog/${data.Items[0].SerialId}`, {
    token: admin.token,
  })
  expect(log.status).toBe(200)
})

test('an upload of the demo is what the import makes of its file', async () => {
  const then = await seeded()
  const result = async () => ({
    upload: (
      await sql`select import_status, total_count, success_count, fail_count, total_amount, error_log, finish_time from bill_import where serial_id = ${id}`.execute(
        then.db,
      )
    ).rows,
    bills: (
      await sql`
        select payer_id, payer_no, payer_name, payer_unit_id, id_no, mobile, email, zip_code, address, bill_term_id, bill_category_code, currency_type, fee_items,
          should_pay_amount, vac_account, payment_start_date, payment_end_date, market_end_date, debit_flag, notices, account_state
        from bill
        where import_batch_no = ${batchNo}
        order by payer_no`.execute(then.db)
    ).rows,
  })
  const { rows } = await sql<{ id: number; batchNo: string; at: string }>`
    select serial_id as id, import_batch_no as "batchNo", finish_time as at from bill_import where apply_code = '77001' and import_status = 'PartialFailed' order by 1 desc`.execute(
    then.db,
  )
  const [{ id, batchNo, at } = { id: 0, batchNo: '', at: '' }] = rows
  // Void bills have given their accounts back.
  await sql`update bill set account_state = 'InUse' where import_batch_no = ${batchNo}`.execute(then.db)
  const before = await result()
  expect(before.bills).toHaveLength(100)
  await withoutTriggers(then.db, (trx) => sql`truncate payment`.execute(trx))
  await sql`delete from bill where import_batch_no = ${batchNo}`.execute(then.db)
  await sql`
    update bill_import
    set import_status = 'Pending', total_count = 0, success_count = 0, fail_count = 0, total_amount = 0, error_log = '[]', finish_time = null
    where serial_id = ${id}`.execute(then.db)
  then.clock.set(new Date(at).toISOString())
  const run = { id: 0, progress: async () => {}, confirm: async () => {}, end: async () => {} }
  await runBillImport({ ports: then.ports, schemas: then.schemas, run }, { SerialId: id })
  expect(await result()).toEqual(before)
})

test('uploads have ended in every way, with the rows that failed and the columns that were matched', async () => {
  const uploads = await all(here, 'bill_import')
  const outcomes = uploads.map(({ import_status, error_log }) =>
    [import_status, ...(error_log as { ErrorCode: string }[]).map(({ ErrorCode }) => ErrorCode)].join(' '),
  )
  expect(new Set(outcomes)).toEqual(
    new Set(['Succeeded', 'PartialFailed E103 E101 E102', 'Failed E103', 'Failed E112']),
  )
  for (const { column_mapping } of uploads) expect((column_mapping as object[]).length).toBeGreaterThan(6)
})

test('the accounts of void bills are free, as are those of closed terms', async () => {
  expect(await count(here, "bill where account_state = 'InUse' and bill_state = 'Void'")).toBe(0)
  expect(
    await count(
      here,
      "bill b join bill_term t using (apply_code, bill_term_id) where b.bill_state = 'Active' and (t.term_status = 'Closed') <> (b.account_state = 'Released')",
    ),
  ).toBe(0)
  expect(await count(here, "audit_log where resource = 'bills' and action = 'Void'")).toBe(
    await count(here, "bill where bill_state = 'Void'"),
  )
})

test('the white list shows every state, and its uploads every outcome', async () => {
  const { data } = await signIn(here, '/EnterpriseArea/Login', {
    UniformNo: '90000012',
    UserId: 'admin01',
    Mima: demoMima,
  })
  const token = String(data.JWTToken)
  const uploads = (await here.request('GET', '/WhiteListImportList?PageSize=50', { token })).data.Items
  expect(uploads.map((upload: { ImportStatus: string }) => upload.ImportStatus).sort()).toEqual([
    'Failed',
    'PartialFailed',
    'Succeeded',
  ])
  for (const status of Object.keys(enums.WhiteListStatus)) {
    const list = await here.request('GET', `/WhiteList?WhiteListStatus=${status}`, { token })
    expect(list.data.TotalCount, status).toBeGreaterThan(0)
  }
})

test.each(['mail', 'sms'])(
  'each reminder by %s is in the log of its bill, and its payer accepts notices',
  async (kind) => {
    const time = `b.${kind}_notice_time`
    const logged = `select from bill_notice n where n.bill_serial_id = b.serial_id and n.channel ilike '%${kind}%' and n.finish_time = ${time}`
    const silent =
      "select from payer p where p.apply_code = b.apply_code and p.payer_id = b.payer_id and p.notify_method ? 'None'"
    expect(await count(here, `bill b where ${time} is not null`)).toBeGreaterThan(10)
    expect(
      await count(here, `bill b where ${time} is not null and (not exists (${logged}) or exists (${silent}))`),
    ).toBe(0)
  },
)

test('records pass the validation of their own schemas', async () => {
  for (const [name, path] of Object.entries({
    payer: '/Payer',
    fee: '/fee',
    payerUnit: '/PayerUnit',
    billCategory: '/BillCategory/GetSearchData',
    billTerm: '/BillTerm/GetSearchData',
  })) {
    const admin = await adminOf(here)
    const { data } = await admin.get(path, { PageSize: 100 })
    expect(data.TotalCount, name).toBeGreaterThan(0)
    const resource = here.schemas.get(name)
    const rows = await all(here, resource.table)
    const byColumn = (row: Rows[number]) =>
      Object.fromEntries(
        resource.fields
          .map((field) => [field.name, row[columnName(field.name)]])
          .filter(([, value]) => value !== undefined),
      )
    // As stored: a closed term is valid, though no user could enter it as closed.
    for (const row of rows.map(byColumn))
      expect(
        validateRecord(resource, row, { mode: 'update', previous: row, today: '2026-11-20', role: '' }).errors,
        `${name} ${JSON.stringify(row)}`,
      ).toEqual({})
  }
})

test('there is a user in every state, and the locked one cannot sign in with the right password', async () => {
  const statuses = new Set((await all(here, 'portal_user')).map(({ user_status }) => user_status))
  expect([...statuses].sort()).toEqual(Object.keys(enums.UserStatus).sort())
  for (const { uniformNo } of demoCompanies) {
    const code = async (UserId: string) =>
      (await signIn(here, '/EnterpriseArea/Login', { UniformNo: uniformNo, UserId, Mima: demoMima })).code
    expect([await code('locked01'), await code('former01')]).toEqual(['1001', '1003'])
  }
})

test('every account on the sign-in page can sign in', async () => {
  const hints = await demoHints(here.db)
  expect(hints.companies).toHaveLength(14)
  for (const [i, { label: _, company: __, ...fields }] of hints.companies.entries()) {
    expect((await signIn(here, '/EnterpriseArea/Login', fields, `203.0.113.${i}`)).code, fields.UserId).toBe('0000')
  }
  expect(hints.payers).toHaveLength(3)
  for (const { UniformNo, fields } of hints.payers) {
    const answer = await signIn(here, '/PayerArea/Login', { UniformNo, ...fields })
    expect([answer.code, answer.data.ModelType]).toEqual(['0000', 1])
  }
  const wang = await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912345678' })
  expect(wang.data.data.CustomerName).toContain('、')
  expect(demoMima).toBe('Demo2026x')
})

/** Returns a row without random ids of files; the times of files are those of the database. */
const withoutFileIds = (row: Rows[number], table: string): Rows[number] =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      /^[0-9a-f]{32}$/.test(String(value)) || (table === 'file' && name === 'create_time') ? null : value,
    ]),
  )

/**
 * Every row of every table except those that depend on the creation time; password hashes, the public ids of entries
 * and the ids of files are left out, because they are random.
 */
const contentOf = async ({ db }: Portal): Promise<Readonly<Record<string, Rows>>> => {
  const tables = [...(await existingTables(db)).tables.keys()]
    .filter((table) => !/^(data_version|job|kysely_migration)$/.test(table))
    .sort()
  const withoutRandom = (rows: Rows, table: string): Rows =>
    rows
      .map((row) => ({ ...withoutFileIds(row, table), password_hash: null, detail_id: null, secret: null }))
      .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  return Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, withoutRandom(await all({ db }, table), table)])),
  )
}

test('the same day gives the same data; a later day moves the dates', async () => {
  const [again, later] = [await seeded(), await seeded('2027-03-31T10:00:00+08:00')]
  expect(Object.values(firstContent).filter((rows) => rows.length > 0).length).toBeGreaterThan(15)
  for (const [table, rows] of Object.entries(await contentOf(again))) expect(rows, table).toEqual(firstContent[table])
  const lastDay = async (here: Portal) =>
    (await sql<{ day: string }>`select max(payment_end_date) as day from bill`.execute(here.db)).rows[0]?.day
  expect(await lastDay(here)).toBe('2026-11-30')
  expect(await lastDay(later), 'something stays payable on the last day of a month').toBe(addDays('2027-03-31', 10))
})

test('on the first day of a month nobody has paid in advance', async () => {
  const here = await seeded('2027-01-01T00:30:00+08:00')
  expect(await count(here, "payment where paid_time >= '2027-01-01T00:00:00+08:00'")).toBe(0)
  expect((await demoHints(here.db)).payers).toHaveLength(3)
})

const adminOf = async (here: Portal) => {
  const { rows } = await sql<{
    serial_id: number
  }>`select serial_id from portal_user where user_id = 'admin01' and uniform_no = '90000017'`.execute(here.db)
  return here.as({ SerialId: rows[0]?.serial_id })
}

test('every demo user can be edited through the API', async () => {
  for (const { uniformNo } of demoCompanies) {
    const { data } = await signIn(here, '/EnterpriseArea/Login', {
      UniformNo: uniformNo,
      UserId: 'admin01',
      Mima: demoMima,
    })
    const token = String(data.JWTToken)
    const { Items } = (await here.request('GET', '/PortalUser?PageSize=50', { token })).data
    for (const { SerialId } of Items) {
      const path = `/PortalUser/${SerialId}`
      const { UpdateTime, UserId, Email, Mobile } = (await here.request('GET', path, { token })).data
      const answer = await here.request('PUT', path, { token, body: { Email, Mobile, Remark: '總務組', UpdateTime } })
      expect(answer.code, `${uniformNo} ${UserId} ${answer.message}`).toBe('0000')
      expect(userIdProblem(UserId, { uniformNo, email: Email, mobile: Mobile }), UserId).toBeNull()
    }
  }
})
