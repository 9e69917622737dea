import { expect, test } from 'vitest'
import { keyValuesOfId, recordId } from '../../src/admin/data-provider/record-id'

const single = { key: ['FeeCode'] }
const composite = { key: ['ApplyCode', 'PayerUnitId'] }

test.each(['4001', 'A/1', 'a~b', '100%', '%2F', '中文/單位', 'x y', 'create', '!7e', "a'b", '..'])('%s comes back as it was', (value) => {
  expect(keyValuesOfId(single, recordId(single, { FeeCode: value }))).toEqual({ FeeCode: value })
  const row = { ApplyCode: '77001', PayerUnitId: value }
  expect(keyValuesOfId(composite, recordId(composite, row))).toEqual(row)
})

test('an id is never a route, a path or an escape of one', () => {
  expect(recordId(single, { FeeCode: 'create' })).not.toBe('create')
  expect(recordId(composite, { ApplyCode: 'A/1', PayerUnitId: '%2F' })).not.toMatch(/[/%]/)
})

test('a key of several parts reads as its parts', () => {
  expect(recordId(composite, { ApplyCode: '77001', PayerUnitId: 'A1' })).toBe('77001~A1')
})
