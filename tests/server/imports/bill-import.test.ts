import iconv from 'iconv-lite'
import { beforeEach, expect, test } from 'vitest'
import { insurer, portal } from '../../support/portal'
import { csv, xlsx } from './files'
import { goodForm, header, imported, plain, rows, twoCompaniesWithTerms, upload } from './uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
await open.given.fee({ FeeCode: 'F01', FeeName: '管理費' })
await open.given.fee({ FeeCode: 'F02', FeeName: '減免' })
await open.given.payerUnit()
const maker = await open.as('CustomerMaker')
const otherCompany = await open.as('CustomerMaker', insurer)

// No test depends on the bills and numbers of another one, nor on its changes of the agreement.
beforeEach(async () => {
  await open.db.deleteFrom('bill').execute()
  await open.db.deleteFrom('counter').where('name', 'like', 'bill:%').execute()
  await open.db.updateTable('agreement').set({ allow_own_vac: false }).where('apply_code', '=', '77001').execute()
})

const billsOf = async (batch: string) =>
  (await maker.get('/Bills', { ImportBatchNo: batch, PageSize: 500, SortField: 'BillNo', SortOrder: 'ASC' })).data

test('a real workbook of 5,000 rows becomes 5,000 bills', async () => {
  const bytes = await xlsx([header, ...rows(5000, 100_001)])
  const done = await imported(open, maker, 'bills.xlsx', bytes)
  expect(done).toMatchObject({
    ImportStatus: 'Succeeded',
    TotalCount: 5000,
    SuccessCount: 5000,
    FailCount: 0,
    TotalAmount: 5_000_000,
    UploadUser: expect.any(String),
  })
  const { Items, TotalCount } = await billsOf(done.ImportBatchNo)
  expect(TotalCount).toBe(5000)
  expect(Items[0]).toMatchObject({
    BillNo: 'B202611-000001',
    PayerId: 'P100001',
    VACAccount: '77001261000013',
    ShouldPayAmount: 1000,
    BillStatus: 'Unpaid',
    PaymentEndDate: '2026-11-30',
  })
  expect(new Set(Items.map((bill: { BillNo: string }) => bill.BillNo)).size).toBe(500)
})

test('a bill has its account, its fee lines and the barcodes of the agreement', async () => {
  await open.given.payer({
    PayerId: 'A1-0501',
    PayerNo: '000123',
    IdNo: 'A123456789',
    Mobile: '0912345678',
    PayerUnitId: 'A1',
  })
  const file = csv(
    [
      ['繳款人代號*', '繳款人姓名 ', '繳費項目1', '金額１', '繳費項目2', '金額2', '應繳金額', '繳款截止日'],
      ['A1-0501', '王大明', 'F01', '1,050', '減免', '-50', '1000', '115/11/30'],
    ].map((row) => row.map((cell) => `"${cell}"`)),
  )
  const done = await imported(open, maker, 'bills.csv', file)
  expect(done).toMatchObject({ ImportStatus: 'Succeeded', ErrorLog: [] })
  const { Items } = await billsOf(done.ImportBatchNo)
  const { data: bill } = await maker.get(`/Bills/${Items[0].SerialId}`)
  expect(bill).toMatchObject({
    VACAccount: '77001260001235',
    PayerNo: '000123',
    IdNo: 'A123456789',
    PayerUnitId: 'A1',
    FeeItems: [
      { SortNo: 1, FeeCode: 'F01', FeeName: '管理費', Amount: 1050 },
      { SortNo: 2, FeeCode: 'F02', FeeName: '減免', Amount: -50 },
    ],
    MarketBarcodes: ['1511307A1', '0077001260001235', '113023000001000'],
    PostBarcodes: ['50012345', '115113000770012600012352', '00001000'],
    PayStatus: 'Unpaid',
    BillState: 'Active',
  })
})

