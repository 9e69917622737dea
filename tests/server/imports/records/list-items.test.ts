import { beforeAll, expect, test } from 'vitest'
import type { ImportFileColumn, ImportMapping, ImportProblem } from '../../../../src/contract/imports'
import { exampleMark } from '../../../../src/domain/example-row'
import { sheets } from '../../../../src/server/node/sheets'
import type { Answer, Client } from '../../../support/client'
import { type Portal, portal, twoCompanies } from '../../../support/portal'
import { csv } from '../files'

/** A resource whose file has the items of a list in adjacent columns, as in the files of companies. */
const order = {
  label: '訂單設定',
  unit: '張',
  menu: { group: 'basic', order: 911, icon: 'ReceiptLong' },
  key: ['ApplyCode', 'OrderNo'],
  display: '{OrderNo}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    OrderNo: { type: 'string', label: '訂單編號', required: true, max: 10, writeOnce: true },
    Lines: {
      type: 'rows',
      label: '明細',
      required: true,
      max: 12,
      fields: {
        FeeCode: {
          type: 'reference',
          to: 'fee',
          by: 'FeeCode',
          same: ['ApplyCode'],
          label: '繳費項目',
          required: true,
        },
        Amount: { type: 'money', label: '金額', required: true, min: 1 },
        PayDate: { type: 'date', label: '日期' },
        Cost: { type: 'money', label: '成本' },
      },
    },
    Total: { type: 'computed', as: 'money', label: '合計', value: { sum: 'Lines.Amount' } },
  },
  import: {
    columns: [
      { field: 'ApplyCode', sample: '77001' },
      { field: 'OrderNo', sample: 'A1' },
      { field: 'Lines.FeeCode', aliases: ['品項'], sample: 'F01' },
      { field: 'Lines.Amount', sample: '1,000' },
      { field: 'Lines.PayDate', format: 'roc', sample: '115/11/30' },
    ],
    lines: { Lines: 3 },
    existing: 'update',
  },
} as const

let open: Portal
let maker: Client

beforeAll(async () => {
  open = await portal({
    schemas: {
      order,
      costOrder: {
        ...order,
        label: '成本訂單設定',
        import: { ...order.import, columns: [...order.import.columns, 'Lines.Cost'] },
        permissions: { CustomerMaker: { fields: { 'Lines.Cost': 'hidden' } } },
      },
    },
  })
  await twoCompanies(open)
  for (const FeeCode of ['F01', 'F02', 'F03']) await open.given.fee({ FeeCode, FeeName: FeeCode })
  maker = await open.as('CustomerMaker')
})

const titles = [
  '委託單位代號',
  '訂單編號',
  '品項1',
  '金額1',
  '日期1',
  '品項 2',
  '金額２',
  '日期2',
  '繳費項目3',
  '金額3',
  '日期3',
]
const send = (call: string, bytes: Uint8Array, fields: Record<string, string> = {}, by = maker): Promise<Answer> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('File', new File([new Uint8Array(bytes)], 'orders.csv'))
  return by.request('POST', `/Ext/${call}`, { form })
}
const proposed = async (bytes: Uint8Array, resource = 'Order', by = maker): Promise<ImportMapping> => {
  const { data } = await send(`${resource}/PreviewImport`, bytes, {}, by)
  return Object.fromEntries(
    data.Columns.flatMap(({ Field, Place }: ImportFileColumn) => (Field ? [[Field, Place]] : [])),
  )
}
const write = async (rows: string[][], { resource = 'Order', by = maker, call = 'Import' } = {}) => {
  const bytes = csv([titles, ...rows])
  return send(
    `${resource}/${call}`,
    bytes,
    { Mapping: JSON.stringify(await proposed(bytes, resource, by)), ImportMode: 'AllOrNothing' },
    by,
  )
}
const told = (problems: readonly ImportProblem[]) =>
  problems.map((one) => `${one.ErrorCode} ${one.ColumnName}「${one.Value}」${one.Message}`)

test('the template has numbered columns for each item, with an example in the first', async () => {
  const { bytes } = await maker.get('/Ext/Order/ImportTemplate')
  const rows: (readonly string[])[] = []
  for await (const { cells } of sheets().read({ name: 'a.xlsx', bytes }, { maxRows: 10, maxColumns: 20 }))
    rows.push(cells)
  expect(rows[0]).toEqual([
    '委託單位代號*',
    '訂單編號*',
    '繳費項目1*',
    '金額1*',
    '日期1',
    '繳費項目2',
    '金額2',
    '日期2',
    '繳費項目3',
    '金額3',
    '日期3',
  ])
  expect(rows[1]?.slice(0, 5)).toEqual([`${exampleMark}77001`, 'A1', 'F01', '1,000', '115/11/30'])
  expect(rows[1]?.slice(5).join('')).toBe('')
})

