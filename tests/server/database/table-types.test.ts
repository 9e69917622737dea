import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { SchemaSet } from '../../../src/schema/load/schema-set'
import { isUpToDate, tablesFile, tablesFileText, tableTypes } from '../../../src/tools/types/table-types'
import { testDatabase } from '../../support/database/database'
import { testSchemas } from '../../support/schemas/schemas'

const typesOf = async (schemas: SchemaSet) => {
  const { db, close } = await testDatabase()
  onTestFinished(close)
  return tableTypes(db, schemas)
}

const coupon = {
  label: '優惠券設定',
  menu: { group: 'basic', order: 990, icon: 'ReceiptLong' },
  key: ['ApplyCode', 'CouponCode'],
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    CouponCode: { type: 'string', label: '優惠券代碼', required: true, max: 10, writeOnce: true, unique: true },
    Channel: { type: 'enum', enum: 'Channel', label: '通路', required: true },
    Amount: { type: 'money', label: '折抵金額', required: true, shownWhen: { field: 'Channel', is: '01' } },
    Used: { type: 'integer', label: '使用次數', readOnly: true, default: 0 },
    Channels: { type: 'enumList', enum: 'Channel', label: '其他通路', max: 3 },
    Terms: { type: 'referenceList', to: 'billTerm', by: 'SerialId', label: '期別', max: 3 },
    Source: { type: 'json', label: '來源' },
    Steps: { type: 'rows', label: '級距', max: 5, fields: { From: { type: 'money', label: '起', required: true } } },
  },
}

test('the types in the repository match migrations and schemas; if not, run: npm run types', async () => {
  expect(isUpToDate(readFileSync(tablesFile, 'utf8'), await typesOf(testSchemas()))).toBe(true)
})

test('the types of a changed table, or of one that no longer exists, are outdated; a new table needs none before a statement names it', () => {
  const text = tablesFileText(new Map([['fee', '  fee: AuditColumns\n']]))
  expect(isUpToDate(text, new Map([['fee', '  fee: {\n    fee_code: string\n  }\n']]))).toBe(false)
  expect(isUpToDate(text, new Map())).toBe(false)
  expect(
    isUpToDate(
      text,
      new Map([
        ['coupon', '  coupon: AuditColumns\n'],
        ['fee', '  fee: AuditColumns\n'],
      ]),
    ),
  ).toBe(true)
})

test('a table has a type for every column: codes and lists as in the schema, null where a record can lack the value', async () => {
  const types = await typesOf(testSchemas({ coupon }))
  expect(types.get('coupon')).toBe(`  coupon: AuditColumns & {
    apply_code: string
    coupon_code: string
    channel: EnumCode<'Channel'>
    amount: number | null
    used: number
    channels: Json<readonly EnumCode<'Channel'>[]> | null
    terms: Json<readonly number[]> | null
    source: Json<RecordValues> | null
    steps: Json<readonly RecordValues[]> | null
  }
`)
  expect(types.get('rate_limit')).toBe(
    '  rate_limit: {\n    limit_key: string\n    window_end: string\n    hits: number\n  }\n',
  )
})