test('a payer is found by a code in other letters, unless it may mean two payers', async () => {
  await open.given.payer({ PayerId: 'B2-0601', PayerNo: '000601', Mobile: '0912345678' })
  for (const [PayerId, PayerNo] of [
    ['c3', '000602'],
    ['C3', '000603'],
  ] as const)
    await open.given.payer({ PayerId, PayerNo })
  const titles = ['繳款人代號', '繳款人編號', '繳款人姓名', '應繳金額']
  const bytes = csv([
    titles,
    ['b2-0601', '', '王大明', '100'],
    ['C3', '', '王大明', '100'],
    ['Ｄ4', '000604', '王大明', '100'],
  ])
  const done = await imported(open, maker, 'bills.csv', bytes)
  expect(done).toMatchObject({ ImportStatus: 'Succeeded', ErrorLog: [] })
  const { Items } = await billsOf(done.ImportBatchNo)
  expect(Items.map(({ PayerId, PayerNo }: Record<string, string>) => [PayerId, PayerNo])).toEqual([
    ['B2-0601', '000601'],
    ['C3', '000603'],
    ['D4', '000604'],
  ])
})

test('a csv file in Big5 is accepted', async () => {
  const text = [header, ...rows(2, 200_001)].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')
  expect(await imported(open, maker, 'bills.csv', new Uint8Array(iconv.encode(text, 'cp950')))).toMatchObject({
    ImportStatus: 'Succeeded',
    SuccessCount: 2,
  })
})

test('bad rows are listed with row, column, value, code and reason; good rows become bills', async () => {
  const titles = [
    '期別代號',
    '代收單位代號',
    '繳款人代號',
    '繳款人編號',
    '繳款人姓名',
    '身分證字號／統編',
    '行動電話',
    '繳款截止日',
    '應繳金額',
    '繳費項目1',
    '金額1',
  ]
  const good = [
    '2026-11',
    'A1',
    'Q1',
    '300001',
    '王大明',
    'A123456789',
    '0912-345-678',
    '2026/12/31',
    '',
    'F01',
    '1000',
  ]
  const change = (no: number, changes: Record<number, string>) =>
    good.map((cell, place) => changes[place] ?? (place === 2 ? `Q${no}` : place === 3 ? String(300_000 + no) : cell))
  const file = await xlsx([
    titles,
    change(1, {}),
    change(2, { 4: '' }),
    change(3, { 6: '12345' }),
    change(4, { 5: 'A123456788' }),
    change(5, { 3: '12345' }),
    change(6, { 3: '300001' }),
    change(7, { 0: '2099-01' }),
    change(8, { 7: '2026/11/01' }),
    change(9, { 8: '999' }),
    change(10, { 9: 'X99' }),
    change(11, { 10: 'abc' }),
  ])
  const done = await imported(open, maker, 'bills.xlsx', file, { BillTermId: null })
  expect(done).toMatchObject({
    ImportStatus: 'PartialFailed',
    TotalCount: 11,
    SuccessCount: 1,
    FailCount: 10,
    TotalAmount: 1000,
  })
  expect(
    done.ErrorLog.map(({ RowNo, ColumnName, Value, ErrorCode }: Record<string, unknown>) => [
      RowNo,
      ColumnName,
      Value,
      ErrorCode,
    ]),
  ).toEqual([
    [3, '繳款人姓名', '', 'E101'],
    [4, '行動電話', '12345', 'E102'],
    [5, '身分證字號／統編', 'A123456788', 'E103'],
    [6, '繳款人編號', '12345', 'E104'],
    [7, '銷帳編號', '77001263000019', 'E105'],
    [8, '期別代號', '2099-01', 'E106'],
    [9, '繳款截止日', '2026/11/01', 'E107'],
    [10, '應繳金額', '999', 'E108'],
    [11, '繳費項目1', 'X99', 'E106'],
    [12, '金額1', 'abc', 'E102'],
  ])
  for (const { Message } of done.ErrorLog) expect(Message).toMatch(/。$/)
})

