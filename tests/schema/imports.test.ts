import { expect, test } from 'vitest'
import { canBeInCell, fieldTypes, rulesOf } from '../../src/schema/field-types'
import { readCell, sampleProblem } from '../../src/schema/imports/cells'
import { matchTitles } from '../../src/schema/imports/columns'
import type { Field } from '../../src/schema/language/types'
import { loadSchemas } from '../../src/schema/load/load'
import { valueText } from '../../src/schema/text/value-text'
import { everyType } from '../support/schemas/every-type'

const field = (said: object): Field => {
  const file = { label: '試', page: false, tenant: 'shared', fields: { It: { label: '它', ...said } } }
  const { schemas } = loadSchemas([{ file: 'schemas/thing.json', text: JSON.stringify(file) }])
  const found = schemas.get('thing').fields.find(({ name }) => name === 'It')
  if (!found) throw new Error('The schema of the test has no such field.')
  return found
}

const options = { Amount: '折抵金額', Gift: '贈品' }

test.each<[string, object, string, unknown]>([
  ['a code by its text', { type: 'enum', options }, ' 贈品 ', 'Gift'],
  ['a code by itself, whatever its case', { type: 'enum', options }, 'ＧＩＦＴ', 'Gift'],
  ['codes with any sign between them', { type: 'enumList', options }, '贈品；Amount', ['Gift', 'Amount']],
  ['several records', { type: 'referenceList', to: 'thing', max: 9 }, 'A1、B2, C3', ['A1', 'B2', 'C3']],
  ['a yes', { type: 'boolean' }, 'Ｙ', true],
  ['a no', { type: 'boolean' }, '否', false],
  ['an amount with separators', { type: 'money' }, '１,050', 1050],
  ['an amount with a dollar sign', { type: 'money' }, '$1,000', 1000],
  ['an amount with its currency', { type: 'money' }, 'ＮＴ＄ 1,000', 1000],
  ['a negative amount', { type: 'money' }, '-$50.00', -50],
  ['a moment by Taipei’s clock', { type: 'datetime' }, '2026/11/30 09:30', '2026-11-30T09:30:00+08:00'],
  [
    'a moment as a spreadsheet shows it',
    { type: 'datetime' },
    '115年11月30日 下午 03:30:05',
    '2026-11-30T15:30:05+08:00',
  ],
  ['a moment at midnight', { type: 'datetime' }, '2026.11.30', '2026-11-30T00:00:00+08:00'],
  ['a day as it is', { type: 'date' }, '115/11/30', '115/11/30'],
  ['a day with a time', { type: 'date' }, '2026/11/30 上午 12:00:00', '2026/11/30'],
  ['a day with a time that is none', { type: 'date' }, '2026/11/30 25:00', '2026/11/30 25:00'],
])('a cell can contain %s', (_, said, cell, value) => {
  expect(readCell(field(said), cell, { currency: 'TWD' })).toEqual({ value })
})

test.each([
  ['10.5', 'USD', { value: 1050 }],
  ['1010.555', 'USD', { error: '它最多到小數點後 2 位。' }],
  ['10.5', 'TWD', { error: '它應為整數，不可有小數。' }],
  ['12345678901234', 'TWD', { error: '它的數字太大，系統無法處理。' }],
  // A text that is not an amount is left to the validation.
  ['NT$10', 'USD', { value: 'NT$10' }],
  ['1,00', 'TWD', { error: '它的「1,00」可能是 1，也可能是 100，請改寫成其中一種。' }],
  ['1.000', 'USD', { error: '它的「1.000」可能是 1，也可能是 1,000，請改寫成其中一種。' }],
  ['1,00,0', 'TWD', { error: '它的「1,00,0」分隔符號位置不正確，若是 1,000，請改寫成 1,000。' }],
])('the amount %s is parsed in the currency of its row, %s', (cell, currency, read) => {
  expect(readCell(field({ type: 'money' }), cell, { currency })).toEqual(read)
})

test.each([
  ['roc', '115/11/30', true],
  ['roc', '1151130', true],
  ['roc', '2026/11/30', false],
  ['roc', '20261130', false],
  // A date cell of a spreadsheet has no calendar.
  ['roc', '2026-11-30', true],
  ['roc', '2026-11-30 09:30:00', true],
  ['roc', '2026.11.30', false],
  ['roc', '2026年11月30日', false],
  ['gregorian', '2026/11/30', true],
  ['gregorian', '2026年11月30日', true],
  ['gregorian', '115/11/30', false],
] as const)('a column in the %s calendar accepts %s: %s', (calendar, cell, taken) => {
  expect('value' in readCell(field({ type: 'date' }), cell, { calendar, currency: 'TWD' })).toBe(taken)
})

test('titles are compared without width, blanks, case and asterisks, and each field is matched once', () => {
  const spec = {
    columns: [{ field: 'ClubCode', title: '社團代碼', aliases: ['代號'], required: true }],
    onExisting: 'refuse',
    matchFields: [],
    maxRows: 1,
    maxBytes: 1,
  } as const
  expect(matchTitles(spec, ['社團 代碼*', '備註', 'ｃlubcode', ''])).toEqual(['ClubCode', null, null, null])
})

test.each(fieldTypes.filter((type) => canBeInCell(type) && !['reference', 'referenceList', 'datetime'].includes(type)))(
  'the displayed text of a %s can be parsed from a cell',
  (type) => {
    const own = Object.values(everyType.fields).find((said) => said.type === type)
    const one = field(own ?? { type })
    const text = valueText(one, { It: rulesOf(type).sample(one, 1) })
    expect(text).not.toBe('')
    expect(sampleProblem({ sample: text }, one)).toBeUndefined()
  },
)
