import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { importLayout } from '../../../src/server/imports/records/row-input'
import { importFile } from '../../../src/server/imports/records/run'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import type { Client } from '../../support/client'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { csv, xlsx } from '../imports/files'

const titles = ['帳單編號', '虛擬帳號', '收款金額', '收款日期', '收款方式', '收據號碼', '備註']

const office = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  return { ...here, maker: await here.as('CustomerMaker') }
}

const upload = async (client: Client, bytes: Uint8Array, fields: RecordValues = {}, name = 'collections.csv') => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ApplyCode: '77001', ...fields })) form.append(field, String(value))
  form.append('File', new File([new Uint8Array(bytes)], name))
  return client.request('POST', '/SelfCollection/UploadExcel', { form })
}

const collectionsIn = ({ db }: Pick<Portal, 'db'>) =>
  db.selectFrom('self_collection').select(['bill_no', 'collect_amount', 'receipt_no', 'apply_code', 'collect_method']).orderBy('serial_id').execute()

const paidOf = async ({ db }: Pick<Portal, 'db'>) =>
  (await db.selectFrom('bill').select(['paid_amount', 'pay_status']).orderBy('serial_id').execute()).map(({ paid_amount, pay_status }) => [
    paid_amount,
    pay_status,
  ])

test('rows of a file name their bills as people write numbers and accounts', async () => {
  const here = await office()
  await here.given.bill({ BillNo: 'B202611-000777', VACAccount: '77001260007771' })
  const rows = [
    ['b202611000777', '', '1', '2026/11/20', '現金', '', ''],
    ['Ｂ202611‐000777', '', '2', '2026/11/20', '現金', '', ''],
    ['', '7700 1260 0077 71', '3', '2026/11/20', '現金', '', ''],
    ['', '0077001260007771', '4', '2026/11/20', '現金', '', ''],
  ]
  expect((await upload(here.maker, await xlsx([titles, ...rows]), {}, 'collections.xlsx')).data).toMatchObject({ Written: true, GoodCount: 4, BadRows: [] })
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
  const audit = await here.db.selectFrom('audit_log').select(['action', 'after']).where('resource', '=', 'selfCollection').orderBy('id').execute()
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
  const row = (billNo: unknown, amount: string, receipt = '', day = '2026/11/20') => [String(billNo), '', amount, day, '現金', receipt, '']
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
  const rows = Array.from({ length: 1001 }, (_, no) => [String(bill.BillNo), '', '1', '2026/11/20', '現金', '', `第 ${no + 1} 筆`])
  const { data } = await upload(here.maker, csv([titles, ...rows]))
  expect(data.JobId).toEqual(expect.any(Number))
  await here.ports.jobs.runUntilIdle()
  expect((await here.maker.get(`/Ext/GetImportResult/${data.JobId}`)).data).toMatchObject({ Written: true, CreateCount: 1001 })
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
  form.append('File', new File([new Uint8Array(csv([titles, [String(bill.BillNo), '', '1000', '2026/11/20', '現金', '', '']]))], 'a.csv'))
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
  expect((await here.maker.request('POST', '/Ext/SelfCollection/CheckImport', { form })).data).toMatchObject({ GoodCount: 1, Written: false })
  expect(await collectionsIn(here)).toEqual([])
  form.append('ImportMode', 'GoodRows')
  expect((await here.maker.request('POST', '/Ext/SelfCollection/Import', { form })).data).toMatchObject({ Written: true })
  expect(await paidOf(here)).toEqual([[1000, 'Paid']])
})

/** Rows of a file that collect two bills, one of them in full. */
const twoRows = async (here: Pick<Portal, 'given'>) => {
  const [one, two] = [await here.given.bill(), await here.given.bill({ ShouldPayAmount: 5000 })]
  const rows = [
    [String(one.BillNo), '', '1000', '2026/11/20', '現金', '', ''],
    ['', String(two.VACAccount), '300', '2026/11/19', '匯款', 'A-1', '第一期'],
  ]
  return { one, two, rows, file: csv([titles, ...rows]) }
}

const skippedRows = ({ SkippedRows }: { SkippedRows: RecordValues[] }) =>
  SkippedRows.map(({ RowNo, ColumnName, ErrorCode, Message }) => [RowNo, ColumnName, ErrorCode, Message])