test('an account of an active bill is refused, and accepted again once that bill is void', async () => {
  const file = csv([[...header], ['S1', '500001', '王大明', '1000']])
  const first = await imported(open, maker, 'bills.csv', file)
  const again = await imported(open, maker, 'bills.csv', file)
  expect(again).toMatchObject({
    ImportStatus: 'Failed',
    ErrorLog: [{ RowNo: 2, ColumnName: '銷帳編號', ErrorCode: 'E110' }],
  })
  await open.db
    .updateTable('bill')
    .set({ pay_status: 'Paid', paid_amount: 1000 })
    .where('import_batch_no', '=', first.ImportBatchNo)
    .execute()
  expect((await imported(open, maker, 'bills.csv', file)).ErrorLog).toMatchObject([{ ErrorCode: 'E111' }])
  expect(await maker.delete(`/BillImportList/${first.SerialId}`)).toMatchObject({ code: '2006' })
  await open.db
    .updateTable('bill')
    .set({ pay_status: 'Unpaid', paid_amount: 0 })
    .where('import_batch_no', '=', first.ImportBatchNo)
    .execute()
  expect(await maker.delete(`/BillImportList/${first.SerialId}`)).toMatchObject({ code: '0000' })
  expect((await billsOf(first.ImportBatchNo)).Items).toMatchObject([{ BillStatus: 'Void' }])
  expect(await imported(open, maker, 'bills.csv', file)).toMatchObject({ ImportStatus: 'Succeeded' })
})

test('two concurrent imports both succeed, and of the same accounts only one import gets them', async () => {
  const one = csv([[...header], ...plain(200, 600_001)])
  const other = csv([[...header], ...plain(200, 600_101)])
  const answers = await Promise.all([upload(maker, 'a.csv', one), upload(maker, 'b.csv', other)])
  await open.ports.jobs.runUntilIdle()
  const done = await Promise.all(
    answers.map(async ({ data }) => (await maker.get(`/BillImportList/${data.SerialId}`)).data),
  )
  expect(done.map(({ SuccessCount }) => SuccessCount).sort()).toEqual([100, 200])
  expect(done.map(({ TotalCount, SuccessCount, FailCount }) => TotalCount - SuccessCount - FailCount)).toEqual([0, 0])
  const accounts = await open.db
    .selectFrom('bill')
    .select(['vac_account', 'bill_no'])
    .where('payer_no', '>=', '600001')
    .where('payer_no', '<=', '600300')
    .execute()
  expect(new Set(accounts.map(({ vac_account }) => vac_account)).size).toBe(300)
  expect(new Set(accounts.map(({ bill_no }) => bill_no)).size).toBe(300)
})

test('all or nothing imports nothing if one row is bad', async () => {
  const file = csv([[...header], ['T1', '700001', '王大明', '1000'], ['T2', '700002', '', '1000']])
  const done = await imported(open, maker, 'bills.csv', file, { ImportMode: 'AllOrNothing' })
  expect(done).toMatchObject({ ImportStatus: 'Failed', TotalCount: 2, SuccessCount: 0, FailCount: 2, TotalAmount: 0 })
  expect((await billsOf(done.ImportBatchNo)).TotalCount).toBe(0)
  expect(
    (
      await imported(open, maker, 'bills.csv', csv([[...header], ['T1', '700001', '王大明', '1000']]), {
        ImportMode: 'AllOrNothing',
      })
    ).ImportStatus,
  ).toBe('Succeeded')
})

test('the original file is downloaded unchanged, with its name', async () => {
  const bytes = await xlsx([header, ['U1', '800001', '王大明', 1000]])
  const done = await imported(open, maker, '十一月.xlsx', bytes)
  const file = await maker.get(`/BillImportList/DownloadFile/${done.SerialId}`)
  expect(file.bytes).toEqual(new Uint8Array(bytes))
  expect(decodeURIComponent(file.headers.get('Content-Disposition') ?? '')).toContain('十一月.xlsx')
})

test('another company cannot see an upload', async () => {
  const done = await imported(open, maker, 'bills.csv', csv([[...header], ['V1', '900001', '王大明', '1000']]))
  for (const path of [
    `/BillImportList/${done.SerialId}`,
    `/BillImportList/DownloadFile/${done.SerialId}`,
    `/BillImportList/DownloadPLog/${done.SerialId}`,
  ])
    expect((await otherCompany.get(path)).status).toBe(404)
  expect((await otherCompany.delete(`/BillImportList/${done.SerialId}`)).status).toBe(404)
  expect((await otherCompany.get('/BillImportList', { ImportBatchNo: done.ImportBatchNo })).data.TotalCount).toBe(0)
  expect((await otherCompany.get('/Bills', { ImportBatchNo: done.ImportBatchNo })).data.TotalCount).toBe(0)
  expect(await upload(otherCompany, 'a.csv', csv([[...header], ['V2', '900002', '王大明', '1000']]))).toMatchObject({
    errors: { ApplyCode: expect.any(String) },
  })
})

