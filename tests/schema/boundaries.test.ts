import { describe, expect, test } from 'vitest'
import { addDays } from '../../src/domain/dates'
import { isEntered } from '../../src/schema/complete-form'
import { rulesOf } from '../../src/schema/field-types'
import type { Field, Resource, Row } from '../../src/schema/types'
import { validate } from '../../src/schema/validate'
import { fixtures } from '../support/fixtures'
import { testSchemas } from '../support/schemas'

// Both sides of every bound that the schemas set, asked of the validator that browser and server share. A field stands alone here: what others decide, or its own former value, is the business of other tests.
const schemas = testSchemas(fixtures())
const today = '2026-11-20'

const judge = (field: Field, value: unknown): string | undefined => {
  const { shownWhen: _, requiredWhen: __, readOnlyWhen: ___, ...alone } = { ...field, optionsWhen: {} }
  const { errors } = validate({ fields: [alone as Field] }, { [field.name]: value }, { mode: 'update', today, role: '' })
  return Object.values(errors)[0]
}

/** A value, and whether the field takes it. */
type Case = readonly [value: unknown, good: boolean]

const fieldsOf = (resource: Resource): readonly (readonly [string, Field])[] =>
  resource.fields
    .filter(isEntered)
    .flatMap((field) => [
      [field.name, field] as const,
      ...(field.type === 'rows' ? field.fields.filter(isEntered).map((inner) => [`${field.name}.${inner.name}`, inner] as const) : []),
    ])

const casesOf = (field: Field): readonly Case[] => {
  switch (field.type) {
    case 'string':
    case 'text':
      return lengths(field)
    case 'integer':
    case 'money':
    case 'percent':
      return sides(field, 1)
    case 'date':
      return days(field)
    case 'enum':
      return [...Object.keys(field.options).map((code) => [code, true] as const), ['NoSuchCode', false]]
    case 'enumList':
      return counts(Object.keys(field.options), field)
    case 'rows':
      return rowCounts(field)
    default:
      return []
  }
}

const lengths = ({ min, max, pattern }: Extract<Field, { type: 'string' | 'text' }>): readonly Case[] => {
  const letter = ['A', '1', 'a', '測'].find((one) => !pattern || new RegExp(pattern, 'u').test(one.repeat(max)))
  if (letter === undefined) return []
  const long: Case[] = [
    [letter.repeat(max), true],
    [letter.repeat(max + 1), false],
  ]
  return min > 1 ? [...long, [letter.repeat(min), true], [letter.repeat(min - 1), false]] : long
}

const sides = ({ min, max }: { readonly min?: unknown; readonly max?: unknown }, step: number): readonly Case[] => [
  ...(typeof min === 'number'
    ? ([
        [min, true],
        [min - step, false],
      ] as const)
    : []),
  ...(typeof max === 'number'
    ? ([
        [max, true],
        [max + step, false],
      ] as const)
    : []),
]

const days = ({ min, max }: { readonly min?: unknown; readonly max?: unknown }): readonly Case[] => {
  const day = (bound: unknown) => (bound === 'today' ? today : typeof bound === 'string' ? bound : null)
  const [from, to] = [day(min), day(max)]
  return [
    ...(from
      ? ([
          [from, true],
          [addDays(from, -1), false],
        ] as const)
      : []),
    ...(to
      ? ([
          [to, true],
          [addDays(to, 1), false],
        ] as const)
      : []),
  ]
}

const counts = (codes: readonly string[], { min, max }: { readonly min: number; readonly max: number }): readonly Case[] => [
  ...(max <= codes.length ? ([[codes.slice(0, max), true]] as const) : []),
  ...(max < codes.length ? ([[codes.slice(0, max + 1), false]] as const) : []),
  ...(min > 1
    ? ([
        [codes.slice(0, min), true],
        [codes.slice(0, min - 1), false],
      ] as const)
    : []),
  [['NoSuchCode'], false],
  [[codes[0], codes[0]], false],
]

const rowCounts = ({ fields, min, max }: Extract<Field, { type: 'rows' }>): readonly Case[] => {
  const row: Row = Object.fromEntries(fields.filter(isEntered).map((field) => [field.name, rulesOf(field.type).sample(field, 2)]))
  const rows = (count: number) => Array.from({ length: count }, () => row)
  return [
    [rows(max), true],
    [rows(max + 1), false],
    ...(min > 0
      ? ([
          [rows(min), true],
          [rows(min - 1), false],
        ] as const)
      : []),
    [[{ ...row, NoSuchColumn: 1 }], false],
  ]
}

const resources = schemas.resources.filter((resource) => fieldsOf(resource).length > 0)

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  const cases = fieldsOf(resource).flatMap(([name, field]) => casesOf(field).map(([value, good]) => ({ name, field, value, good })))

  test('takes what stands on a bound and refuses what lies beyond it', () => {
    const wrong = cases.filter(({ field, value, good }) => (judge(field, value) === undefined) !== good)
    expect(wrong.map(({ name, value, field }) => `${name} ${JSON.stringify(value).slice(0, 60)}: ${judge(field, value) ?? 'taken'}`)).toEqual([])
    for (const { field, value, good } of cases) if (!good) expect(judge(field, value), 'a sentence that names the field').toMatch(/。$/)
  })

  test('asks for what is required, blank texts of either width included, and knows no other fields', () => {
    for (const [name, field] of fieldsOf(resource).filter(([, one]) => one.required && one.default === undefined))
      for (const nothing of [null, '', '  ', '　']) expect(judge(field, nothing), name).toMatch(/^請(填寫|選擇)|至少/)
    const { errors } = validate(resource, { NoSuchField: 1 }, { mode: 'update', today, role: '' })
    expect(errors.NoSuchField).toBe('沒有這個欄位。')
  })
})

test('the schemas set bounds to ask', () => {
  expect(resources.flatMap(fieldsOf).flatMap(([, field]) => casesOf(field)).length).toBeGreaterThan(200)
})
