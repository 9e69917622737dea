import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { sheets } from '../../../src/server/node/sheets'
import { emptyAuditTrail } from '../../support/audit-lines'
import type { Client } from '../../support/client'
import { type Portal, portal, twoCompanies } from '../../support/portal'

// The action of a page on its list downloads the result of the query, with all its pages.
let here: Portal
let maker: Client

beforeAll(async () => {
  here = await portal()
  await twoCompanies(here)
  await here.given.billTerm({ BillTermId: '2026-11', BillTermName: '11月管理費' })
  for (let no = 1; no <= 3; no += 1) await bill(no, { PayerName: '王大明', ShouldPayAmount: no * 1000 })
  await bill(4, {
    PayerName: '李小華',
    ShouldPayAmount: 250_050,
    CurrencyType: 'USD',
    Remark: '<急件> & "補印"\n第二行',
  })
  await here.given.bill({
    ApplyCode: '77003',
    BillNo: 'X-1',
    PayerName: '陳鄰居',
    BillTermId: '2026-11',
    BillCategoryCode: 'MGT',
  })
  maker = await here.as('CustomerMaker', { ApplyCodes: ['77001'] })
})

const bill = (no: number, values: RecordValues) =>
  here.given.bill({
    BillNo: `B-${String(no).padStart(4, '0')}`,
    BillTermId: '2026-11',
    VACAccount: `7700126000${String(no).padStart(4, '0')}`,
    ...values,
  })

const download = (query: Record<string, string | number | boolean> = {}, client = maker) =>
  client.get('/Bills/DownloadExcel', query)

/** The rows of a workbook as an import reads them. */
const rowsOf = async (bytes: Uint8Array): Promise<readonly (readonly string[])[]> => {
  const rows: (readonly string[])[] = []
  for await (const { cells } of sheets().read({ name: 'bills.xlsx', bytes }, { maxRows: 5000, maxColumns: 60 }))
    rows.push(cells)
  return rows
}

const columnIn = ([titles = [], ...rows]: readonly (readonly string[])[], title: string) =>
  rows.map((cells) => cells[titles.indexOf(title)])