test('a file that is sent three times is booked once: its rows are named as recorded, and are no errors', async () => {
  const here = await office()
  const { file } = await twoRows(here)
  expect((await upload(here.maker, file)).data).toMatchObject({ Written: true, CreateCount: 2, SkippedCount: 0, SkippedRows: [] })
  for (let time = 2; time <= 3; time++) {
    const { code, data } = await upload(here.maker, file)
    expect(code).toBe('0000')
    expect(data).toMatchObject({ Written: false, TotalCount: 2, GoodCount: 0, BadCount: 0, SkippedCount: 2, CreateCount: 0, BadRows: [], Warnings: [] })
    expect(skippedRows(data)).toEqual([
      [2, '帳單編號', 'W103', expect.stringMatching(/^帳單、金額、日期及收款方式與 2026\/11\/20 10:00 由 \S+ 登錄的收款（收據 R1151120001）相同，因此略過/)],
      [3, '虛擬帳號', 'W103', expect.stringContaining('（收據 A-1）')],
    ])
  }
  expect(await paidOf(here)).toEqual([
    [1000, 'Paid'],
    [300, 'PartialPaid'],
  ])
  expect(await verifyLedger(here.db)).toEqual([])
})

test('a corrected file books its new rows only, also as all or nothing, because recorded rows are no errors', async () => {
  const here = await office()
  const { two, rows, file } = await twoRows(here)
  await upload(here.maker, file)
  const added = [String(two.BillNo), '', '301', '2026/11/19', '匯款', '', '']
  const { data } = await upload(here.maker, csv([titles, added, ...rows]), { ImportMode: 'AllOrNothing' })
  expect(data).toMatchObject({ Written: true, TotalCount: 3, GoodCount: 1, BadCount: 0, SkippedCount: 2, CreateCount: 1 })
  expect((await paidOf(here))[1]).toEqual([601, 'PartialPaid'])
})

test.each([
  ['amount', { CollectAmount: 301 }],
  ['day', { CollectDate: '2026-11-18' }],
  ['method', { CollectMethod: 'Cash' }],
  ['cancellation', { CollectStatus: 'Cancelled' }],
])('a recorded collection with another %s does not equal a row', async (_, difference) => {
  const here = await office()
  const { two } = await twoRows(here)
  const recorded = { BillSerialId: two.SerialId, CollectAmount: 300, CollectDate: '2026-11-19', CollectMethod: 'Remit', CollectStatus: 'Collected' }
  await here.given.record('selfCollection', { ApplyCode: '77001', UniformNo: '90000017', BillNo: two.BillNo, ReceiptNo: 'B-1', ...recorded, ...difference })
  const { data } = await upload(here.maker, csv([titles, [String(two.BillNo), '', '300', '2026/11/19', '匯款', '', '']]))
  expect(data).toMatchObject({ Written: true, CreateCount: 1, SkippedRows: [] })
})

test('a clerk who includes equal rows books them, with a warning; a row that the bill or its receipt number forbids is an error', async () => {
  const here = await office()
  const { two, rows, file } = await twoRows(here)
  await upload(here.maker, file)
  const withoutReceipt = [String(two.BillNo), '', '300', '2026/11/19', '匯款', '', '']
  const { data } = await upload(here.maker, csv([titles, ...rows, withoutReceipt]), { IncludeEqual: 'true' })
  expect(data).toMatchObject({ Written: true, CreateCount: 1, BadCount: 2, SkippedCount: 0, SkippedRows: [] })
  expect(data.BadRows).toMatchObject([
    { RowNo: 2, Problems: [{ ErrorCode: 'E111' }] },
    { RowNo: 3, Problems: [{ ErrorCode: 'E105' }] },
  ])
  expect(data.Warnings).toMatchObject([{ RowNo: 4, ErrorCode: 'W103', Message: expect.stringMatching(/（收據 A-1）相同，依您的選擇一併匯入。$/) }])
  expect((await paidOf(here))[1]).toEqual([600, 'PartialPaid'])
  expect(await verifyLedger(here.db)).toEqual([])
})

test('two uploads of the same file at the same moment book it once', async () => {
  const here = await office()
  const bill = await here.given.bill({ ShouldPayAmount: 5000 })
  const file = csv([titles, [String(bill.BillNo), '', '1000', '2026/11/20', '現金', '', '']])
  const clients = [here.maker, await here.as('CustomerAdmin'), await here.as('CustomerMaker')]
  const answers = await Promise.all(clients.map((client) => upload(client, file)))
  expect(answers.map(({ data }) => [data.Written, data.SkippedCount]).sort()).toEqual([
    [false, 1],
    [false, 1],
    [true, 0],
  ])
  expect(await paidOf(here)).toEqual([[1000, 'PartialPaid']])
  expect(await verifyLedger(here.db)).toEqual([])
})