test('the form is validated field by field', async () => {
  const file = csv([[...header], ...rows(1, 910_001)])
  const answer = await upload(maker, 'bills.csv', file, {
    ...Object.fromEntries(Object.keys(goodForm).map((name) => [name, null])),
  })
  expect(Object.keys(answer.errors).sort()).toEqual([
    'ApplyCode',
    'BillImportPDFSetting',
    'CurrencyType',
    'CustomerName',
    'ImportBatchName',
  ])
  expect((await upload(maker, 'bills.csv', file, { Surprise: 'x' })).errors).toHaveProperty('Surprise')
  expect((await upload(maker, 'bills.csv', file, { PaymentEndDate: '2026-11-19' })).errors).toHaveProperty(
    'PaymentEndDate',
  )
  expect((await upload(maker, 'bills.pdf', file)).errors).toHaveProperty('File')
})

test('an unknown way to print slips is refused', async () => {
  const file = csv([[...header], ...plain(1, 915_001)])
  expect((await upload(maker, 'bills.csv', file, { BillImportPDFSetting: 'Other' })).errors).toHaveProperty(
    'BillImportPDFSetting',
  )
})

test('a closed term accepts no more bills', async () => {
  await open.given.billTerm({ BillTermId: '2026-10', BillTermNo: '25', TermStatus: 'Closed' })
  const file = csv([[...header], ...rows(1, 920_001)])
  expect(await upload(maker, 'bills.csv', file, { BillTermId: '2026-10' })).toMatchObject({
    code: '2006',
    errors: { BillTermId: expect.any(String) },
  })
})

test('an amount of the row takes precedence over that of the term, which is the default', async () => {
  await open.given.billTerm({
    BillTermId: '2026-12',
    BillTermNo: '27',
    FeeItems: [
      { FeeCode: 'F01', Amount: 800 },
      { FeeCode: 'F02', Amount: -100 },
    ],
  })
  const file = csv([[...header], ['W1', '930001', '王大明', ''], ['W2', '930002', '王大明', '1500']])
  const done = await imported(open, maker, 'bills.csv', file, { BillTermId: '2026-12' })
  expect(done).toMatchObject({ ImportStatus: 'Succeeded', TotalAmount: 2200 })
  const { Items } = await billsOf(done.ImportBatchNo)
  const details = await Promise.all(
    Items.map(async ({ SerialId }: { SerialId: number }) => (await maker.get(`/Bills/${SerialId}`)).data.FeeItems),
  )
  expect(details).toEqual([
    [
      { SortNo: 1, FeeCode: 'F01', FeeName: '管理費', Amount: 800 },
      { SortNo: 2, FeeCode: 'F02', FeeName: '減免', Amount: -100 },
    ],
    [{ SortNo: 1, FeeCode: null, FeeName: '社區管理費', Amount: 1500 }],
  ])
})

test('accounts that the company chose are accepted where the agreement allows them, and their check digits are verified', async () => {
  await open.db.updateTable('agreement').set({ allow_own_vac: true }).where('apply_code', '=', '77001').execute()
  const file = csv([
    ['繳款人代號', '繳款人編號', '繳款人姓名', '應繳金額', '銷帳編號'],
    ['Y1', '940001', '王大明', '1000', '77001000000010'],
    ['Y2', '940002', '王大明', '1000', '77001000000011'],
    ['Y3', '940003', '王大明', '1000', '77003000000010'],
  ])
  const done = await imported(open, maker, 'bills.csv', file)
  expect(done.ErrorLog).toMatchObject([
    { RowNo: 3, ErrorCode: 'E103' },
    { RowNo: 4, ErrorCode: 'E102' },
  ])
  expect((await billsOf(done.ImportBatchNo)).Items).toMatchObject([{ VACAccount: '77001000000010' }])
})

test('numbers of existing bills are not assigned again', async () => {
  await open.given.bill({ BillNo: 'B202611-123456', VACAccount: '77001269999999' })
  const done = await imported(open, maker, 'bills.csv', csv([[...header], ...plain(2, 950_001)]))
  expect((await billsOf(done.ImportBatchNo)).Items).toMatchObject([
    { BillNo: 'B202611-123457' },
    { BillNo: 'B202611-123458' },
  ])
})
