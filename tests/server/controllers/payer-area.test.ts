import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { signIn, solvedCaptcha } from '../accounts/sign-in'

const wang = { PayerId: 'A1-0501', PayerName: '王大明', IdNo: 'A123456789', Mobile: '0912345678' }

/** A committee with two payers and an insurer with one, a bill each, and a second, paid one of Wang's. */
const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  const { given } = here
  await given.billTerm()
  await given.payer(wang)
  await given.payer({ PayerId: 'A1-0502', PayerName: '林小華', IdNo: 'F234567898', Mobile: '0987654321' })
  await given.payer({ ...wang, ApplyCode: '77003', PayerId: 'P001' })
  const open = await given.bill({
    ...wang,
    VACAccount: '77001260001235',
    Notices: '請準時繳納',
  })
  const paid = await given.bill({ ...wang, PaidAmount: 1000, PayStatus: 'Paid' })
  const neighbour = await given.bill({ PayerId: 'A1-0502', PayerName: '林小華' })
  const insured = await given.bill({ ...wang, ApplyCode: '77003', PayerId: 'P001', VACAccount: '77003260001235' })
  await sql`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    values ('D1', ${Number(paid.SerialId)}, 1000, '2026-11-10T01:15:30Z', '06', 'R1')`.execute(here.db)
  return { ...here, open, paid, neighbour, insured }
}

/** The facts with which Wang signs in. */
const wangs = { IdNo: wang.IdNo, Mobile: wang.Mobile }

const ids = (rows: readonly { SerialId: number }[]): number[] => rows.map((row) => row.SerialId).sort((a, b) => a - b)

test('a payer signs in by an account number that begins with the zero of its agreement', async () => {
  const here = await openPortal()
  await sql`update bill set vac_account = '07001260001235' where serial_id = ${Number(here.open.SerialId)}`.execute(
    here.db,
  )
  const { code, data } = await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: '07001260001235' })
  expect(code).toBe('0000')
  expect(ids(data.DataLists1)).toEqual([here.open.SerialId])
})

test('an account number gives no access to a bill whose account differs in leading zeros', async () => {
  const here = await openPortal()
  await sql`update bill set vac_account = '0077001260001235' where serial_id = ${Number(here.neighbour.SerialId)}`.execute(
    here.db,
  )
  const billsOf = async (VACAccount: string) =>
    ids((await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount })).data.DataLists1)
  expect(await billsOf('0077001260001235')).toEqual([here.neighbour.SerialId])
  expect(await billsOf('77001260001235')).toEqual([here.open.SerialId])
})

test('a payer signs in by account number and sees only that bill', async () => {
  const here = await openPortal()
  const { code, data } = await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: '77001260001235' })
  expect(code).toBe('0000')
  expect(Object.keys(data).sort()).toEqual(['DataLists1', 'DataLists2', 'JWTToken', 'ModelType', 'data'])
  expect(data.ModelType).toBe(1)
  expect(data.DataLists1).toEqual([
    {
      SerialId: here.open.SerialId,
      UniformNo: '90000017',
      CustomerName: '示範社區管理委員會',
      CustomerPhone: '02-27001234',
      BillTermName: '115年11月管理費',
      BillNo: here.open.BillNo,
      PayerName: '王○明',
      FeeItems: [{ FeeName: '管理費', Amount: 1000 }],
      CurrencyType: 'TWD',
      ShouldPayAmount: 1000,
      PaidAmount: 0,
      PaymentStartDate: '2026-11-01',
      PaymentEndDate: '2026-11-30',
      VACAccount: '77001260001235',
      BankCode: '999',
      BillStatus: 'Unpaid',
      MarketBarcodes: ['1511307A1', '0077001260001235', expect.stringMatching(/^1130..000001000$/)],
      MarketRefusal: '',
      PostBarcodes: ['50012345', expect.stringMatching(/^11511300077001260001235.$/), '00001000'],
      TWQRPayload: '',
      Channels: ['01', '02', '03', '04', '05', '06'],
      IsClosed: false,
      Notices: '請準時繳納',
    },
  ])
  expect(data.data).toEqual({
    PayerName: '王○明',
    CustomerName: '示範社區管理委員會',
    LoginTime: '2026-11-20T10:00:00.000000+08:00',
    LastLoginTime: null,
    MayReveal: false,
    BillCount: 1,
    IsCut: false,
    PaymentCount: 0,
  })
})

