import { describe, expect, test } from 'vitest'
import { writableValues } from '../../src/admin/data-provider/write'
import { rulesOf } from '../../src/schema/field-types'
import { optionCodes } from '../../src/schema/field-types/options'
import type { Resource } from '../../src/schema/language/resource'
import type { Field, RecordValues } from '../../src/schema/language/types'
import { conditionHolds, isEmpty } from '../../src/schema/rules/condition'
import {
  availableOptions,
  conditionDependencies,
  hiddenFields,
  isRequiredNow,
  visibleValues,
} from '../../src/schema/rules/conditional'
import { fieldConditions as conditionsOf } from '../../src/schema/rules/expression'
import { validateRecord } from '../../src/schema/rules/validate'
import { fixtures } from '../support/schemas/fixtures'
import { testSchemas } from '../support/schemas/schemas'
import { type ConditionCase, caseDay, casesOf } from './condition-cases'

// A truth table for each field with a condition, generated from its schema: every record that its conditions
// distinguish, evaluated by the browser and by the server.
const schemas = testSchemas(fixtures())

interface Fields extends Pick<Resource, 'fields' | 'key'> {
  /** For a list item: the fields of the record. */
  readonly parents?: readonly Field[]
}

/** A resource, and each of its list fields, because the items of a list have conditions of their own. */
const recordsOf = (resource: Resource): readonly (readonly [name: string, record: Fields])[] => [
  [resource.name, resource],
  ...resource.fields.flatMap((field) =>
    field.type === 'rows'
      ? [[`${resource.name}.${field.name}`, { fields: field.fields, key: [], parents: resource.fields }] as const]
      : [],
  ),
]

const conditional = schemas.resources
  .flatMap(recordsOf)
  .flatMap(([name, record]) =>
    record.fields
      .filter((field) => !field.readOnly && conditionsOf(field).length > 0)
      .map((field) => [`${name}.${field.name}`, record, field] as const),
  )

const casesAbout = ({ fields, parents = [] }: Fields, field: Field): readonly ConditionCase[] => {
  const names = conditionDependencies(fields, conditionsOf(field))
  const asked = fields.filter(({ name }) => names.includes(name)).flatMap(conditionsOf)
  return casesOf({ fields, parents }, names, [...conditionsOf(field), ...asked]) ?? []
}

const nobody = { today: caseDay, role: '' }

test('the portal has conditions to test', () => expect(conditional.length).toBeGreaterThan(5))

describe.each(conditional)('%s', (_, resource, field) => {
  const cases = casesAbout(resource, field)
  const filled = (row: RecordValues): RecordValues => ({ ...row, [field.name]: rulesOf(field.type).sample(field, 1) })
  const isHidden = ({ record: row, context: around }: ConditionCase) =>
    hiddenFields(resource.fields, row, around).includes(field)
  const said = (one: ConditionCase) => JSON.stringify(one)

  test('has cases, and its conditions distinguish them', () => {
    expect(cases.length).toBeGreaterThan(1)
    for (const condition of conditionsOf(field))
      expect(
        new Set(
          cases.map(({ record: row, context: around }) =>
            conditionHolds(condition, visibleValues(resource.fields, row, around), around),
          ),
        ).size,
      ).toBe(2)
  })

  test('hidden: the form does not send it, the server neither requires nor stores it', () => {
    for (const one of cases) {
      expect(field.name in writableValues(resource, filled(one.record), 'create', one.context), said(one)).toBe(
        !isHidden(one),
      )
      if (!isHidden(one)) continue
      const { value, errors } = validateRecord(resource, filled(one.record), { mode: 'create', ...one.context })
      expect([value[field.name], errors[field.name]], said(one)).toEqual([null, undefined])
    }
  })

  test('required: the server refuses a missing value exactly where the form marks the field', () => {
    for (const one of cases.filter((each) => !isHidden(each))) {
      const { record: row, context: around } = one
      const { errors } = validateRecord(resource, { ...row, [field.name]: null }, { mode: 'create', ...around })
      // A value that is refused, for example by its pattern, is not one on which a condition can depend.
      if (Object.keys(row).some((name) => name !== field.name && name in errors)) continue
      const wanted =
        field.default === undefined && isRequiredNow(field, visibleValues(resource.fields, row, around), around)
      expect(errors[field.name] !== undefined, said(one)).toBe(wanted)
    }
  })

  test('locked: the server refuses a change exactly where the form forbids it', () => {
    for (const one of cases.filter(
      (each) => !isHidden(each) && !('readOnlyWhen' in field && field.name in each.record),
    )) {
      const { record: row, context: around } = one
      const previous = { ...row, [field.name]: null }
      const { errors } = validateRecord(resource, filled({}), { mode: 'update', ...around, previous })
      const locked = field.readOnlyWhen !== undefined && conditionHolds(field.readOnlyWhen, previous, around)
      if (locked) expect(errors[field.name], said(one)).toMatch(/不可修改/)
      else expect(errors[field.name] ?? '', said(one)).not.toMatch(/目前不可修改/)
    }
  })

  test.runIf('optionsWhen' in field && field.optionsWhen)(
    'options: the server accepts exactly those that the form offers',
    () => {
      if (field.type !== 'enum') return
      for (const one of cases.filter((each) => !isHidden(each))) {
        const { record: row, context: around } = one
        for (const code of optionCodes(field)) {
          const { errors } = validateRecord(resource, { ...row, [field.name]: code }, { mode: 'create', ...around })
          const open = availableOptions(field, visibleValues(resource.fields, row, around), around)
          expect(errors[field.name] === undefined, `${code} ${said(one)}`).toBe(open.includes(code))
        }
      }
    },
  )
})

