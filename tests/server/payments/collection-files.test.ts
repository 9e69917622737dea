import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import { csv, xlsx } from '../imports/files'
import { collectionsIn, office, paidOf, titles, upload } from './collection-uploads'

test('rows of a file name their bills as people write numbers and accounts', async () => {
  const here = await office()
  await here.given.bill({ BillNo: 'B202611-000777', VACAccount: '77001260007771' })
  const rows = [
    ['b202611000777', '', '1', '2026/11/20', '現金', '', ''],
    ['Ｂ202611‐000777', '', '2', '2026/11/20', '現金', '', ''],
    ['', '7700 1260 0077 71', '3', '2026/11/20', '現金', '', ''],
    ['', '0077001260007771', '4', '2026/11/20', '現金', '', ''],
  ]
  expect((await upload(here.maker, await xlsx([titles, ...rows]), {}, 'collections.xlsx')).data).toMatchObject({
    Written: true,
    GoodCount: 4,
    BadRows: [],
  })
  expect((await collectionsIn(here)).map(({ bill_no }) => bill_no)).toEqual(rows.map(() => 'B202611-000777'))
})

test('a file of collections pays its bills, which rows name by number or account', async () => {
  const here = await office()
  const [one, two] = [await here.given.bill(), await here.given.bill()]
  const file = await xlsx([
    titles,
    [String(one.BillNo), '', '1,000', '2026/11/20', '現金', '', ''],
    ['', String(two.VACAccount), '300', '1151119', '匯款', 'R1151120005', '第一期'],
    ['', String(two.VACAccount), '700', '20261120', '支票', '', ''],
  ])
  const { code, data } = await upload(here.maker, file, {}, 'collections.xlsx')
  expect(code).toBe('0000')
  expect(data).toMatchObject({ Written: true, TotalCount: 3, GoodCount: 3, CreateCount: 3, BadRows: [] })
  expect((await collectionsIn(here)).map(Object.values)).toEqual([
    [one.BillNo, 1000, 'R1151120006', '77001', 'Cash'],
    [two.BillNo, 300, 'R1151120005', '77001', 'Remit'],
    [two.BillNo, 700, 'R1151120007', '77001', 'Check'],
  ])
  expect(await paidOf(here)).toEqual([
    [1000, 'Paid'],
    [1000, 'Paid'],
  ])
  const audit = await here.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('resource', '=', 'selfCollection')
    .orderBy('id')
    .execute()
  expect(audit.map(({ action, after }) => [action, (after as RecordValues).ReceiptNo])).toEqual([
    ['Create', 'R1151120006'],
    ['Create', 'R1151120005'],
    ['Create', 'R1151120007'],
  ])
  expect(await verifyLedger(here.db)).toEqual([])
})

test('each bad row has its code, and the good rows are written', async () => {
  const here = await office()
  const open = await here.given.bill()
  const paid = await here.given.bill({ PaidAmount: 0, BillState: 'Void' })
  const collected = await here.given.bill()
  await here.maker.post('/SelfCollection', {
    ApplyCode: '77001',
    BillSerialId: collected.SerialId,
    CollectAmount: 1000,
    CollectDate: '2026-11-20',
    CollectMethod: 'Cash',
    ReceiptNo: 'A-1',
  })
  const row = (billNo: unknown, amount: string, receipt = '', day = '2026/11/20') => [
    String(billNo),
    '',
    amount,
    day,
    '現金',
    receipt,
    '',
  ]
  const { data } = await upload(
    here.maker,
    csv([
      titles,
      row(open.BillNo, '600'),
      row(open.BillNo, '401'),
      row('B202611-999999', '1'),
      row(paid.BillNo, '1'),
      row(collected.BillNo, '1'),
      row(open.BillNo, '1', 'A-1'),
      row(open.BillNo, '1', '', '2026/01/01'),
      row('', '1'),
      row(open.BillNo, '1', '', ''),
      row(open.BillNo, '400'),
    ]),
  )
  expect(data).toMatchObject({ Written: true, GoodCount: 2, BadCount: 8 })
  const problems = data.BadRows.map(({ RowNo, Problems }: { RowNo: number; Problems: RecordValues[] }) => [
    RowNo,
    ...Problems.map(({ ColumnName, ErrorCode }) => `${ColumnName} ${ErrorCode}`),
  ])
  expect(problems).toEqual([
    [3, '收款金額 E109'],
    [4, '帳單編號 E106'],
    [5, '帳單編號 E106'],
    [6, '帳單編號 E111'],
    [7, '收據號碼 E105'],
    [8, '收款日期 E102'],
    [9, '帳單編號 E101'],
    [10, '收款日期 E101'],
  ])
  expect((await paidOf(here))[0]).toEqual([1000, 'Paid'])
  expect(await verifyLedger(here.db)).toEqual([])
})