const addChannels = async ({ db }: Portal, ...channels: string[]) => {
  for (const table of ['agreement', 'bill_category'])
    await sql`update ${sql.table(table)} set channels = channels || ${JSON.stringify(channels)}::jsonb`.execute(db)
}

/** The only bill that a payer sees with these values, as of 2026-11-20. */
const shown = async (here: Portal, values: RecordValues) => {
  const bill = await here.given.bill({ ...wang, ...values })
  const payer = await here.asPayer({ billIds: [Number(bill.SerialId)] })
  const { data } = await payer.get('/Ext/PayerArea/GetPaymentData')
  return data.DataLists1[0]
}

const withTerm = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  return here
}

test('a partly paid bill has codes for the rest, an overdue or paid one none for stores', async () => {
  const here = await withTerm()
  await addChannels(here, '16')
  const part = await shown(here, { VACAccount: '77001260001235', PaidAmount: 400, PayStatus: 'PartialPaid' })
  expect(part.MarketBarcodes).toEqual(['1511307A1', '0077001260001235', expect.stringMatching(/^1130..000000600$/)])
  expect(part.PostBarcodes[2]).toBe('00000600')
  expect(decodeURIComponent(part.TWQRPayload)).toContain('D1=60000&')
  const overdue = await shown(here, { PaymentEndDate: '2026-11-19' })
  expect(overdue).toMatchObject({
    BillStatus: 'Overdue',
    MarketBarcodes: [],
    MarketRefusal: '本單已逾繳費期限，超商不再受理',
    PostBarcodes: [],
  })
  const foreign = await shown(here, { CurrencyType: 'USD' })
  expect(foreign, 'no word of stores').toMatchObject({
    MarketBarcodes: [],
    MarketRefusal: '',
    PostBarcodes: [],
    TWQRPayload: '',
  })
  const paid = await shown(here, { PaidAmount: 1000, PayStatus: 'Paid' })
  expect(paid).toMatchObject({ MarketBarcodes: [], MarketRefusal: '', PostBarcodes: [], TWQRPayload: '' })
})

test('a bill that no channel accepts any more shows its payer no account', async () => {
  const here = await withTerm()
  await addChannels(here, '08', '16')
  const nothing = {
    VACAccount: '',
    Channels: [],
    IsClosed: true,
    MarketBarcodes: [],
    PostBarcodes: [],
    TWQRPayload: '',
  }
  expect(await shown(here, { AccountState: 'Released' }), 'of a closed term').toMatchObject(nothing)
  expect(await shown(here, { PaymentEndDate: '2026-11-19' }), 'overdue').toMatchObject(nothing)
  const extended = await shown(here, {
    VACAccount: '77001260001235',
    PaymentEndDate: '2026-11-19',
    MarketEndDate: '2026-12-05',
  })
  expect(extended, 'accepted by stores').toMatchObject({
    VACAccount: '77001260001235',
    Channels: ['01', '02', '03', '04'],
    IsClosed: false,
    TWQRPayload: '',
  })
  await sql`update bill_category set allow_overdue = true`.execute(here.db)
  const late = await shown(here, { VACAccount: '77001260001242', PaymentEndDate: '2026-11-19' })
  expect(late).toMatchObject({
    VACAccount: '77001260001242',
    Channels: ['06', '08', '16'],
    TWQRPayload: expect.stringContaining('77001260001242'),
  })
})

test('a store fee that the payer bears is included in the barcode, and announced', async () => {
  const here = await withTerm()
  await sql`update market_item set fee_bear_type = 'Increase', channel_fee = 15`.execute(here.db)
  const bill = await shown(here, { Notices: '請準時繳納' })
  expect(bill.MarketBarcodes[2]).toMatch(/000001015$/)
  expect(bill.PostBarcodes[2], 'the post takes no fee').toBe('00001000')
  expect(bill.Notices).toBe('至超商繳款另加手續費 15 元，合計 1,015 元。\n請準時繳納')
})

test('an invalid giro account omits the codes, not the whole page', async () => {
  const here = await withTerm()
  await sql`update agreement set post_giro_account = '123'`.execute(here.db)
  expect(await shown(here, {})).toMatchObject({
    BillStatus: 'Unpaid',
    PostBarcodes: [],
    MarketRefusal: '本單目前無法產生繳費條碼，請改用其他通路繳款',
  })
})

