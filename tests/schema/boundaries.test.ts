import { describe, expect, test } from 'vitest'
import { addDays, addYears } from '../../src/domain/dates/dates'
import { rulesOf } from '../../src/schema/field-types'
import { optionCodes } from '../../src/schema/field-types/options'
import type { Resource } from '../../src/schema/language/resource'
import { type Field, isEntered, type RecordValues } from '../../src/schema/language/types'
import { referencedRecordErrors, referencePath } from '../../src/schema/rules/related'
import { validateRecord } from '../../src/schema/rules/validate'
import { fixtures } from '../support/schemas/fixtures'
import { testSchemas } from '../support/schemas/schemas'
import { type Case, casesOf, minutesLater, monthsLater } from './boundary-cases'

// Both sides of every limit that the schemas set, tested with the validator that browser and server share.
// Each field is tested alone, without other fields and without a previous value.
const schemas = testSchemas(fixtures())
const today = '2026-11-20'

const problemOf = (field: Field, value: unknown): string | undefined => {
  const { shownWhen: _, requiredWhen: __, readOnlyWhen: ___, ...alone } = { ...field, optionsWhen: {} }
  const { errors } = validateRecord(
    { fields: [alone as Field] },
    { [field.name]: value },
    { mode: 'update', today, role: '' },
  )
  return Object.values(errors)[0]
}

const fieldsOf = (resource: Resource): readonly (readonly [string, Field])[] =>
  resource.fields
    .filter(isEntered)
    .flatMap((field) => [
      [field.name, field] as const,
      ...(field.type === 'rows'
        ? field.fields.filter(isEntered).map((inner) => [`${field.name}.${inner.name}`, inner] as const)
        : []),
    ])

const resources = schemas.resources.filter((resource) => fieldsOf(resource).length > 0)

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  const cases = fieldsOf(resource).flatMap(([name, field]) =>
    casesOf(field, today).map(([value, good]) => ({ name, field, value, good })),
  )

  test('accepts the limit itself and rejects the value beyond it', () => {
    const wrong = cases.filter(({ field, value, good }) => (problemOf(field, value) === undefined) !== good)
    expect(
      wrong.map(
        ({ name, value, field }) =>
          `${name} ${JSON.stringify(value).slice(0, 60)}: ${problemOf(field, value) ?? 'taken'}`,
      ),
    ).toEqual([])
    for (const { field, value, good } of cases)
      if (!good) expect(problemOf(field, value), 'a sentence that names the field').toMatch(/。$/)
  })

  test('requires required fields, counts texts of blanks as empty, and rejects unknown fields', () => {
    for (const [name, field] of fieldsOf(resource).filter(([, one]) => one.required && one.default === undefined))
      for (const nothing of [null, '', '  ', '　'])
        expect(problemOf(field, nothing), name).toMatch(/^請(填寫|選擇)|至少/)
    const { errors } = validateRecord(resource, { NoSuchField: 1 }, { mode: 'update', today, role: '' })
    expect(errors.NoSuchField).toBe('沒有這個欄位。')
  })
})

/** Both sides of a limit of years after another field than the one in `min`. */
const yearsCases = (field: Field): readonly (readonly [row: RecordValues, good: boolean])[] => {
  if (!('maxYears' in field) || typeof field.maxYears !== 'object') return []
  const latest = addYears(today, field.maxYears.years)
  const { field: from } = field.maxYears
  return [
    [{ [from]: today, [field.name]: latest }, true],
    [{ [from]: today, [field.name]: addDays(latest, 1) }, false],
  ]
}

