import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { SchemaSet } from '../../../src/schema/load/schema-set'
import { sourceFiles } from '../../../src/tools/metrics/imports'
import { namedTables, printTables, tablesFile, tableTypes } from '../../../src/tools/types/table-types'
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
    Steps: { type: 'rows', label: '級距', max: 5, fields: { From: { type: 'money', label: '起', required: true } } },
  },
}

test('the types in the repository match migrations, schemas and statements; if not, run: npm run types', async () => {
  const types = await typesOf(testSchemas())
  const named = namedTables(sourceFiles().map((file) => readFileSync(file, 'utf8')))
  expect(readFileSync(tablesFile, 'utf8')).toBe(printTables([...types].flatMap(([table, type]) => (named.has(table) ? [type] : []))))
})

test('a table has a type for every column: codes and lists as in the schema, null where a record can lack the value', async () => {
  const types = await typesOf(testSchemas({ coupon }))
  expect(types.get('coupon')).toBe(`  coupon: AuditColumns & {
    apply_code: string
    coupon_code: string
    channel: EnumCode<'Channel'>
    amount: number | null
    used: number
    steps: Json<readonly RecordValues[]> | null
  }
`)
  expect(types.get('rate_limit')).toBe('  rate_limit: {\n    limit_key: string\n    window_end: string\n    hits: number\n  }\n')
})

test('a table has a type once a statement, a rule or a row type names it', () => {
  const texts = [
    "db.selectFrom('fee').leftJoin('bill as b', 'b.x', 'fee.y')",
    "{ table: 'job', since: 'finish_time' }",
    "type Row = Tables['session']",
    "insertRows(trx, 'bank', rows)",
  ]
  expect([...namedTables(texts)]).toEqual(['fee', 'bill', 'job', 'session'])
})