test('an account that another system stored with leading zeros is found, but not by another company', async () => {
  const here = await openPortal()
  expect((await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: '0077001260001235' })).code).toBe(
    '0000',
  )
  expect((await signIn(here, '/PayerArea/Login', { UniformNo: '90000012', VACAccount: '77001260001235' })).code).toBe(
    '1001',
  )
})

test('a company decides which data its payers sign in with', async () => {
  const here = await openPortal()
  await here.given.record('PayerLoginField', {
    UniformNo: '90000017',
    Field: 'IdNo',
    Label: '身分證字號',
    Required: true,
    SortNo: 1,
  })
  await here.given.record('PayerLoginField', {
    UniformNo: '90000017',
    Field: 'PayerId',
    Label: '戶號',
    Required: false,
    SortNo: 2,
  })
  const { data } = await here.request('GET', '/PayerArea/GetAllUniformNoField')
  expect(data.find((company: { UniformNo: string }) => company.UniformNo === '90000017')).toEqual({
    UniformNo: '90000017',
    CustomerName: '示範社區管理委員會',
    Fields: [
      { Field: 'IdNo', Label: '身分證字號', Required: true },
      { Field: 'PayerId', Label: '戶號', Required: false },
    ],
  })
  const answer = await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', IdNo: 'a123456789' })
  expect(ids(answer.data.DataLists1)).toEqual([here.open.SerialId, here.paid.SerialId])
  expect((await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', PayerId: 'A1-0501' })).errors).toEqual({
    IdNo: '請輸入身分證字號。',
  })
  expect(
    (await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: '77001260001235' })).errors,
  ).toMatchObject({
    VACAccount: '沒有這個欄位。',
  })
})

test('IdNo and Mobile find the bills of the person at every company', async () => {
  const here = await openPortal()
  const { data } = await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912-345-678' })
  expect(ids(data.DataLists1)).toEqual([here.open.SerialId, here.paid.SerialId, here.insured.SerialId])
  expect(data.DataLists2).toEqual([
    {
      SerialId: here.paid.SerialId,
      DetailId: 'D1',
      CustomerName: '示範社區管理委員會',
      BillTermName: '115年11月管理費',
      BillNo: here.paid.BillNo,
      CurrencyType: 'TWD',
      PaidAmount: 1000,
      PaidTime: '2026-11-10T09:15:30.000000+08:00',
      ChannelId: '06',
      ReceiptNo: 'R1',
      EntryState: 'Live',
      CounterTime: null,
    },
  ])
})

test('PayerId and Mobile find the bills at that company', async () => {
  const here = await openPortal()
  const { data } = await signIn(here, '/PayerArea/AccountLogin', {
    UniformNo: '90000012',
    PayerId: 'P001',
    Mobile: '0912345678',
  })
  expect(ids(data.DataLists1)).toEqual([here.insured.SerialId])
  expect((await signIn(here, '/PayerArea/AccountLogin', { PayerId: 'P001', Mobile: '0912345678' })).errors).toEqual({
    UniformNo: '請輸入委託單位。',
  })
})

test('ModelType is 2 once everything is paid', async () => {
  const here = await openPortal()
  await sql`update bill set bill_state = 'Void' where serial_id = ${Number(here.open.SerialId)}`.execute(here.db)
  const { data } = await signIn(here, '/PayerArea/AccountLogin', {
    UniformNo: '90000017',
    PayerId: 'A1-0501',
    Mobile: '0912345678',
  })
  expect(data.ModelType).toBe(2)
  expect(ids(data.DataLists1), 'a void bill is not shown').toEqual([here.paid.SerialId])
})

test('data that match no payer are refused with one message; a wrong captcha is refused first', async () => {
  const here = await openPortal()
  for (const fields of [
    { IdNo: 'A123456789', Mobile: '0900000000' },
    { IdNo: 'A123456780', Mobile: '0912345678' },
    { UniformNo: '90000017', PayerId: 'P001', Mobile: '0912345678' },
  ]) {
    const { code, message } = await signIn(here, '/PayerArea/AccountLogin', fields)
    expect([code, message]).toEqual(['1001', '查無符合的繳費資料，請確認輸入的內容，或洽詢您的代收單位。'])
  }
  const { ticket } = await solvedCaptcha(here)
  const wrong = await here.request('POST', '/PayerArea/AccountLogin', {
    body: { IdNo: 'A123456789', Mobile: '0912345678', VCode: 'ZZZZZ' },
    headers: { VCode: ticket },
  })
  expect(wrong.code).toBe('1004')
})

