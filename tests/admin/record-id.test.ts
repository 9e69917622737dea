import { expect, test } from 'vitest'
import { keyValuesOfId, recordId, referenceId, valuesOfReferenceId } from '../../src/admin/data-provider/record-id'

const single = { key: ['FeeCode'] }
const composite = { key: ['ApplyCode', 'PayerUnitId'] }

test.each(['4001', 'A/1', 'a~b', '100%', '%2F', '中文/單位', 'x y', 'create', '!7e', "a'b", '..'])(
  'the id of %s is decoded to the same value',
  (value) => {
    expect(keyValuesOfId(single, recordId(single, { FeeCode: value }))).toEqual({ FeeCode: value })
    const row = { ApplyCode: '77001', PayerUnitId: value }
    expect(keyValuesOfId(composite, recordId(composite, row))).toEqual(row)
  },
)

test('an id never equals a route, a path or an escape sequence', () => {
  expect(recordId(single, { FeeCode: 'create' })).not.toBe('create')
  expect(recordId(composite, { ApplyCode: 'A/1', PayerUnitId: '%2F' })).not.toMatch(/[/%]/)
})

test('the id of a composite key contains its parts in readable form', () => {
  expect(recordId(composite, { ApplyCode: '77001', PayerUnitId: 'A1' })).toBe('77001~A1')
})

test.each(['2026-11', 'A/1', 'a~b', '100%', '!by', ''])('the id of a reference to %s contains its values', (value) => {
  const values = { BillTermId: value, ApplyCode: '77001' }
  expect(valuesOfReferenceId(referenceId(values))).toEqual(values)
  expect(valuesOfReferenceId(recordId(single, { FeeCode: value }))).toBeUndefined()
})
