import { expect, test } from 'vitest'
import { queryErrors } from '../../../src/admin/list/query/query-values'
import { loadSchemas } from '../../../src/schema/load/load'

const { schemas } = loadSchemas([
  {
    file: 'trip.json',
    text: JSON.stringify({
      label: '行程',
      menu: { group: 'basic', order: 1, icon: 'Groups' },
      key: 'TripNo',
      tenant: 'shared',
      fields: {
        TripNo: { type: 'string', label: '編號', required: true, max: 5 },
        Day: { type: 'date', label: '出發日' },
        Cost: { type: 'integer', label: '費用' },
      },
      list: { filters: ['Day', { field: 'Cost', match: 'range' }] },
    }),
  },
])
const errors = (from: string) => Object.fromEntries(queryErrors(schemas.get('trip'), { Day: { from, to: null } }))

test('a filter by a day with a year of two digits is refused with the days that may be meant', () => {
  expect(errors('1937-12-01')['Day.from']).toContain('目前讀為 1937/12/01（民國 26 年）；若是 2')
  expect(errors('1900-01-01')).toEqual({})
  expect(errors('2026-12-01')).toEqual({})
})

test('an ambiguous number in a filter is refused with both readings', () => {
  const cost = (from: string) => Object.fromEntries(queryErrors(schemas.get('trip'), { Cost: { from, to: null } }))
  expect(cost('1,5')).toEqual({ 'Cost.from': '費用的「1,5」可能是 1.5，也可能是 15，請改寫成其中一種。' })
  expect(cost('x')).toEqual({ 'Cost.from': '請輸入數字' })
})