test('an inactive payer is not found', async () => {
  const here = await openPortal()
  await sql`update payer set payer_status = 'Inactive'`.execute(here.db)
  expect((await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912345678' })).code).toBe(
    '1001',
  )
})

test('a company whose customer is suspended or terminated has no payers', async () => {
  const here = await openPortal()
  await sql`update customer set customer_status = 'Suspended' where uniform_no = '90000012'`.execute(here.db)
  const { data } = await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912345678' })
  expect(ids(data.DataLists1)).toEqual([here.open.SerialId, here.paid.SerialId])
  await sql`update customer set customer_status = 'Terminated'`.execute(here.db)
  expect((await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912345678' })).code).toBe(
    '1001',
  )
})

test('slips of two companies whose bills have the same number have different file names', async () => {
  const here = await openPortal()
  await sql`update bill set bill_no = 'B1' where serial_id in (${Number(here.open.SerialId)}, ${Number(here.insured.SerialId)})`.execute(
    here.db,
  )
  const payer = await here.asPayer({ billIds: [Number(here.open.SerialId), Number(here.insured.SerialId)] })
  const nameOf = async ({ SerialId }: RecordValues) => {
    const slip = await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: Number(SerialId) })
    return /filename\*=UTF-8''([^;]+)/.exec(slip.headers.get('Content-Disposition') ?? '')?.[1]
  }
  expect([await nameOf(here.open), await nameOf(here.insured)].map((name) => decodeURIComponent(name ?? ''))).toEqual([
    '繳款單_B1_77001260001235.pdf',
    '繳款單_B1_77003260001235.pdf',
  ])
})

test("a payer's slip is downloaded as a PDF; another payer's bill is treated as one that does not exist", async () => {
  const here = await openPortal()
  const payer = await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'A1-0501' }] })
  const slip = await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: Number(here.open.SerialId) })
  expect([slip.status, slip.headers.get('Content-Type'), slip.text.slice(0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  expect(decodeURIComponent(slip.headers.get('Content-Disposition') ?? '')).toContain(
    `繳款單_${here.open.BillNo}_77001260001235.pdf`,
  )
  const foreign = await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: Number(here.neighbour.SerialId) })
  const missing = await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: 999999 })
  expect(foreign.status).toBe(404)
  expect(foreign.text).toBe(missing.text)
  expect((await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: 'x' })).status).toBe(404)
  expect((await payer.get('/PayerArea/DownloadPaymentPDF')).status).toBe(404)
  expect(
    (await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: Number(here.paid.SerialId) })).code,
    'nothing left to pay',
  ).toBe('2006')
})

test('a new sign-in of a payer ends the earlier session and says so; other payers stay signed in', async () => {
  const here = await openPortal()
  const older = (await signIn(here, '/PayerArea/AccountLogin', wangs)).data.JWTToken
  const other = (await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: '77001260001235' })).data
    .JWTToken
  const newer = (await signIn(here, '/PayerArea/AccountLogin', wangs)).data.JWTToken
  const answer = (token: string) => here.request('GET', '/Ext/PayerArea/GetPaymentData', { token })
  expect((await answer(older)).status).toBe(401)
  expect((await answer(older)).text).toContain('您已在另一處登入，此處的登入狀態已結束，請重新登入。')
  for (const token of [newer, other]) expect((await answer(token)).code).toBe('0000')
})

test('after Logout the session is over', async () => {
  const here = await openPortal()
  const { data } = await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912345678' })
  const logout = await here.request('POST', '/PayerArea/Logout', { token: data.JWTToken })
  expect([logout.code, logout.headers.get('Clear-Site-Data')], 'browsers forget what they have cached').toEqual([
    '0000',
    '"cache"',
  ])
  expect(
    (await here.request('POST', '/PayerArea/Logout', { token: data.JWTToken })).headers.get('Clear-Site-Data'),
    'nobody else clears them',
  ).toBeNull()
  expect((await here.request('POST', '/PayerArea/Logout', { token: data.JWTToken })).status).toBe(401)
})