test('the workbook has the records of the query in its order, with codes and names in separate columns and personal data masked', async () => {
  const answer = await download({ SortField: 'ShouldPayAmount', SortOrder: 'DESC', PayerName: '王' })
  expect(answer.headers.get('Content-Type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(answer.headers.get('Content-Disposition')).toContain(encodeURIComponent('代收資料維護.xlsx'))
  const rows = await rowsOf(answer.bytes)
  expect(columnIn(rows, '帳單編號')).toEqual(['B-0003', 'B-0002', 'B-0001'])
  expect(columnIn(rows, '應繳金額')).toEqual(['3000', '2000', '1000'])
  expect(columnIn(rows, '繳款人姓名')).toEqual(['王○明', '王○明', '王○明'])
  expect(columnIn(rows, '代收期別名稱')).toEqual(['11月管理費', '11月管理費', '11月管理費'])
  expect(columnIn(rows, '帳單狀態')).toEqual(['未繳', '未繳', '未繳'])
})

test('the workbook has the format of other exports: bold titles with a filter over all rows, amounts and dates as typed cells', async () => {
  const { sheets: books } = await readXlsx((await download({ SortField: 'BillNo' })).bytes, { readStyles: true })
  const [book] = books
  const titles = book?.rows[0] ?? []
  const styleOf = (row: number, title: string) => book?.cells?.get(`${row},${titles.indexOf(title)}`)?.style
  expect(styleOf(0, '帳單編號')?.font?.bold).toBe(true)
  expect(book?.freezePane).toMatchObject({ rows: 1 })
  expect(book?.autoFilter?.range).toMatch(/^A1:[A-Z]+5$/)
  // An amount in another currency has decimals, so the column has them.
  expect(styleOf(1, '應繳金額')?.numFmt).toBe('#,##0.00')
  expect(styleOf(1, '繳款截止日')?.numFmt).toBe('yyyy/mm/dd')
  expect(book?.rows[4]?.[titles.indexOf('應繳金額')]).toBe(2500.5)
  expect(book?.rows[4]?.[titles.indexOf('備註')]).toBe('<急件> & "補印"\n第二行')
})

test('the workbook has all fields of the list if the list shows all', async () => {
  const titles = (await rowsOf((await download({ AllFields: true })).bytes))[0]
  expect(titles).toContain('行動電話')
  expect((await rowsOf((await download()).bytes))[0]).not.toContain('行動電話')
})

test('the workbook has more records than one step reads, each once', async () => {
  const own = await portal()
  await twoCompanies(own)
  await own.given.bill({ BillNo: 'B-0' })
  await sql`
    insert into bill (apply_code, bill_no, bill_term_id, bill_category_code, payer_name, currency_type, should_pay_amount, paid_amount, payment_start_date, payment_end_date, pay_status, bill_state, account_state, create_user, create_time, update_user, update_time)
    select apply_code, 'C-' || n, bill_term_id, bill_category_code, payer_name, currency_type, n, 0, payment_start_date, payment_end_date, pay_status, bill_state, account_state, create_user, create_time, update_user, update_time
    from bill, generate_series(1, 1234) as n`.execute(own.db)
  const rows = await rowsOf(
    (await download({ BillNo: 'C-', SortField: 'ShouldPayAmount' }, await own.as('CustomerMaker'))).bytes,
  )
  expect(columnIn(rows, '應繳金額')).toEqual(Array.from({ length: 1234 }, (_, index) => String(index + 1)))
})

test('white lists are downloaded by the same code', async () => {
  await here.given.record('whiteList', {
    ApplyCode: '77001',
    VACAccount: '77001260001235',
    CheckType: 'Account',
    MaxTimes: 1,
    PayerName: '王大明',
    WhiteListState: 'Active',
  })
  const answer = await maker.get('/WhiteList/DownloadExcel', { VACAccount: '7700126' })
  expect(columnIn(await rowsOf(answer.bytes), '繳款人姓名')).toEqual(['王○明'])
})

test('the workbook of a query without records has only titles', async () => {
  expect(await rowsOf((await download({ BillNo: 'none' })).bytes)).toHaveLength(1)
})

test('an invalid query is refused like that of the list, before the file begins', async () => {
  expect(await download({ PaymentEndDateFrom: '2026-13-01' })).toMatchObject({
    status: 200,
    code: '2002',
    errors: { PaymentEndDateFrom: expect.any(String) },
  })
  expect(await download({ Nonsense: 'x' })).toMatchObject({ code: '2002' })
})

test('no record of another company is in it, and who may not query the page gets none', async () => {
  expect(columnIn(await rowsOf((await download()).bytes), '帳單編號')).not.toContain('X-1')
  expect((await download({}, await here.as('BankOperator'))).status).toBe(403)
})

test('a download leaves one line with the number of records', async () => {
  await emptyAuditTrail(here.db)
  await download({ PayerName: '王' })
  expect(await here.db.selectFrom('audit_log').select(['action', 'resource', 'record_key', 'after']).execute()).toEqual(
    [{ action: 'Export', resource: 'bills', record_key: '', after: { Count: 3 } }],
  )
})

test('more records than a sheet has rows are refused with the advice to narrow the query', async () => {
  const own = await portal({ ownDatabase: true })
  await twoCompanies(own)
  const client = await own.as('CustomerMaker')
  await own.given.bill({ BillNo: 'B-1' })
  await sql`alter table bill rename to single_bill`.execute(own.db)
  await sql`create view bill as select single_bill.* from single_bill, generate_series(1, 1048576)`.execute(own.db)
  expect(await download({}, client)).toMatchObject({
    code: '2002',
    message: '查詢結果有 1,048,576 筆，超過 Excel 一張工作表的 1,048,575 筆，請縮小查詢條件後再下載。',
  })
})

test('a client that leaves ends the reading', async () => {
  const own = await portal()
  await twoCompanies(own)
  await own.given.bill({ BillNo: 'B-1' })
  let closed = false
  own.ports.sheets.stream = async function* () {
    try {
      for (;;) yield new Uint8Array(10)
    } finally {
      closed = true
    }
  }
  const { token } = await own.as('CustomerMaker')
  const response = await own.app.request('/api/Bills/DownloadExcel', { headers: { Authorization: `Bearer ${token}` } })
  await response.body?.cancel()
  expect(closed).toBe(true)
})