test('a hidden field hides the fields that depend on it, in browser and server alike', () => {
  const base = {
    label: '欄位',
    required: false,
    readOnly: false,
    writeOnce: false,
    detailOnly: false,
    virtual: false,
  } as const
  const fields: Field[] = [
    { ...base, name: 'A', type: 'boolean' },
    { ...base, name: 'B', type: 'boolean', shownWhen: { field: 'A', is: true } },
    { ...base, name: 'C', type: 'integer', required: true, shownWhen: { field: 'B', is: true } },
  ]
  const row = { A: false, B: true, C: 5 }
  expect(writableValues({ fields, key: ['SerialId'] }, row, 'create', nobody)).toEqual({ A: false })
  expect(validateRecord({ fields }, row, { mode: 'create', ...nobody })).toEqual({
    value: { A: false, B: null, C: null },
    errors: {},
  })
  expect(isEmpty(visibleValues(fields, row, nobody).C)).toBe(true)
})

test('a form sends list items without hidden and computed values, and the server stores them so', () => {
  const { fields } = schemas.get('everyType')
  const lines = [
    { Item: '卡片', Quantity: 2, Each: 5, How: 'Pickup', Address: '臺北市', Sum: 99 },
    { Item: '信封', Quantity: 1, Each: 3, How: 'Post', Address: '臺中市' },
  ]
  const sent = writableValues({ fields, key: [] }, { Lines: lines }, 'create', nobody)
  expect(sent).toEqual({ Lines: [{ Item: '卡片', Quantity: 2, Each: 5, How: 'Pickup' }, lines[1]] })
  // Whatever a program sends, the server stores the same.
  for (const input of [sent, { Lines: lines }]) {
    const { value, errors } = validateRecord(
      { fields },
      { ApplyCode: '77001', Title: '條件', ...input },
      { mode: 'create', ...nobody },
    )
    expect(errors).toEqual({})
    expect(value.Lines).toMatchObject([
      { Address: null, Sum: 10 },
      { Address: '臺中市', Sum: 3 },
    ])
    expect(value.LinesTotal).toBe(13)
  }
  const { errors } = validateRecord(
    { fields },
    { ApplyCode: '77001', Title: '條件', Lines: [{ ...lines[1], Address: null }] },
    { mode: 'create', ...nobody },
  )
  expect(errors).toEqual({ 'Lines.0.Address': '第 1 列：請填寫寄送地址。' })
})

test('conditions of list items use the values of the record, also for items that the change does not send', () => {
  const { fields } = schemas.get('everyType')
  const input = {
    ApplyCode: '77001',
    Title: '卡號',
    Kind: 'Card',
    Lines: [{ Item: '卡片', Quantity: 1, Each: 5, Urgent: true, Serial: 'A1' }],
  }
  const row = validateRecord({ fields }, input, { mode: 'create', ...nobody })
  expect([row.errors, row.value.Lines]).toMatchObject([{}, [{ Serial: 'A1' }]])
  expect(writableValues({ fields, key: [] }, { ...input, Kind: 'Letter' }, 'create', nobody).Lines).toEqual([
    { Item: '卡片', Quantity: 1, Each: 5, Urgent: true },
  ])
  const previous = { ...input, ...row.value }
  const letters = validateRecord({ fields }, { Kind: 'Letter' }, { mode: 'update', ...nobody, previous })
  expect([letters.errors, letters.value.Lines]).toMatchObject([{}, [{ Item: '卡片', Serial: null }]])
  const before = { ...previous, ...letters.value }
  const cards = validateRecord({ fields }, { Kind: 'Card' }, { mode: 'update', ...nobody, previous: before })
  expect(cards.errors).toEqual({ 'Lines.0.Serial': '第 1 列：請填寫卡號。' })
})
