import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { expect, inject, test } from 'vitest'
import { modules } from '../../../src/modules'
import type { RecordValues } from '../../../src/schema/language/types'
import { importLayout } from '../../../src/server/imports/records/row-input'
import { importFile } from '../../../src/server/imports/records/run'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import type { Portal } from '../../support/portal'
import { csv } from '../imports/files'
import { office, paidOf, titles, upload } from './collection-uploads'

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
  expect((await upload(here.maker, file)).data).toMatchObject({
    Written: true,
    CreateCount: 2,
    SkippedCount: 0,
    SkippedRows: [],
  })
  for (let time = 2; time <= 3; time++) {
    const { code, data } = await upload(here.maker, file)
    expect(code).toBe('0000')
    expect(data).toMatchObject({
      Written: false,
      TotalCount: 2,
      GoodCount: 0,
      BadCount: 0,
      SkippedCount: 2,
      CreateCount: 0,
      BadRows: [],
      Warnings: [],
    })
    expect(skippedRows(data)).toEqual([
      [
        2,
        '帳單編號',
        'W103',
        expect.stringMatching(
          /^帳單、金額、日期及收款方式與 2026\/11\/20 10:00 由 \S+ 登錄的收款（收據 R1151120001）相同，因此略過/,
        ),
      ],
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
  expect(data).toMatchObject({
    Written: true,
    TotalCount: 3,
    GoodCount: 1,
    BadCount: 0,
    SkippedCount: 2,
    CreateCount: 1,
  })
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
  const recorded = {
    BillSerialId: two.SerialId,
    CollectAmount: 300,
    CollectDate: '2026-11-19',
    CollectMethod: 'Remit',
    CollectStatus: 'Collected',
  }
  await here.given.record('selfCollection', {
    ApplyCode: '77001',
    UniformNo: '90000017',
    BillNo: two.BillNo,
    ReceiptNo: 'B-1',
    ...recorded,
    ...difference,
  })
  const { data } = await upload(
    here.maker,
    csv([titles, [String(two.BillNo), '', '300', '2026/11/19', '匯款', '', '']]),
  )
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
  expect(data.Warnings).toMatchObject([
    { RowNo: 4, ErrorCode: 'W103', Message: expect.stringMatching(/（收據 A-1）相同，依您的選擇一併匯入。$/) },
  ])
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
  const isAboutCollections = ({ node }: { readonly node: RootOperationNode }) =>
    JSON.stringify(node).includes('from self_collection')
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
    const body = {
      ApplyCode: '77001',
      BillSerialId: bill.SerialId,
      CollectAmount: 1000,
      CollectDate: '2026-11-20',
      CollectMethod: 'Cash',
    }
    const meanwhile = afterReadingCollections(() => here.maker.post('/SelfCollection', body))
    const resource = here.schemas.get('selfCollection')
    const { import: spec } = resource
    if (!spec) throw new Error('It has an import.')
    const scope = {
      kind: 'company',
      sessionId: '',
      uniformNo: '90000017',
      applyCodes: ['77001'],
      userId: 'maker',
      role: 'CustomerMaker',
    } as const
    const result = await importFile(
      {
        db: here.ports.backgroundDb.withPlugin(meanwhile),
        schemas: here.schemas,
        modules,
        scope,
        clock: here.clock,
        ip: '',
      },
      {
        ownRules: modules.get('selfCollection').importRules,
        ...importLayout(resource, spec, {
          ApplyCode: 0,
          BillNo: 1,
          CollectAmount: 2,
          CollectDate: 3,
          CollectMethod: 4,
        }),
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
  const rows = Array.from({ length: 1001 }, (_, no) => [
    String(bill.BillNo),
    '',
    String(no + 1),
    '2026/11/20',
    '現金',
    '',
    '',
  ])
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
    form.append(
      'File',
      new File([new Uint8Array(csv([titles, [String(two.BillNo), '', '300', '2026/11/19', '匯款', '', '']]))], 'a.csv'),
    )
    return (await here.maker.request('POST', '/Ext/SelfCollection/CheckImport', { form })).data
  }
  expect(await check({})).toMatchObject({ GoodCount: 0, SkippedCount: 1, SkippedRows: [{ RowNo: 2 }], Warnings: [] })
  expect(await check({ IncludeEqual: 'true' })).toMatchObject({
    GoodCount: 1,
    SkippedCount: 0,
    SkippedRows: [],
    Warnings: [{ RowNo: 2 }],
  })
})