/** Both sides of a limit that another field of the record contains. */
const besideCases = (
  field: Field,
  fields: readonly Field[],
): readonly (readonly [row: RecordValues, good: boolean])[] =>
  (['min', 'max'] as const).flatMap((side) => {
    const bound: unknown = side in field ? field[side as keyof Field] : undefined
    const other = fields.find(
      ({ name }) => typeof bound === 'object' && bound !== null && 'field' in bound && name === bound.field,
    )
    if (!other) return []
    const held = rulesOf(other.type).sample(other, 9)
    const years =
      'maxYears' in field && typeof field.maxYears === 'number' && side === 'min' && typeof held === 'string'
        ? field.maxYears
        : undefined
    const cases: readonly Case[] = [
      [held, true],
      [stepped(held, side === 'min' ? -1 : 1), false],
      ...(years === undefined
        ? []
        : ([
            [addYears(String(held), years), true],
            [addDays(addYears(String(held), years), 1), false],
          ] as const)),
    ]
    return cases.map(([value, good]) => [{ [other.name]: held, [field.name]: value }, good] as const)
  })

const stepped = (value: unknown, step: number): unknown => {
  if (typeof value === 'number') return value + step
  const text = String(value)
  return text.includes(':')
    ? minutesLater(text, step)
    : text.length === 7
      ? monthsLater(text, step)
      : addDays(text, step)
}

const beside = resources.flatMap(({ name, fields }) =>
  [fields, ...fields.flatMap((field) => (field.type === 'rows' ? [field.fields] : []))].flatMap((all) =>
    all.filter(isEntered).flatMap((field) =>
      [...besideCases(field, all), ...yearsCases(field)].map(([row, good]) => ({
        name: `${name}.${field.name}`,
        fields: all,
        row,
        good,
      })),
    ),
  ),
)

test('accepts the limit that another field contains, and rejects the value beyond it', () => {
  const wrong = beside.filter(({ fields, row, good }) => {
    const plain = fields
      .filter(({ name }) => name in row)
      .map(({ shownWhen: _, requiredWhen: __, ...field }) => field as Field)
    return (
      (Object.keys(validateRecord({ fields: plain }, row, { mode: 'update', today, role: '' }).errors).length === 0) !==
      good
    )
  })
  expect(wrong.map(({ name, row }) => `${name} ${JSON.stringify(row)}`)).toEqual([])
  expect(beside.length).toBeGreaterThan(15)
})

/** The limits that a referenced record sets for a field: exact lengths and options. */
const relatedCases = (field: Field): readonly (readonly [value: unknown, held: unknown, good: boolean])[] => {
  if ('lengthOf' in field && field.lengthOf)
    return [
      [2, 2],
      [3, 2],
      [1, 2],
      [0, 0],
      [1, 0],
    ].map(([length = 0, held = 0]) => ['7'.repeat(length), held, length === held] as const)
  if (!('within' in field && field.within)) return []
  const [one, other] = optionCodes(field)
  return field.type === 'enum'
    ? [
        [one, one, true],
        [other, one, false],
      ]
    : [
        [[one], [one], true],
        [[one, other], [one], false],
      ]
}

const related = resources.flatMap(({ name, fields }) =>
  fields.flatMap((field) =>
    relatedCases(field).map(([value, held, good]) => ({ name: `${name}.${field.name}`, field, value, held, good })),
  ),
)

test('enforces the lengths and options that the referenced record sets', () => {
  const wrong = related.filter(({ field, value, held, good }) => {
    const [reference, name] = referencePath(
      String('lengthOf' in field ? field.lengthOf : 'within' in field ? field.within : ''),
    )
    return (
      (Object.keys(
        referencedRecordErrors({ fields: [field] }, { [field.name]: value }, { [reference]: { [name]: held } }),
      ).length ===
        0) !==
      good
    )
  })
  expect(wrong.map(({ name, value, held }) => `${name} ${JSON.stringify([value, held])}`)).toEqual([])
  expect(related.length).toBeGreaterThan(5)
})

test('the schemas set limits that can be tested', () => {
  expect(resources.flatMap(fieldsOf).flatMap(([, field]) => casesOf(field, today)).length).toBeGreaterThan(500)
})
