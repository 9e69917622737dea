import { expect, test } from 'vitest'
import type { ReportColumn } from '../../src/schema/language/report'
import type { Field } from '../../src/schema/language/types'
import { defaultPeriod, reportPeriodErrors } from '../../src/schema/reports/period'
import { reportLines } from '../../src/schema/reports/report-lines'

const plain = { required: false, readOnly: true, writeOnce: false, detailOnly: false, virtual: false } as const
const unit: Field = { ...plain, name: 'Unit', label: '單位', type: 'string', min: 0, max: 9 }
const amount: Field = { ...plain, name: 'Amount', label: '金額', type: 'money' }
const columns: readonly ReportColumn[] = [{ field: unit }, { field: amount, total: 'sum' }]
const linesOf = (rows: object[], subtotals: string[] = []) =>
  reportLines({ columns, subtotals, fields: [unit, amount], dates: {} }, rows as Record<string, unknown>[]).map(
    ({ Kind, Text, Values }) => [Kind, Text, Values.Amount],
  )

test('amounts of two currencies are never added up together', () => {
  const rows = [
    { Unit: 'A', Amount: 100, CurrencyType: 'TWD' },
    { Unit: 'A', Amount: 250, CurrencyType: 'USD' },
    { Unit: 'B', Amount: 50, CurrencyType: 'USD' },
  ]
  expect(linesOf(rows, ['Unit'])).toEqual([
    ['row', '', 100],
    ['row', '', 250],
    ['subtotal', '小計：A（TWD）', 100],
    ['subtotal', '小計：A（USD）', 250],
    ['row', '', 50],
    ['subtotal', '小計：B', 50],
    ['total', '合計（TWD）', 100],
    ['total', '合計（USD）', 300],
  ])
})

test('the sum of no records is zero, and an empty group has a text of its own', () => {
  expect(linesOf([])).toEqual([])
  expect(linesOf([{ Unit: null, Amount: null }], ['Unit'])).toEqual([
    ['row', '', null],
    ['subtotal', '小計：（空白）', 0],
    ['total', '合計', 0],
  ])
})

test('two records with the same code are distinguished if the code belongs to different agreements', () => {
  const term: Field = {
    ...plain,
    name: 'Term',
    label: '期別',
    type: 'reference',
    to: 'term',
    storedAs: 'text',
    by: 'Term',
    same: ['ApplyCode'],
    min: 0,
    max: 1,
  }
  const rows = ['77001', '77001', '77002'].map((ApplyCode) => ({
    ApplyCode,
    Term: '2026-11',
    Amount: 1,
    Labels: { Term: `${ApplyCode} 的 11 月` },
  }))
  const lines = reportLines({ columns, subtotals: ['Term'], fields: [term, amount], dates: {} }, rows).filter(
    ({ Kind }) => Kind === 'subtotal',
  )
  expect(lines.map(({ Text, Values }) => [Text, Values.Amount])).toEqual([
    ['小計：77001 的 11 月', 2],
    ['小計：77002 的 11 月', 1],
  ])
})

const period = { from: 'DateFrom', to: 'DateTo', maxDays: 92, first: 'lastMonth' } as const

test('a period must not exceed its maximum, first and last day included', () => {
  expect(reportPeriodErrors({ period }, { DateFrom: '2026-01-01', DateTo: '2026-04-02' })).toEqual({})
  expect(reportPeriodErrors({ period }, { DateFrom: '2026-01-01', DateTo: '2026-04-03' })).toEqual({
    DateTo: '查詢期間最長 92 天，目前是 93 天，請縮短期間。',
  })
  expect(reportPeriodErrors({ period }, { DateFrom: '2026-01-02', DateTo: '2026-01-01' })).toEqual({
    DateTo: '迄日不可早於起日，請更正。',
  })
})

test('the proposed period can span the turn of a year', () => {
  expect(defaultPeriod({ period }, '2026-01-15')).toEqual({ DateFrom: '2025-12-01', DateTo: '2025-12-31' })
  expect(defaultPeriod({ period: { ...period, first: 'thisMonth' } }, '2026-01-15')).toEqual({
    DateFrom: '2026-01-01',
    DateTo: '2026-01-15',
  })
  expect(defaultPeriod({ period: { ...period, first: 'today' } }, '2026-01-15')).toEqual({
    DateFrom: '2026-01-15',
    DateTo: '2026-01-15',
  })
})