test('a file without the column of the day is refused, because the money may be that of another day', async () => {
  const here = await office()
  const bill = await here.given.bill()
  const { code, message } = await upload(
    here.maker,
    csv([
      ['帳單編號', '收款金額', '收款方式'],
      [String(bill.BillNo), '1000', '現金'],
    ]),
  )
  expect([code, message]).toEqual(['3004', expect.stringContaining('收款日期')])
})

test('a row must name its bill in the column that the file has for it', async () => {
  const here = await office()
  const problemsOf = async (columns: readonly string[]) => {
    const { data } = await upload(
      here.maker,
      csv([
        [...columns, '收款金額', '收款日期', '收款方式'],
        [...columns.map(() => ''), '1', '2026/11/20', '現金'],
      ]),
    )
    return data.BadRows.flatMap(({ Problems }: { Problems: RecordValues[] }) =>
      Problems.map(({ ColumnName, ErrorCode, Message }) => `${ColumnName} ${ErrorCode} ${Message}`),
    )
  }
  const text = 'E101 請填寫帳單編號或虛擬帳號，以指明收款的帳單。'
  expect(await problemsOf(['帳單編號', '虛擬帳號'])).toEqual([`帳單編號 ${text}`])
  expect(await problemsOf(['帳單編號'])).toEqual([`帳單編號 ${text}`])
  expect(await problemsOf(['虛擬帳號'])).toEqual([`虛擬帳號 ${text}`])
})

test('the same row twice is one collection, however it names the bill; a receipt number or a remark makes it another one', async () => {
  const here = await office()
  const bill = await here.given.bill()
  const [byNumber, byAccount] = [
    [String(bill.BillNo), ''],
    ['', String(bill.VACAccount)],
  ]
  const rest = ['200', '2026/11/20', '現金']
  const file = csv([
    titles,
    [...byNumber, ...rest, '', ''],
    [...byNumber, ...rest, '', ''],
    [...byAccount, ...rest, '', ''],
    [...byAccount, ...rest, '', '第二次'],
    [...byNumber, ...rest, 'A-1', ''],
    [...byNumber, ...rest, 'A-1', ''],
  ])
  const { data } = await upload(here.maker, file)
  expect(
    data.BadRows.map(({ RowNo, Problems: [problem] }: { RowNo: number; Problems: RecordValues[] }) => [
      RowNo,
      problem?.ColumnName,
      problem?.ErrorCode,
      problem?.Message,
    ]),
  ).toEqual([
    [3, '帳單編號', 'E105', expect.stringMatching(/^與第 2 列的.*都相同/)],
    [4, '虛擬帳號', 'E105', expect.stringMatching(/^與第 2 列的.*都相同/)],
    [7, '收據號碼', 'E105', expect.any(String)],
  ])
  expect(await paidOf(here)).toEqual([[600, 'PartialPaid']])
  expect(await verifyLedger(here.db)).toEqual([])
})