test('titles and aliases are recognized with the number of their item', async () => {
  expect(await proposed(csv([titles, ['77001', 'A1']]))).toEqual({
    ApplyCode: 0,
    OrderNo: 1,
    ...Object.fromEntries(
      [0, 1, 2].flatMap((line) =>
        ['FeeCode', 'Amount', 'PayDate'].map((column, index) => [`Lines.${line}.${column}`, 2 + 3 * line + index]),
      ),
    ),
  })
})

test('each item that is filled in becomes an item of the record, even after empty ones', async () => {
  const { data } = await write([
    ['77001', 'B1', 'F01', '1000', '115/11/30', '', '', '', 'F03', '50', ''],
    ['77001', 'B2', 'F02', '5'],
  ])
  expect(data).toMatchObject({ Written: true, CreateCount: 2 })
  expect((await maker.get('/Order/77001/B1')).data).toMatchObject({
    Total: 1050,
    Lines: [
      { FeeCode: 'F01', Amount: 1000, PayDate: '2026-11-30' },
      { FeeCode: 'F03', Amount: 50, PayDate: null },
    ],
  })
  expect((await maker.get('/Order/77001/B2')).data).toMatchObject({ Total: 5, Lines: [{ FeeCode: 'F02', Amount: 5 }] })
})

test('errors name the row and the column of the file, even after empty items', async () => {
  const { data } = await write(
    [
      ['77001', 'C1', 'F01', '0', '2026/11/30', '', '', '', 'F99', '', ''],
      ['77001', '', '', '', ''],
    ],
    { call: 'CheckImport' },
  )
  expect(data).toMatchObject({ Written: false, BadCount: 2 })
  expect(data.BadRows[0]).toMatchObject({ RowNo: 2 })
  expect(told(data.BadRows[0].Problems)).toEqual([
    'E102 日期1「2026/11/30」日期應以民國年填寫，例如 115/11/30。',
    'E102 金額1「0」金額不可小於 1。',
    'E101 金額3「」請填寫金額。',
    'E106 繳費項目3「F99」找不到繳費項目「F99」。',
  ])
  expect(told(data.BadRows[1].Problems)).toEqual([
    'E101 訂單編號「」請填寫訂單編號。',
    'E101 繳費項目1「」請填寫繳費項目。',
    'E101 金額1「」請填寫金額。',
  ])
})

test('the items of a row replace those of the record that it changes', async () => {
  await write([['77001', 'D1', 'F01', '1', '', 'F02', '2']])
  expect((await write([['77001', 'D1', 'F03', '3']])).data).toMatchObject({ UpdateCount: 1 })
  expect((await maker.get('/Order/77001/D1')).data).toMatchObject({ Total: 3, Lines: [{ FeeCode: 'F03' }] })
})

test('a role imports the columns of list items that it may write, and cannot replace items that hold fields it may not write', async () => {
  const admin = await open.as('CustomerAdmin')
  const body = { ApplyCode: '77001', OrderNo: 'E1', Lines: [{ FeeCode: 'F01', Amount: 1, Cost: 7 }] }
  expect(await admin.post('/CostOrder', body)).toMatchObject({ code: '0000' })
  const costs = { Mapping: JSON.stringify({ ApplyCode: 0, OrderNo: 1, 'Lines.0.FeeCode': 2, 'Lines.0.Cost': 3 }) }
  expect(await send('CostOrder/CheckImport', csv([titles, ['77001', 'E2', 'F01', '5']]), costs)).toMatchObject({
    status: 400,
  })
  expect((await write([['77001', 'E2', 'F02', '2']], { resource: 'CostOrder' })).data).toMatchObject({
    Written: true,
    CreateCount: 1,
  })
  const { data } = await write([['77001', 'E1', 'F02', '2']], { resource: 'CostOrder' })
  expect(told(data.BadRows[0].Problems)).toEqual([expect.stringMatching(/^E102 明細「」明細中有您不能修改的欄位/)])
  expect((await admin.get('/CostOrder/77001/E1')).data.Lines).toMatchObject([{ FeeCode: 'F01', Cost: 7 }])
  expect((await write([['77001', 'E1', 'F02', '2']], { resource: 'CostOrder', by: admin })).data).toMatchObject({
    UpdateCount: 1,
  })
})
