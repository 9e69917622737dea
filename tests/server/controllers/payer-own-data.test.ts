import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'
import { signIn } from '../accounts/sign-in'

const wang = {
  PayerId: 'A1-0501',
  PayerName: '王大明',
  IdNo: 'A123456789',
  Mobile: '0912345678',
  Email: 'wang@example.com',
}

const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  const payer = await here.given.payer(wang)
  await here.given.payer({ PayerId: 'A1-0502', PayerName: '林小華', IdNo: 'F234567898', Mobile: '0987654321' })
  await here.given.bill({ ...wang, VACAccount: '77001260001235' })
  return { ...here, payer }
}

const byIdAndMobile = { IdNo: 'A123456789', Mobile: '0912345678' }

test('a payer who signed in with an id and a mobile number can see their own data unmasked, which is audited', async () => {
  const here = await openPortal()
  const { data: session } = await signIn(here, '/PayerArea/AccountLogin', byIdAndMobile)
  expect(session.data).toMatchObject({ MayReveal: true, PayerName: '王○明' })
  const { data } = await here.request('GET', '/Ext/PayerArea/GetOwnData', { token: session.JWTToken })
  expect(data).toEqual([
    {
      CustomerName: '示範社區管理委員會',
      PayerId: 'A1-0501',
      PayerName: '王大明',
      IdNo: 'A123456789',
      Mobile: '0912345678',
      Email: 'wang@example.com',
      Address: expect.any(String),
    },
  ])
  const { rows } = await sql`select user_id, action, resource, record_key from audit_log where action = 'View'`.execute(
    here.db,
  )
  expect(rows).toEqual([
    { user_id: 'payer 77001 A1-0501', action: 'View', resource: 'payer', record_key: String(here.payer.SerialId) },
  ])
})

test('a payer who signed in with an account number of a slip, or an id alone, cannot unmask any data', async () => {
  const here = await openPortal()
  await here.given.record('PayerLoginField', {
    UniformNo: '90000012',
    Field: 'IdNo',
    Label: '身分證字號',
    Required: true,
    SortNo: 1,
  })
  await here.given.payer({ ...wang, ApplyCode: '77003', PayerId: 'P001' })
  for (const fields of [
    { UniformNo: '90000017', VACAccount: '77001260001235' },
    { UniformNo: '90000012', IdNo: 'A123456789' },
  ]) {
    const { data: session } = await signIn(here, '/PayerArea/Login', fields)
    expect(session.data.MayReveal).toBe(false)
    expect((await here.request('GET', '/Ext/PayerArea/GetOwnData', { token: session.JWTToken })).code).toBe('9001')
  }
  expect((await sql`select 1 from audit_log where action = 'View'`.execute(here.db)).rows).toEqual([])
})

test('a payer sees the previous sign-in as long as the session lasts', async () => {
  const here = await openPortal()
  expect((await signIn(here, '/PayerArea/AccountLogin', byIdAndMobile)).data.data.LastLoginTime).toBeNull()
  here.clock.advance({ minutes: 90 })
  const { data } = await signIn(here, '/PayerArea/AccountLogin', byIdAndMobile)
  expect(data.data).toMatchObject({
    LoginTime: '2026-11-20T11:30:00.000000+08:00',
    LastLoginTime: '2026-11-20T10:00:00.000000+08:00',
  })
  const fresh = await here.request('GET', '/Ext/PayerArea/GetPaymentData', { token: data.JWTToken })
  expect(fresh.data.data.LastLoginTime).toBe('2026-11-20T10:00:00.000000+08:00')
})

test('if there are more bills than a session can contain, it contains the unpaid ones, and the payer sees that others are missing', async () => {
  const here = await openPortal()
  await sql`
    insert into bill select r.*
    from bill b, generate_series(1, 5002) n, jsonb_populate_record(b, jsonb_build_object(
      'serial_id', 100000 + n, 'bill_no', 'M' || n, 'vac_account', lpad(n::text, 14, '0'), 'payer_id', 'GONE', 'id_no', 'F234567898', 'mobile', '0900000000',
      'paid_amount', case when n = 1 then 0 else b.should_pay_amount end, 'pay_status', case when n = 1 then 'Unpaid' else 'Paid' end)) r`.execute(
    here.db,
  )
  const { data } = await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'F234567898', Mobile: '0900000000' })
  expect(data.data).toMatchObject({ IsCut: true, BillCount: 5000 })
  expect(data.DataLists1[0]).toMatchObject({ SerialId: 100_001, BillStatus: 'Unpaid' })
  expect((await signIn(here, '/PayerArea/AccountLogin', byIdAndMobile)).data.data.IsCut).toBe(false)
})

test('a payer with more than a page can fetch every bill and payment, unpaid ones on the first page', async () => {
  const here = await openPortal()
  await sql`
    insert into bill select r.*
    from bill b, generate_series(1, 620) n, jsonb_populate_record(b, jsonb_build_object(
      'serial_id', 100000 + n, 'bill_no', 'M' || n, 'vac_account', lpad(n::text, 14, '0'), 'paid_amount', b.should_pay_amount, 'pay_status', 'Paid',
      'payment_end_date', '2027-01-01')) r`.execute(here.db)
  await sql`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    select 'D' || n, 100000 + n, 1000, '2026-11-10T01:15:30Z'::timestamptz, '06', 'R' || n from generate_series(1, 620) n`.execute(
    here.db,
  )
  const payer = await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'A1-0501' }] })
  const page = async (PageNo?: number) =>
    (await payer.get('/Ext/PayerArea/GetPaymentData', PageNo ? { PageNo } : {})).data
  const [first, second, third] = [await page(), await page(2), await page(3)]
  expect(first.data).toMatchObject({ BillCount: 621, PaymentCount: 620 })
  expect([first, second, third].map(({ DataLists1, DataLists2 }) => [DataLists1.length, DataLists2.length])).toEqual([
    [500, 500],
    [121, 120],
    [0, 0],
  ])
  expect(first.DataLists1[0], 'the one that is owed').toMatchObject({
    VACAccount: '77001260001235',
    BillStatus: 'Unpaid',
  })
  expect([first.ModelType, second.ModelType]).toEqual([1, 1])
  const bills = [...first.DataLists1, ...second.DataLists1]
  expect(new Set(bills.map(({ SerialId }: { SerialId: number }) => SerialId)).size).toBe(621)
  for (const PageNo of ['0', 'x', '-1', '1.5'])
    expect((await payer.get('/Ext/PayerArea/GetPaymentData', { PageNo })).code, PageNo).toBe('2002')
})