test('with AllOrNothing, a file with a bad row writes nothing', async () => {
  const here = await office()
  const bill = await here.given.bill()
  const row = [String(bill.BillNo), '', '600', '2026/11/20', '現金', '', '']
  const { data } = await upload(here.maker, csv([titles, row, row]), { ImportMode: 'AllOrNothing' })
  expect(data).toMatchObject({ Written: false, GoodCount: 1, BadCount: 1 })
  expect(await collectionsIn(here)).toEqual([])
  expect(await paidOf(here)).toEqual([[0, 'Unpaid']])
})

test('of two files that collect the same bill at once, one pays it', async () => {
  const here = await office()
  const bill = await here.given.bill()
  const file = csv([titles, [String(bill.BillNo), '', '1000', '2026/11/20', '現金', '', '']])
  const answers = await Promise.all([upload(here.maker, file), upload(await here.as('CustomerAdmin'), file)])
  expect(answers.map(({ data }) => data.Written).sort()).toEqual([false, true])
  expect(await paidOf(here)).toEqual([[1000, 'Paid']])
  expect(await verifyLedger(here.db)).toEqual([])
})

test('a file of many rows is imported by a job, for the agreement of the form', async () => {
  const here = await office()
  const bill = await here.given.bill({ ShouldPayAmount: 1100 })
  const rows = Array.from({ length: 1001 }, (_, no) => [
    String(bill.BillNo),
    '',
    '1',
    '2026/11/20',
    '現金',
    '',
    `第 ${no + 1} 筆`,
  ])
  const { data } = await upload(here.maker, csv([titles, ...rows]))
  expect(data.JobId).toEqual(expect.any(Number))
  await here.ports.jobs.runUntilIdle()
  expect((await here.maker.get(`/Ext/GetImportResult/${data.JobId}`)).data).toMatchObject({
    Written: true,
    CreateCount: 1001,
  })
  expect(await paidOf(here)).toEqual([[1001, 'PartialPaid']])
  expect(await verifyLedger(here.db)).toEqual([])
})

test('a file without the columns, of another agreement or by a viewer is refused', async () => {
  const here = await office()
  const file = csv([titles, ['B202611-000001', '', '1', '2026/11/20', '現金', '', '']])
  expect((await upload(here.maker, csv([['姓名'], ['王大明']]))).code).toBe('3004')
  expect((await upload(here.maker, file, { ApplyCode: '77003' })).errors).toEqual({ ApplyCode: expect.any(String) })
  expect((await upload(await here.as('CustomerChecker'), file)).status).toBe(403)
})

test('the page has a template, a check that writes nothing, and an import', async () => {
  const here = await office()
  const bill = await here.given.bill()
  const template = await here.maker.get('/Ext/SelfCollection/ImportTemplate')
  expect(decodeURIComponent(template.headers.get('Content-Disposition') ?? '')).toContain('自行收款匯入範本.xlsx')
  const form = new FormData()
  form.append(
    'File',
    new File([new Uint8Array(csv([titles, [String(bill.BillNo), '', '1000', '2026/11/20', '現金', '', '']]))], 'a.csv'),
  )
  const preview = await here.maker.request('POST', '/Ext/SelfCollection/PreviewImport', { form })
  expect(preview.data.Columns.map(({ Field }: RecordValues) => Field)).toEqual([
    'BillNo',
    'VACAccount',
    'CollectAmount',
    'CollectDate',
    'CollectMethod',
    'ReceiptNo',
    'Remark',
  ])
  form.append('Mapping', JSON.stringify({ BillNo: 0, CollectAmount: 2, CollectDate: 3, CollectMethod: 4 }))
  expect((await here.maker.request('POST', '/Ext/SelfCollection/CheckImport', { form })).data).toMatchObject({
    GoodCount: 1,
    Written: false,
  })
  expect(await collectionsIn(here)).toEqual([])
  form.append('ImportMode', 'GoodRows')
  expect((await here.maker.request('POST', '/Ext/SelfCollection/Import', { form })).data).toMatchObject({
    Written: true,
  })
  expect(await paidOf(here)).toEqual([[1000, 'Paid']])
})