test("a payer's session ends after seven days, however active it is, and before after 30 idle minutes", async () => {
  const here = await openPortal()
  const opened = async () => (await signIn(here, '/PayerArea/AccountLogin', wangs)).data.JWTToken
  const status = async (token: string) =>
    (await here.request('GET', '/PayerArea/GetBankMobileLink', { token, query: { SerialId: 999_999 } })).status
  const idle = await opened()
  here.clock.advance({ minutes: 31 })
  expect(await status(idle)).toBe(401)
  const active = await opened()
  for (let calls = 1; calls < 7 * 24 * 3; calls += 1) {
    here.clock.advance({ minutes: 20 })
    expect(await status(active)).toBe(404)
  }
  here.clock.advance({ minutes: 20, seconds: 1 })
  expect(await status(active)).toBe(401)
})

test('payment data can be refreshed without signing in again', async () => {
  const here = await openPortal()
  const payer = await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'A1-0501' }] })
  here.clock.advance({ minutes: 5 })
  await sql`update bill set paid_amount = 1000, pay_status = 'Paid' where serial_id = ${Number(here.open.SerialId)}`.execute(
    here.db,
  )
  const { data } = await payer.get('/Ext/PayerArea/GetPaymentData')
  expect(data).not.toHaveProperty('JWTToken')
  expect(data.ModelType).toBe(2)
  expect(data.data.LoginTime).toBe('2026-11-20T10:00:00.000000+08:00')
  expect(ids(data.DataLists1)).toEqual([here.open.SerialId, here.paid.SerialId])
})

test('the link to the bill payment network contains the account and the outstanding amount, and leads only to the configured host', async () => {
  const here = await openPortal()
  await addChannels(here, '08', '17')
  const payer = await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'A1-0501' }] })
  const link = (query: Record<string, string | number>) => payer.get('/PayerArea/GetEBillLink', query)
  const Url = 'https://ebill.example.com/pay?account=77001260001235&amount=1000'
  expect((await link({ SerialId: Number(here.open.SerialId) })).data).toEqual({ Url })
  expect(
    (await link({ SerialId: Number(here.open.SerialId), Url: 'https://evil.example', Account: '1' })).data,
  ).toEqual({ Url })
  expect((await link({ SerialId: Number(here.paid.SerialId) })).code, 'paid').toBe('2006')
  expect((await link({ SerialId: Number(here.neighbour.SerialId) })).status, "another payer's").toBe(404)
  const mobile = await payer.get('/PayerArea/GetBankMobileLink', { SerialId: Number(here.open.SerialId) })
  expect([mobile.code, mobile.message], 'not offered here').toEqual([
    '2006',
    '本行目前未提供行動銀行繳款，請改用其他繳款方式。',
  ])
})

test('a link needs no SerialId if a single bill of the payer is open; with several or none it says what to do', async () => {
  const here = await openPortal()
  await addChannels(here, '08')
  const link = async (grants: Parameters<typeof here.asPayer>[0]) =>
    (await here.asPayer(grants)).get('/PayerArea/GetEBillLink')
  const bill = ({ SerialId }: RecordValues) => Number(SerialId)
  const one = await link({ billIds: [bill(here.open), bill(here.paid)] })
  expect(one.data).toEqual({ Url: 'https://ebill.example.com/pay?account=77001260001235&amount=1000' })
  const several = await link({ billIds: [bill(here.open), bill(here.insured)] })
  expect([several.code, several.message]).toEqual(['2002', '您有多張未繳的帳單，請先選擇要繳納的帳單。'])
  const none = await link({ billIds: [bill(here.paid)] })
  expect([none.code, none.message]).toEqual(['2006', '您目前沒有未繳的帳單。'])
})

test('a link is refused for an account that is not in use, and for a channel that is not open for the bill', async () => {
  const here = await withTerm()
  const link = async (values: RecordValues) => {
    const bill = await here.given.bill({ ...wang, ...values })
    const payer = await here.asPayer({ billIds: [Number(bill.SerialId)] })
    const { code, message } = await payer.get('/PayerArea/GetEBillLink', { SerialId: Number(bill.SerialId) })
    return [code, message]
  }
  const refused = ['2006', '這筆帳單目前不受理全國繳費網，請改用其他繳款方式，或洽收款單位。']
  expect(await link({}), 'channel not open').toEqual(refused)
  await addChannels(here, '08')
  expect((await link({}))[0]).toBe('0000')
  expect(await link({ AccountState: 'Released' }), 'of a closed term').toEqual(refused)
  expect(await link({ PaymentEndDate: '2026-11-19' }), 'overdue').toEqual(refused)
})
