import { describe, expect, test } from 'vitest'
import { resourceForRole } from '../../src/schema/access/resource-for-role'
import { rulesOf } from '../../src/schema/field-types'
import type { RecordRule, Resource } from '../../src/schema/language/resource'
import type { Field, RecordValues } from '../../src/schema/language/types'
import { conditionHolds } from '../../src/schema/rules/condition'
import { conditionDependencies, hiddenFields, visibleValues } from '../../src/schema/rules/conditional'
import { isComparable, ruleFields } from '../../src/schema/rules/record-rules'
import { validateRecord } from '../../src/schema/rules/validate'
import { coupon } from '../support/schemas/coupon'
import { everyType } from '../support/schemas/every-type'
import { testSchemas } from '../support/schemas/schemas'
import { type ConditionCase, caseDay, casesOf } from './condition-cases'

// Each rule of each schema, with every record that it distinguishes: a record that breaks it is refused with its
// message at its field, any other is accepted.
const schemas = testSchemas({ everyType, coupon })

const ruled = schemas.resources.flatMap((resource) =>
  resource.rules.map((rule) => [`${resource.name}: ${rule.message}`, resource, rule] as const),
)

const conditionsOf = ({ require, when }: RecordRule) => [require, ...(when ? [when] : [])]

const casesAbout = ({ fields }: Resource, rule: RecordRule): readonly ConditionCase[] => {
  const names = conditionDependencies(fields, conditionsOf(rule))
  const further = fields.flatMap(({ name, shownWhen }) => (shownWhen && names.includes(name) ? [shownWhen] : []))
  const cases = casesOf({ fields }, names, [...conditionsOf(rule), ...further]) ?? []
  return cases.map(({ record, context }) => ({
    record: Object.fromEntries(Object.entries(record).map(([name, value]) => [name, written(fields, name, value)])),
    context,
  }))
}

/** Where any text is suitable, one that the field accepts. */
const written = (fields: readonly Field[], name: string, value: unknown): unknown => {
  const field = fields.find((one) => one.name === name)
  return field && typeof value === 'string' && /^[!~]$/.test(value)
    ? rulesOf(field.type).sample(field, value === '!' ? 0 : 1)
    : value
}

test('the portal has rules to test', () => expect(ruled.length).toBeGreaterThan(3))

describe.each(ruled)('%s', (_, resource, rule) => {
  const alone = { fields: resource.fields, rules: [rule] }
  // Rules also use fields that only the server sets.
  const serverValues = (record: RecordValues) =>
    Object.fromEntries(resource.fields.filter(({ readOnly }) => readOnly).map(({ name }) => [name, record[name]]))
  const refusal = ({ record: row, context: around }: ConditionCase) =>
    validateRecord(alone, row, { mode: 'create', ...around, unwritableValues: serverValues(row) }).errors
  const asked = ({ record: row, context: around }: ConditionCase): boolean => {
    const seen = visibleValues(resource.fields, row, around)
    const isHidden = hiddenFields(resource.fields, row, around).some(({ name }) => name === rule.at)
    return !isHidden && isComparable(rule.require, seen) && (!rule.when || conditionHolds(rule.when, seen, around))
  }
  // A value that its field rejects does not test the rule.
  const testable = casesAbout(resource, rule).filter((one) => {
    const { errors } = validateRecord({ fields: resource.fields }, one.record, { mode: 'create', ...one.context })
    return [...ruleFields(rule), rule.at].every((name) => !(name in errors))
  })
  const breaks = (one: ConditionCase): boolean =>
    asked(one) && !conditionHolds(rule.require, visibleValues(resource.fields, one.record, one.context), one.context)

  test('some records break it, others fulfil it', () =>
    expect(new Set(testable.map(breaks))).toEqual(new Set([true, false])))

  test('a record that breaks it is refused with its message, at its field; one that fulfils it is accepted', () => {
    for (const one of testable)
      expect(refusal(one)[rule.at], JSON.stringify(one)).toBe(breaks(one) ? rule.message : undefined)
  })

  test('other fields of a record that already broke it can be changed', () => {
    for (const one of testable.filter(breaks)) {
      const { errors } = validateRecord(alone, {}, { mode: 'update', ...one.context, previous: one.record })
      expect(errors[rule.at], JSON.stringify(one)).toBeUndefined()
    }
  })
})

const nobody = { today: caseDay, role: '' }

test('a change is validated together with the unchanged values of its record', () => {
  const resource = schemas.get('everyType')
  const previous = { ApplyCode: '77001', Title: '期間', Opening: '2026-12-01', Closing: '2026-12-31' }
  const change = (input: object) =>
    validateRecord(resource, { ...input }, { mode: 'update', ...nobody, previous }).errors
  expect(change({ Opening: '2027-01-01' })).toEqual({ Closing: '截止日不可早於開放日。' })
  expect(change({ Opening: '2026-12-31' })).toEqual({})
  expect(change({ Opening: '2027-01-01', Closing: null })).toEqual({})
})

test('an error of a field itself takes precedence over a rule, and the first rule of a field over later ones', () => {
  const { fields } = schemas.get('everyType')
  const rules = ['甲', '乙'].map(
    (message): RecordRule => ({ require: { field: 'Price', atMost: { field: 'Count' } }, message, at: 'Price' }),
  )
  const create = (input: object) =>
    validateRecord({ fields, rules }, { ApplyCode: '77001', Title: '規則', ...input }, { mode: 'create', ...nobody })
      .errors
  expect(create({ Price: 5, Count: 4 })).toEqual({ Price: '甲' })
  expect(create({ Price: 'x', Count: 4 })).toEqual({ Price: '單價應為整數，例如 1000。' })
})

test('a rule can use computed values of the record', () => {
  const { fields } = schemas.get('everyType')
  const rules: RecordRule[] = [
    { require: { field: 'LinesTotal', atMost: { field: 'Price' } }, message: '明細超過單價。', at: 'Price' },
  ]
  const lines = (Each: number) => ({
    ApplyCode: '77001',
    Title: '合計',
    Price: 10,
    Lines: [{ Item: '卡片', Quantity: 2, Each }],
  })
  const create = (input: object) =>
    validateRecord({ fields, rules }, { ...input }, { mode: 'create', ...nobody }).errors
  expect([create(lines(5)), create(lines(6))]).toEqual([{}, { Price: '明細超過單價。' }])
})

test('a rule over a field that is hidden from the role is left to the server', () => {
  const resource = schemas.get('coupon')
  const hides: Resource = { ...resource, permissions: { CustomerViewer: { fields: { Stackable: { get: 'hidden' } } } } }
  expect(resourceForRole(hides, 'CustomerViewer').rules).toEqual([])
  expect(resourceForRole(hides, 'CustomerMaker').rules).toHaveLength(1)
})