/** Runs work once, after the result of the first statement on collections has arrived. */
const afterReadingCollections = (work: () => Promise<unknown>): KyselyPlugin => {
  const isAboutCollections = ({ node }: { readonly node: RootOperationNode }) => JSON.stringify(node).includes('from self_collection')
  let query: unknown
  let isDone = false
  return {
    transformQuery: (args) => {
      if (isAboutCollections(args)) query ??= args.queryId
      return args.node
    },
    transformResult: async ({ queryId, result }) => {
      if (queryId === query && !isDone) {
        isDone = true
        await work()
      }
      return result
    },
  }
}

// The embedded database has one connection, which the import holds while it reads.
test.runIf(inject('databaseUrl') !== '')(
  'a collection that is recorded while a file is validated is found under the lock of its bill, and the row that equals it is skipped',
  async () => {
    const here = await office()
    const bill = await here.given.bill({ ShouldPayAmount: 5000 })
    const body = { ApplyCode: '77001', BillSerialId: bill.SerialId, CollectAmount: 1000, CollectDate: '2026-11-20', CollectMethod: 'Cash' }
    const meanwhile = afterReadingCollections(() => here.maker.post('/SelfCollection', body))
    const resource = here.schemas.get('selfCollection')
    const { import: spec } = resource
    if (!spec) throw new Error('It has an import.')
    const scope = { kind: 'company', sessionId: '', uniformNo: '90000017', applyCodes: ['77001'], userId: 'maker', role: 'CustomerMaker' } as const
    const result = await importFile(
      { db: here.ports.backgroundDb.withPlugin(meanwhile), schemas: here.schemas, scope, clock: here.clock, ip: '' },
      {
        ...importLayout(resource, spec, { ApplyCode: 0, BillNo: 1, CollectAmount: 2, CollectDate: 3, CollectMethod: 4 }),
        onExisting: 'refuse',
        includesEqual: false,
        mode: 'AllOrNothing',
        titles: ['委託單位代號', '帳單編號', '收款金額', '收款日期', '收款方式'],
        rows: () => [{ rowNo: 2, cells: ['77001', String(bill.BillNo), '1000', '2026/11/20', '現金'] }],
      },
    )
    expect(result).toMatchObject({ Written: false, SkippedCount: 1 })
    expect(await paidOf(here)).toEqual([[1000, 'PartialPaid']])
  },
)

test('a file of many rows that a job imports skips recorded rows as well', async () => {
  const here = await office()
  const bill = await here.given.bill({ ShouldPayAmount: 2_000_000 })
  const rows = Array.from({ length: 1001 }, (_, no) => [String(bill.BillNo), '', String(no + 1), '2026/11/20', '現金', '', ''])
  await upload(here.maker, csv([titles, ...rows.slice(0, 500)]))
  const { data } = await upload(here.maker, csv([titles, ...rows]), { ImportMode: 'AllOrNothing' })
  await here.ports.jobs.runUntilIdle()
  const { data: result } = await here.maker.get(`/Ext/GetImportResult/${data.JobId}`)
  expect(result).toMatchObject({ Written: true, TotalCount: 1001, CreateCount: 501, SkippedCount: 500, BadCount: 0 })
  expect(result.SkippedRows).toHaveLength(500)
  expect(await paidOf(here)).toEqual([[(1001 * 1002) / 2, 'PartialPaid']])
})

test('the check names equal rows, and the choice of the clerk changes its counts', async () => {
  const here = await office()
  const { two, file } = await twoRows(here)
  await upload(here.maker, file)
  const check = async (fields: RecordValues) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    form.append('Mapping', JSON.stringify({ BillNo: 0, CollectAmount: 2, CollectDate: 3, CollectMethod: 4 }))
    form.append('File', new File([new Uint8Array(csv([titles, [String(two.BillNo), '', '300', '2026/11/19', '匯款', '', '']]))], 'a.csv'))
    return (await here.maker.request('POST', '/Ext/SelfCollection/CheckImport', { form })).data
  }
  expect(await check({})).toMatchObject({ GoodCount: 0, SkippedCount: 1, SkippedRows: [{ RowNo: 2 }], Warnings: [] })
  expect(await check({ IncludeEqual: 'true' })).toMatchObject({ GoodCount: 1, SkippedCount: 0, SkippedRows: [], Warnings: [{ RowNo: 2 }] })
})
