import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import type { ActionRow } from '../../../src/server/imports/records/actions/row-action'
import { actionOfRows, contradiction, rowsByLine } from '../../../src/server/payments/handlings/import/row-requests'

const row = (rowNo: number, SerialId: number, inputs: RecordValues): ActionRow => ({
  rowNo,
  key: { SerialId },
  updateTime: 'T1',
  inputs: { BillNo: null, VACAccount: null, Amount: null, Reason: '更正', ...inputs },
})
const part = (rowNo: number, inputs: RecordValues) => row(rowNo, 7, { Action: 'Divide', ...inputs })
const billOf = (serialId: number, billNo: string) => (serialId === 7 && billNo === 'B-1' ? 31 : undefined)

test('rows of one line belong together, in the order of the file, wherever they are', () => {
  const rows = [
    part(2, { BillNo: 'B-1', Amount: 600 }),
    row(3, 8, { Action: 'Invalid' }),
    part(4, { VACAccount: '77' }),
  ]
  expect(rowsByLine(rows)).toEqual([
    { serialId: 7, rows: [rows[0], rows[2]] },
    { serialId: 8, rows: [rows[1]] },
  ])
})

test('each action is what its rows say; an unknown bill is bill 0, which exists for no line', () => {
  const actionOf = (...rows: ActionRow[]) => actionOfRows({ serialId: 7, rows }, billOf)
  expect(actionOf(row(2, 7, { Action: 'Invalid' }))).toEqual({ action: 'Invalid' })
  expect(actionOf(row(2, 7, { Action: 'ChangeVACAccount', VACAccount: '77001' }))).toEqual({
    action: 'ChangeVACAccount',
    VACAccount: '77001',
  })
  for (const [BillNo, BillSerialId] of [
    ['B-1', 31],
    ['B-2', 0],
  ] as const)
    expect(actionOf(row(2, 7, { Action: 'ChangeBill', BillNo }))).toEqual({
      action: 'ChangeBill',
      BillSerialId,
      isOverpaymentConfirmed: false,
    })
  expect(actionOf(part(2, { BillNo: 'B-1', Amount: 600 }), part(3, { VACAccount: '77', Amount: 400 }))).toEqual({
    action: 'Divide',
    parts: [
      { BillSerialId: 31, Amount: 600 },
      { VACAccount: '77', Amount: 400 },
    ],
  })
})

test.each<[string, readonly ActionRow[], RegExp | undefined]>([
  ['one row', [row(2, 7, { Action: 'Invalid' })], undefined],
  ['parts', [part(2, { BillNo: 'B-1' }), part(3, { VACAccount: '77' })], undefined],
  ['a row and a part', [part(2, { BillNo: 'B-1' }), row(5, 7, { Action: 'Invalid' })], /^第 2、5 列是同一筆交易/],
  [
    'parts of two downloads',
    [part(2, { BillNo: 'B-1' }), { ...part(3, { BillNo: 'B-2' }), updateTime: 'T2' }],
    /同一次下載/,
  ],
  ['two reasons', [part(2, { BillNo: 'B-1' }), part(3, { BillNo: 'B-2', Reason: '其他' })], /相同的處理說明/],
  ['a part of nothing', [part(2, { BillNo: 'B-1' }), part(3, {})], /兩者擇一/],
  ['a part of both', [part(2, { BillNo: 'B-1' }), part(3, { BillNo: 'B-2', VACAccount: '77' })], /兩者擇一/],
])('%s of a line contradict each other or not', (_, rows, message) => {
  const refusal = contradiction({ serialId: 7, rows })
  if (message) expect(refusal?.message).toMatch(message)
  else expect(refusal).toBeUndefined()
})
