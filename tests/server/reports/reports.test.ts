import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'
import { coupon } from '../../support/schemas/coupon'
import { couponReport, couponSums, couponSumsModule, payerRoll } from '../../support/schemas/coupon-report'
import { sameFigures } from './same-figures'

let open: Portal
let maker: Client

beforeAll(async () => {
  open = await portal({
    schemas: { coupon, couponReport, payerRoll, couponSums },
    modules: [couponSumsModule],
  })
  await twoCompanies(open)
  await open.given.agreement({ ApplyCode: '77002', AgreementName: '示範停車費' })
  maker = await open.as('CustomerMaker', { ApplyCodes: ['77001', '77002'] })
  const make = (by: Client, ApplyCode: string, CouponCode: string, StartDate: string, Amount: number | null) =>
    by.post('/Coupon', {
      ApplyCode,
      CouponCode,
      CouponName: '早繳優惠',
      CouponKind: Amount ? 'Amount' : 'Gift',
      Amount,
      StartDate,
    })
  for (const [no, [code, day, amount]] of (
    [
      ['77001', '2026-11-01', 50],
      ['77001', '2026-11-01', 30],
      ['77001', '2026-11-02', 20],
      ['77001', '2026-11-02', null],
      ['77002', '2026-11-05', 7],
      ['77002', '2026-12-05', 1000],
    ] as const
  ).entries())
    await make(maker, code, `C${no}`, day, amount)
  await open.given.payer({ PayerId: 'A1', PayerName: '王大明', Mobile: '0912345678' })
  await make(await open.as('CustomerMaker', insurer), '77003', 'X1', '2026-11-01', 9999)
})

const november = { StartDateFrom: '2026-11-01', StartDateTo: '2026-11-30' }
const ask = (query: object = {}, by = maker) => by.get('/CouponReport', { ...november, ...query })
const codesOf = ({ Items }: { Items: { CouponCode: string }[] }) => Items.map(({ CouponCode }) => CouponCode)

test('rows are sorted by the subtotals, then as the list says, then by the key', async () => {
  const { data } = await ask({ WithTotals: true })
  expect(codesOf(data)).toEqual(['C2', 'C0', 'C1', 'C3', 'C4'])
  expect(data).toMatchObject({ TotalCount: 5, PageNo: 1, PageSize: 20, Totals: [{ Count: 5, Amount: 107 }] })
  expect(data.Items[0].Labels.ApplyCode).toContain('77001')
})

test('pages contain every row exactly once, in the same order, and keep the sums of the whole', async () => {
  const pages = await Promise.all([1, 2, 3].map((PageNo) => ask({ PageNo, PageSize: 2, WithTotals: true })))
  expect(pages.flatMap(({ data }) => codesOf(data))).toEqual(['C2', 'C0', 'C1', 'C3', 'C4'])
  for (const { data } of pages) expect(data).toMatchObject({ TotalCount: 5, Totals: [{ Count: 5, Amount: 107 }] })
  expect((await ask({ PageSize: 5000 })).code).toBe('0000')
  expect((await ask({ PageSize: 5001 })).errors).toEqual({ PageSize: '每頁筆數須為 1 到 5000 的整數。' })
})

test('a filter selects rows unless it is empty', async () => {
  expect(codesOf((await ask({ ApplyCode: '77002' })).data)).toEqual(['C4'])
  expect((await ask({ CouponKind: ['Gift'] })).data.TotalCount).toBe(1)
  expect((await ask({ CouponKind: ['Gift', 'Amount'] })).data.TotalCount).toBe(5)
  expect((await ask({ CouponKind: '' })).data.TotalCount).toBe(5)
})

