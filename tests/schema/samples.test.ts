import { describe, expect, test } from 'vitest'
import { rulesOf, sampleValue } from '../../src/schema/field-types'
import { sampleText } from '../../src/schema/field-types/samples'
import type { Field } from '../../src/schema/language/types'
import { loadSchemas } from '../../src/schema/load/load'
import { sampleRecord } from '../../src/schema/rules/sample-record'
import { validateRecord } from '../../src/schema/rules/validate'
import { coupon } from '../support/schemas/coupon'
import { everyType } from '../support/schemas/every-type'
import { testSchemas } from '../support/schemas/schemas'

const seeds = [0, 1, 2, 7, 27, 28, 100, 1234]

describe('a text that matches a pattern is generated', () => {
  test.each<[string, number, number]>([
    ['^[A-Z]+$', 0, 10],
    ['^[A-Z]{2}-\\d{4}$', 0, 7],
    ['^(VIP|STD)[0-9]{3,}$', 0, 12],
    ['^(?:[a-z]+\\.)*[a-z]+$', 5, 20],
    ['^[^A-Za-z]{3}$', 3, 3],
    ['^\\p{Script=Han}{2,4}$', 2, 4],
    ['^[\\w.]+@[\\w.]+$', 0, 30],
    ['^(?=.*[0-9])[A-Za-z][A-Za-z0-9]+$', 6, 12],
    ['^[\\p{Lu}]?\\x41\\u0042\\/$', 0, 9],
    ['^(?<year>\\d{4})(?!x)-W\\d\\d?$', 0, 8],
    ['^\\d{5}(-\\d{2})?$', 8, 8],
    ['[0-9]', 0, 3],
    ['^.{8}$', 8, 8],
  ])('for %s, of %i to %i characters, whatever the seed', (pattern, min, max) => {
    for (const seed of seeds) {
      const text = sampleText(pattern, min, max, seed)
      expect(text).toMatch(new RegExp(pattern, 'u'))
      expect([...text].length).toBeGreaterThanOrEqual(min)
      expect([...text].length).toBeLessThanOrEqual(max)
    }
  })

  test('so that different seeds give different texts', () => {
    expect(new Set(Array.from({ length: 500 }, (_, seed) => sampleText('^[A-Z]{2}-[A-Z]{2}$', 5, 5, seed))).size).toBe(
      500,
    )
  })

  test('and nothing is thrown where none can be generated', () => {
    expect(sampleText('^(.)\\1{3}$', 4, 4, 3)).toHaveLength(4)
  })
})

const base = {
  name: 'It',
  label: '它',
  required: true,
  readOnly: false,
  writeOnce: false,
  detailOnly: false,
  virtual: false,
} as const

test.each<object>([
  { type: 'date', min: '2030-01-01' },
  { type: 'date', max: '2020-01-31' },
  { type: 'date', min: '2027-03-01', max: '2027-03-03' },
  { type: 'date', min: 'today' },
  { type: 'date', max: 'today' },
  { type: 'date', min: 'today', max: 'today' },
  { type: 'month', min: 'today' },
  { type: 'month', max: '2019-12' },
  { type: 'month', min: '2031-11', max: '2032-02' },
  { type: 'time', min: '18:30' },
  { type: 'time', max: '08:00' },
  { type: 'time', min: '23:59' },
  { type: 'integer', min: 5 },
  { type: 'integer', max: -5 },
  { type: 'percent', min: 99, max: 100, decimals: 2 },
  { type: 'text', min: 40, max: 60 },
  { type: 'referenceList', to: 'x', by: 'Code', same: [], min: 3, max: 5 },
])('a sample is within its limits: %j', (said) => {
  const field = { ...base, ...said } as Field
  for (const seed of seeds)
    for (const today of ['2026-11-20', '2031-02-28']) {
      const parsed = rulesOf(field.type).parse(rulesOf(field.type).sample(field, seed, today), field, {
        today,
        parseItem: (_, value) => ({ value, errors: {} }),
      })
      expect(parsed, `${seed} ${today}`).toHaveProperty('value')
    }
})

test('a sample of a record is within the limits that its other fields set, with available options and without hidden fields', () => {
  const file = {
    label: '試',
    page: false,
    tenant: 'shared',
    fields: {
      Start: { type: 'date', label: '起日', required: true, min: '2027-05-01' },
      End: { type: 'date', label: '迄日', required: true, min: { field: 'Start' }, maxYears: 1 },
      Most: { type: 'money', label: '上限', required: true, min: 500 },
      Amount: { type: 'money', label: '金額', required: true, min: { field: 'Most' } },
      Kind: {
        type: 'enum',
        options: { A: '甲', B: '乙' },
        label: '種類',
        required: true,
        optionsWhen: { A: { field: 'Amount', atMost: 1 } },
      },
      Why: {
        type: 'string',
        label: '原因',
        max: 9,
        shownWhen: { field: 'Kind', is: 'A' },
        requiredWhen: { field: 'Kind', is: 'A' },
      },
      Lines: {
        type: 'rows',
        label: '明細',
        min: 2,
        max: 5,
        fields: { Day: { type: 'date', label: '日', required: true, min: 'today' } },
      },
    },
  }
  const { schemas } = loadSchemas([{ file: 'schemas/thing.json', text: JSON.stringify(file) }])
  const { fields } = schemas.get('thing')
  for (const seed of seeds)
    expect(
      validateRecord({ fields }, sampleRecord(fields, seed, sampleValue, { today: '2028-01-31' }), {
        mode: 'create',
        today: '2028-01-31',
        role: '',
      }).errors,
    ).toEqual({})
})

// Whether the referenced records exist is tested with a database.
test.each(testSchemas({ everyType, coupon }).resources.map((resource) => [resource.name, resource] as const))(
  'a sample of %s is valid',
  (_, { fields }) => {
    for (const seed of seeds)
      expect(
        validateRecord({ fields }, sampleRecord(fields, seed, sampleValue, { today: '2026-11-20' }), {
          mode: 'create',
          today: '2026-11-20',
          role: '',
        }).errors,
      ).toEqual({})
  },
)
