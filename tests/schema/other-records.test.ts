import { expect, test } from 'vitest'
import { loadSchemas } from '../../src/schema/load/load'
import { changeDependsOnOthers, everyChangeDependsOnOthers } from '../../src/schema/rules/other-records'

/** Returns the resource of a file with a code, a text, a level, the number of records below it, and these other fields and settings. */
const resourceWith = (fields: object, settings: object = {}) => {
  const own = {
    ApplyCode: { type: 'string', label: '委託單位代號', max: 8 },
    Code: { type: 'string', label: '代碼', max: 10, unique: true },
    Text: { type: 'string', label: '說明', max: 10 },
    Below: { type: 'count', label: '下層數', of: 'shelf', by: ['ApplyCode'] },
  }
  const { schemas, problems } = loadSchemas([
    { file: 'shelf.json', text: JSON.stringify({ label: '層架', page: false, fields: { ...own, ...fields }, ...settings }) },
  ])
  expect(problems).toEqual([])
  return schemas.get('shelf')
}

const counted = { field: 'Below', atLeast: 1 }

test.each<readonly [string, boolean, Parameters<typeof resourceWith>]>([
  ['no rule depends on other records', false, [{ Note: { type: 'string', label: '備註', max: 5, requiredWhen: { field: 'Text', empty: false } } }]],
  ['a count only locks a field', false, [{ Note: { type: 'string', label: '備註', max: 5, readOnlyWhen: counted } }]],
  ['a count requires a field', true, [{ Note: { type: 'string', label: '備註', max: 5, requiredWhen: counted } }]],
  ['a count shows a field', true, [{ Note: { type: 'string', label: '備註', max: 5, shownWhen: { not: counted } } }]],
  [
    'a rule of the record depends on a count',
    true,
    [{}, { rules: [{ require: { field: 'Text', empty: false }, when: counted, message: '請輸入說明。', at: 'Text' }] }],
  ],
  ['a count bounds a number', true, [{ Room: { type: 'integer', label: '容量', min: { field: 'Below' } } }]],
  ['another field bounds a number', false, [{ Room: { type: 'integer', label: '容量', max: { field: 'Most' } }, Most: { type: 'integer', label: '上限' } }]],
  ['changes are allowed by a count', true, [{}, { allowedWhen: { update: { not: counted } } }]],
  ['deletions are allowed by a count', false, [{}, { allowedWhen: { delete: { not: counted } } }]],
])('%s: every change depends on other records: %s', (_, expected, [fields, settings]) => {
  expect(everyChangeDependsOnOthers(resourceWith(fields, settings))).toBe(expected)
})

test.each<readonly [string, boolean, object]>([
  ['a field that a count locks', true, { Note: '新' }],
  ['the unchanged value of such a field', false, { Note: '舊', Text: '新' }],
  ['its place in a hierarchy of limited depth', true, { Parent: 'A' }],
  ['another reference', false, { Neighbour: 'A' }],
  ['any other field', false, { Text: '新' }],
])('a change of %s depends on other records: %s', (_, expected, values) => {
  const resource = resourceWith({
    Note: { type: 'string', label: '備註', max: 5, readOnlyWhen: counted },
    Parent: { type: 'reference', to: 'shelf', by: 'Code', label: '上層', maxDepth: 3 },
    Neighbour: { type: 'reference', to: 'shelf', by: 'Code', label: '鄰近' },
  })
  expect(changeDependsOnOthers(resource, { ...values }, { Note: '舊', Text: '舊', Parent: null, Neighbour: null })).toBe(expected)
})