test.each<[string, object, object]>([
  [
    'a period that is too long',
    { StartDateTo: '2027-02-01' },
    { StartDateTo: '查詢期間最長 92 天，目前是 93 天，請縮短期間。' },
  ],
  ['a period that ends before it begins', { StartDateTo: '2026-10-31' }, { StartDateTo: '迄日不可早於起日，請更正。' }],
  [
    'no period',
    { StartDateFrom: '', StartDateTo: '' },
    { StartDateFrom: '請輸入「起日」的起日。', StartDateTo: '請輸入「起日」的迄日。' },
  ],
  ['another company', { ApplyCode: '77003' }, { ApplyCode: '您不能使用委託單位代號「77003」，請改用貴公司的代號。' }],
  [
    'a code that does not exist',
    { ApplyCode: '99999' },
    { ApplyCode: '您不能使用委託單位代號「99999」，請改用貴公司的代號。' },
  ],
  ['an unknown parameter', { CouponCode: 'A' }, { CouponCode: '沒有「CouponCode」這個查詢條件。' }],
])('%s is refused at its parameter, on the screen and in files', async (_, query, errors) => {
  expect(await ask(query)).toMatchObject({ code: '2002', errors })
  const file = await maker.get('/Ext/CouponReport/listFile', { ...november, ...query, FileFormat: 'Csv' })
  expect(file).toMatchObject({ code: '2002', errors })
})

test('92 days are accepted', async () => {
  expect((await ask({ StartDateTo: '2027-01-31' })).data.TotalCount).toBe(6)
})

test('a file has one of the formats of its report', async () => {
  for (const FileFormat of [undefined, 'xlsx', 'Doc'])
    expect(await maker.get('/Ext/PayerRoll/listFile', { FileFormat })).toMatchObject({
      code: '2002',
      errors: { FileFormat: '檔案格式須為 Csv、Pdf 其中之一。' },
    })
})

test('rows that the server computes are those of the caller, although their SQL names no company', async () => {
  const sums = (by: Client, query: object = {}) =>
    by.get('/CouponSums', { Month: '2026-11', WithTotals: true, ...query })
  expect((await sums(maker)).data).toMatchObject({
    TotalCount: 3,
    Items: [
      { ApplyCode: '77001', CouponKind: 'Amount', Coupons: 3, Amount: 100 },
      { ApplyCode: '77001', CouponKind: 'Gift', Coupons: 1, Amount: 0 },
      { ApplyCode: '77002', CouponKind: 'Amount', Coupons: 1, Amount: 7 },
    ],
    Totals: [{ Count: 3, Coupons: 5, Amount: 107 }],
  })
  const other = await open.as('CustomerMaker', insurer)
  expect((await sums(other)).data.Items).toMatchObject([{ ApplyCode: '77003', Amount: 9999 }])
  expect((await sums(maker, { CouponKind: 'Gift' })).data.TotalCount).toBe(1)
  expect((await sums(maker, { PageNo: 2, PageSize: 2 })).data.Items).toHaveLength(1)
  expect((await sums(maker, { Month: '' })).errors).toEqual({ Month: '請輸入「月份」。' })
  expect((await sums(maker, { Month: '2026-13' })).errors).toEqual({ Month: '「月份」的查詢值「2026-13」格式不正確。' })
})

test('a report masks personal data as the list does, for every role, on the screen and in files', async () => {
  const masked = { PayerId: 'A1', PayerName: '王○明', Mobile: '0912***678' }
  for (const role of ['CustomerAdmin', 'CustomerMaker', 'CustomerViewer']) {
    const user = await open.as(role)
    expect((await user.get('/PayerRoll')).data.Items).toMatchObject([masked])
    expect((await user.get('/Ext/PayerRoll/listFile', { FileFormat: 'Csv' })).text).toContain(
      Object.values(masked).join(','),
    )
  }
})

