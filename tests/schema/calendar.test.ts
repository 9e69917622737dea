import { expect, test } from 'vitest'
import { sampleCells } from '../../src/schema/imports/cells'
import type { Field } from '../../src/schema/language/types'
import { applyCalendar } from '../../src/schema/load/apply-calendar'
import { loadSchemas } from '../../src/schema/load/load'
import { validateRecord } from '../../src/schema/rules/validate'
import { valueText } from '../../src/schema/text/value-text'

const trip = {
  label: '行程',
  menu: { group: 'basic', order: 1, icon: 'Groups' },
  key: 'TripNo',
  tenant: 'shared',
  fields: {
    TripNo: { type: 'string', label: '編號', required: true, max: 5 },
    Day: { type: 'date', label: '出發日', required: true, min: '2026-11-01' },
    Back: { type: 'date', label: '返回日', min: { field: 'Day' } },
    Passport: { type: 'date', label: '護照效期', calendar: 'gregorian' },
    Month: { type: 'month', label: '月份', max: '2027-01' },
    Due: { type: 'computed', as: 'date', label: '付款日', value: { daysAfter: [{ field: 'Day' }, 30] } },
    Stops: { type: 'rows', label: '停靠', max: 5, fields: { On: { type: 'date', label: '日期' } } },
  },
  actions: {
    Move: { label: '改期', inputs: { To: { type: 'date', label: '新日期' } }, set: { Day: { input: 'To' } } },
  },
  import: { columns: ['TripNo', 'Day', 'Passport', 'Month'] },
}
const report = {
  label: '統計',
  kind: 'report',
  menu: { group: 'basic', order: 2, icon: 'Groups' },
  key: 'TripMonth',
  fields: { TripMonth: { type: 'month', label: '月份' } },
  parameters: { From: { type: 'date', label: '起日' } },
  list: { columns: ['TripMonth'], filters: ['From'] },
  report: {},
}
const { schemas: plain } = loadSchemas(
  Object.entries({ trip, report }).map(([name, file]) => ({ file: `${name}.json`, text: JSON.stringify(file) })),
)
const schemas = applyCalendar(plain, 'roc')
const { fields, actions, import: spec } = schemas.get('trip')
const textOf = (all: readonly Field[], name: string, value: unknown): string =>
  all.flatMap((field) => (field.name === name ? [valueText(field, { [name]: value })] : [])).join()

test('the portal’s calendar formats every day and month whose field declares no other: fields, list items, inputs, computed days and reports', () => {
  expect([
    textOf(fields, 'Day', '2026-11-30'),
    textOf(fields, 'Month', '2026-11'),
    textOf(fields, 'Due', '2026-12-30'),
  ]).toEqual(['115/11/30', '115/11', '115/12/30'])
  expect(textOf(fields, 'Passport', '2026-11-30')).toBe('2026/11/30')
  const stops = fields.find(({ name }) => name === 'Stops')
  expect(stops?.type === 'rows' ? textOf(stops.fields, 'On', '2026-11-30') : '').toBe('115/11/30')
  expect(textOf(actions[0]?.inputs ?? [], 'To', '2026-11-30')).toBe('115/11/30')
  expect(textOf(schemas.get('report').fields, 'TripMonth', '2026-11')).toBe('115/11')
  expect(textOf(schemas.get('report').list.parameters, 'From', '2026-11-30')).toBe('115/11/30')
  // Times of the server are formatted in the Gregorian calendar everywhere.
  expect(textOf(fields, 'UpdateTime', '2026-11-30T09:15:00+08:00')).toBe('2026/11/30 09:15')
})

test('messages and templates format days as screens do, and both calendars are accepted', () => {
  const validate = (row: object) =>
    validateRecord({ fields }, { TripNo: 'A1', ...row }, { mode: 'create', today: '2026-11-20', role: '' })
  expect(validate({ Day: '115/10/31', Month: '116/02' }).errors).toEqual({
    Day: '出發日不可早於 115/11/01。',
    Month: '月份不可晚於 116/01。',
  })
  expect(validate({ Day: '2026/11/30', Back: '115/11/29' }).errors).toEqual({
    Back: '返回日不可早於出發日（115/11/30）。',
  })
  expect(sampleCells(spec?.columns ?? [], fields, { today: '2026-11-20' })).toEqual([
    '範例',
    '115/11/01',
    '2026/11/01',
    '109/01',
  ])
})

test('a portal without a setting uses the Gregorian calendar', () => {
  expect(applyCalendar(plain, undefined)).toBe(plain)
  expect(textOf(plain.get('trip').fields, 'Day', '2026-11-30')).toBe('2026/11/30')
})
