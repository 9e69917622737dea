import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadSchemas } from '../../src/schema/load/load'
import { coupon } from '../support/schemas/coupon'
import { couponReport, couponSums, payerRoll } from '../support/schemas/coupon-report'
import { edgeCaseSchemas } from '../support/schemas/edge-case-schemas'
import { everyType } from '../support/schemas/every-type'
import { voucher } from '../support/schemas/voucher'
import { portalFiles } from './portal-files'

const fixtures = {
  ...{
    coupon,
    couponReport,
    couponSums,
    everyType,
    payerRoll,
    voucher,
  },
  ...edgeCaseSchemas,
}
const own = Object.entries(fixtures).map(([name, file]) => ({
  file: `schemas/${name}.json`,
  text: JSON.stringify(file),
}))
const { schemas } = loadSchemas([
  ...portalFiles,
  { file: 'schemas/coupons.json', text: readFileSync('tests/e2e/coupon.json', 'utf8') },
  ...own,
])

test('a compiled schema survives JSON unchanged: it contains only data, and no key without a value', () => {
  expect(schemas.resources.length).toBe(portalFiles.length + own.length + 1)
  for (const resource of schemas.resources) {
    expect(JSON.parse(JSON.stringify(resource))).toEqual(resource)
    expect(emptyKeys(resource, resource.name)).toEqual([])
  }
})

const emptyKeys = (value: unknown, path: string): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        inner === undefined ? [`${path}.${key}`] : emptyKeys(inner, `${path}.${key}`),
      )
    : []

test.each(['string', 'integer', 'money', 'date', 'month', 'time', 'enum'])(
  'a %s that is unique within the tenant is compiled to the field of the tenant',
  (type) => {
    const more = { string: { max: 10 }, enum: { options: { A: '甲' } } }[type] ?? {}
    const fields = {
      ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位' },
      No: { type, label: '號碼', unique: true, ...more },
    }
    const file = { file: 'schemas/locker.json', text: JSON.stringify({ label: '置物櫃', page: false, fields }) }
    expect(
      loadSchemas([...portalFiles, file])
        .schemas.get('locker')
        .fields.find(({ name }) => name === 'No')?.unique,
    ).toEqual(['ApplyCode'])
  },
)