test('a file is recorded with the number of its rows', async () => {
  await maker.get('/Ext/CouponReport/listFile', { ...november, FileFormat: 'Txt' })
  const line = await open.db
    .selectFrom('audit_log')
    .select(['action', 'resource', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(line).toMatchObject({ action: 'Export', resource: 'couponReport', after: { Count: 5 } })
})

test.each([
  ['couponReport', november],
  ['couponSums', { Month: '2026-11' }],
])('the PDF, the workbook and the text files of %s contain the lines of the screen', async (name, query) => {
  expect(await sameFigures(maker, open.schemas.get(name), query)).toBeGreaterThan(4)
})

test('a workbook has its title, company, query, time and user above bold titles that stay in view, date cells and amounts', async () => {
  const { bytes } = await maker.get('/Ext/CouponReport/listFile', { ...november, FileFormat: 'Xlsx' })
  const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets
  expect(sheet?.rows.slice(0, 4).map(([first]) => first)).toEqual([
    '優惠券統計表',
    '示範社區管理委員會',
    '起日：2026/11/01～2026/11/30',
    expect.stringMatching(/^製表時間：2026\/11\/20 10:00　製表人員：user\d+$/),
  ])
  const head = 4
  expect(sheet?.rows[head]?.slice(0, 3)).toEqual(['方式', '委託單位代號', '委託單位名稱'])
  const style = (row: number, place: number) => sheet?.cells?.get(`${row},${place}`)?.style
  expect([0, 1, 2, 3, 4, 5].map((place) => style(head, place)?.font?.bold)).toEqual(Array(6).fill(true))
  expect([sheet?.freezePane, sheet?.autoFilter]).toEqual([expect.objectContaining({ rows: head + 1 }), undefined])
  expect(sheet?.rows[head + 1]?.slice(4)).toEqual([new Date('2026-11-02'), 20])
  expect([style(head + 1, 4)?.numFmt, style(head + 1, 5)?.numFmt]).toEqual(['yyyy/mm/dd', '#,##0'])
  const total = (sheet?.rows.length ?? 0) - 1
  expect([sheet?.rows[total]?.[0], sheet?.rows[total]?.[5]]).toEqual(['合計　5 筆', 107])
  expect([style(total, 0)?.font?.bold, style(total, 5)?.font?.bold, style(total, 5)?.numFmt]).toEqual([
    true,
    true,
    '#,##0',
  ])
})

test('a user without the right to read the report is refused', async () => {
  expect((await ask({}, await open.as('CustomerViewer'))).code).toBe('0000')
  expect(await ask({}, await open.as('BankViewer'))).toMatchObject({ status: 403 })
  const file = await (await open.as('BankViewer')).get('/Ext/CouponReport/listFile', { ...november, FileFormat: 'Csv' })
  expect(file).toMatchObject({ status: 403 })
})

test('a file of more than 50,000 rows is refused with the way to get it', async () => {
  await sql`
    insert into coupon (apply_code, coupon_code, coupon_name, coupon_kind, start_date, create_user, create_time, update_user, update_time)
    select '77001', 'M' || n, '優惠', 'Gift', '2025-01-01', 'user01', now(), 'user01', now()
    from generate_series(1, 50001) n`.execute(open.db)
  const january = { StartDateFrom: '2025-01-01', StartDateTo: '2025-01-31' }
  expect(await maker.get('/Ext/CouponReport/listFile', { ...january, FileFormat: 'Csv' })).toMatchObject({
    code: '2002',
    message: '查詢結果有 50,001 筆，超過 50,000 筆，請縮短期間，或到「報表下載」申請檔案。',
  })
  const last = await maker.get('/CouponReport', { ...january, PageNo: 11, PageSize: 5000, WithTotals: true })
  expect(last.data).toMatchObject({ TotalCount: 50_001, Items: [{ CouponCode: 'M9999' }], Totals: [{ Count: 50_001 }] })
})

test('a file of several steps contains every row once', async () => {
  await sql`delete from coupon where coupon_code > 'M3' and coupon_code like 'M%'`.execute(open.db)
  const january = { StartDateFrom: '2025-01-01', StartDateTo: '2025-01-31' }
  const { data } = await maker.get('/CouponReport', { ...january, PageSize: 1 })
  expect(data.TotalCount).toBeGreaterThan(3000)
  const { text } = await maker.get('/Ext/CouponReport/listFile', { ...january, FileFormat: 'Csv' })
  const codes = [...text.matchAll(/,(M\d+),/g)].map(([, code]) => code)
  expect([codes.length, new Set(codes).size]).toEqual([data.TotalCount, data.TotalCount])
})
