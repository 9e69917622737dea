import { expect, test } from 'vitest'
import type { ReportSpec } from '../../src/schema/language/report'
import { isReport, type ListSpec, type ReportResource } from '../../src/schema/language/resource'
import { linesBehind } from '../../src/schema/reports/lines-behind'
import { daysOfPeriod } from '../../src/schema/reports/period'
import { reportColumns, reportInForm, reportOfCall } from '../../src/schema/reports/report-form'
import { type ReportLine, reportLines, totalLines } from '../../src/schema/reports/report-lines'
import { couponSums } from '../support/schemas/coupon-report'
import { testSchemas } from '../support/schemas/schemas'

const billReport = {
  label: '帳單列印',
  kind: 'report',
  of: 'bills',
  menu: { group: 'report', order: 900, icon: 'Print' },
  list: {
    columns: ['BillNo', 'PayStatus', 'PaidAmount'],
    filters: ['ApplyCode', 'BillTermId'],
    totals: ['PaidAmount'],
  },
  report: {},
}
const schemas = testSchemas({ billReport, couponSums })

const reportNamed = (name: string): ReportResource => {
  const resource = schemas.get(name)
  return isReport(resource) ? resource : expect.unreachable(name)
}

/** The report of bills with other subtotals, figures and rules. */
const report = (spec: Partial<ReportSpec> = {}, list: Partial<ListSpec> = {}): ReportResource => {
  const base = reportNamed('billReport')
  return {
    ...base,
    list: { ...base.list, ...list },
    report: { ...base.report, subtotals: [], lines: { page: 'bills' }, ...spec },
  }
}

const linesOf = (resource: ReportResource, ...pages: readonly (readonly object[])[]): readonly ReportLine[] => {
  const lines = reportLines(resource)
  return [...pages.flatMap((rows) => lines.push(rows as Record<string, unknown>[])), ...lines.end()]
}
const told = (lines: readonly ReportLine[]) => lines.map(({ kind, text, values }) => [kind, text, values.PaidAmount])
const paid = (PayStatus: string | null, PaidAmount: number, CurrencyType = 'TWD') => ({
  PayStatus,
  PaidAmount,
  CurrencyType,
})

test('amounts of two currencies are never added up together', () => {
  const rows = [paid('Paid', 100), paid('Paid', 250, 'USD'), paid('Unpaid', 50, 'USD')]
  expect(told(linesOf(report({ subtotals: ['PayStatus'] }), rows))).toEqual([
    ['row', '', 100],
    ['row', '', 250],
    ['subtotal', '小計：已繳（TWD）　1 筆', 100],
    ['subtotal', '小計：已繳（USD）　1 筆', 250],
    ['row', '', 50],
    ['subtotal', '小計：未繳　1 筆', 50],
    ['total', '合計（TWD）　1 筆', 100],
    ['total', '合計（USD）　2 筆', 300],
  ])
})

test('a report without rows has no totals, and a group without a value has a text of its own', () => {
  expect(linesOf(report())).toEqual([])
  expect(told(linesOf(report({ subtotals: ['PayStatus'] }), [{ PayStatus: null, PaidAmount: null }]))).toEqual([
    ['row', '', null],
    ['subtotal', '小計：（空白）　1 筆', 0],
    ['total', '合計　1 筆', 0],
  ])
})

test('rows of a group without a value for its inner groups have the subtotal of the outer group only', () => {
  const rows = [
    { ...paid('Paid', 1), BillNo: 'B1' },
    { ...paid('Unpaid', 2), BillNo: null },
  ]
  expect(told(linesOf(report({ subtotals: ['PayStatus', 'BillNo'] }), rows))).toEqual([
    ['row', '', 1],
    ['subtotal', '小計：B1　1 筆', 1],
    ['subtotal', '小計：已繳　1 筆', 1],
    ['row', '', 2],
    ['subtotal', '小計：未繳　1 筆', 2],
    ['total', '合計　2 筆', 3],
  ])
})

test('the lines of several pages are those of one page', () => {
  const rows = [paid('Paid', 1), paid('Paid', 2), paid('Unpaid', 3), paid('Unpaid', 4)]
  const subtotals = report({ subtotals: ['PayStatus'] })
  const whole = linesOf(subtotals, rows)
  for (let cut = 0; cut <= rows.length; cut += 1)
    expect(linesOf(subtotals, rows.slice(0, cut), rows.slice(cut))).toEqual(whole)
})

test('an inner subtotal ends where an outer group ends, also if the inner value stays the same', () => {
  const row = (PayStatus: string, BillTermId: string) => ({ ...paid(PayStatus, 1), BillTermId, ApplyCode: '77001' })
  const lines = linesOf(report({ subtotals: ['PayStatus', 'BillTermId'] }), [
    row('Paid', '2026-11'),
    row('Unpaid', '2026-11'),
  ])
  expect(lines.map(({ kind, group }) => [kind, group.PayStatus, group.BillTermId])).toEqual([
    ['row', undefined, undefined],
    ['subtotal', 'Paid', '2026-11'],
    ['subtotal', 'Paid', undefined],
    ['row', undefined, undefined],
    ['subtotal', 'Unpaid', '2026-11'],
    ['subtotal', 'Unpaid', undefined],
    ['total', undefined, undefined],
  ])
})

test('two records with the same code are distinguished if the code belongs to different agreements', () => {
  const rows = ['77001', '77001', '77002'].map((ApplyCode) => ({
    ...paid('Paid', 1),
    ApplyCode,
    BillTermId: '2026-11',
    Labels: { BillTermId: `${ApplyCode} 的 11 月` },
  }))
  const subtotals = linesOf(report({ subtotals: ['BillTermId'] }), rows).filter(({ kind }) => kind === 'subtotal')
  expect(subtotals.map(({ text, group }) => [text, group])).toEqual([
    ['小計：77001 的 11 月　2 筆', { ApplyCode: '77001', BillTermId: '2026-11' }],
    ['小計：77002 的 11 月　1 筆', { ApplyCode: '77002', BillTermId: '2026-11' }],
  ])
})

const parts = report(
  {
    subtotals: ['PayStatus'],
    totals: [
      { label: '合計', subtotal: '小計', part: '已繳' },
      { label: '未繳合計', part: '未繳' },
    ],
  },
  {
    totalRules: {
      except: [{ PayStatus: ['OverPaid'] }],
      negative: { BillState: ['Void'] },
      parts: [
        { label: '已繳', where: { PayStatus: ['Paid'] } },
        { label: '未繳', where: { PayStatus: ['Unpaid'] } },
      ],
    },
  },
)

test('figures count the parts of the list by its rules, and a row that is subtracted is negative', () => {
  const rows = [
    { ...paid('OverPaid', 7), BillState: 'Active' },
    { ...paid('Paid', 100), BillState: 'Active' },
    { ...paid('Paid', 30), BillState: 'Void' },
    { ...paid('Unpaid', 5), BillState: 'Active' },
  ]
  expect(told(linesOf(parts, rows))).toEqual([
    ['row', '', 7],
    ['subtotal', '小計：溢繳　0 筆', 0],
    ['row', '', 100],
    ['row', '', -30],
    ['subtotal', '小計：已繳　2 筆', 70],
    ['row', '', 5],
    ['subtotal', '小計：未繳　0 筆', 0],
    ['total', '合計　2 筆', 70],
    ['total', '未繳合計　1 筆', 5],
  ])
  const shownSign = report({}, { ...parts.list, columns: [...parts.list.columns, 'BillState'] })
  expect(told(linesOf(shownSign, [rows[2] ?? {}]))[0]).toEqual(['row', '', 30])
})

test('the totals of a list call become the same lines', () => {
  const totals = [
    {
      CurrencyType: 'TWD',
      Count: 3,
      PaidAmount: 75,
      Parts: [
        { Label: '已繳', Count: 2, PaidAmount: 70 },
        { Label: '未繳', Count: 1, PaidAmount: 5 },
      ],
    },
  ]
  expect(told(totalLines(parts, totals))).toEqual([
    ['total', '合計　2 筆', 70],
    ['total', '未繳合計　1 筆', 5],
  ])
})

test('rows that are groups are not counted, because their numbers of records are added up', () => {
  const rows = [{ ApplyCode: '77001', CouponKind: 'Gift', Coupons: 3, Amount: 0 }]
  const lines = linesOf(reportNamed('couponSums'), rows)
  expect(lines.map(({ text, values }) => [text, values.Coupons])).toEqual([
    ['', 3],
    ['小計：77001', 3],
    ['合計', 3],
  ])
})

test('a form of a report has a call, columns and subtotals of its own', () => {
  const forms = [
    { code: 'Full', label: '完整', call: 'Bank.Full', columns: ['ApplyCode', 'Amount'], subtotals: ['ApplyCode'] },
    { code: 'Short', label: '簡表', call: 'Bank.Short', columns: ['Amount'], subtotals: [] },
  ]
  const base = reportNamed('couponSums')
  const resource = { ...base, report: { ...base.report, forms } }
  const short = reportInForm(resource, 'Short')
  expect([reportColumns(short).map(({ name }) => name), short.report.subtotals]).toEqual([['Amount'], []])
  expect(reportInForm(resource, undefined).endpoints.listCall).toBe('Bank.Full')
  expect(reportOfCall(resource, 'Bank.Short')).toEqual(short)
  expect(reportOfCall(resource, 'Bank.Other')).toBeUndefined()
  expect(reportOfCall(base, 'CouponSums.list')).toBe(base)
})

const bills = schemas.get('bills')
const behind = (query: object, line: Partial<ReportLine>) =>
  linesBehind(parts, query as Record<string, unknown>, { group: {}, ...line }, bills)

test('the lines behind a figure are found by the query, the group and the part', () => {
  const [subtotal] = linesOf(parts, [paid('Paid', 1)]).filter(({ kind }) => kind === 'subtotal')
  expect(subtotal?.group).toEqual({ PayStatus: 'Paid' })
  expect(behind({ ApplyCode: '77001', BillTermId: '' }, { group: { BillTermId: '2026-11' } })).toEqual({
    ApplyCode: '77001',
    BillTermId: '2026-11',
  })
})

test('there are no lines behind a figure if the page has no filter for it, or if nothing can fulfil both', () => {
  expect(behind({ Unknown: '1' }, {})).toBeUndefined()
  expect(behind({ ApplyCode: '77001' }, { group: { ApplyCode: '77003' } })).toBeUndefined()
  expect(behind({ ApplyCode: '77001' }, { group: { ApplyCode: null } })).toBeUndefined()
})

test('the proposed period can span the turn of a year', () => {
  expect(daysOfPeriod('lastMonth', '2026-01-15')).toEqual(['2025-12-01', '2025-12-31'])
  expect(daysOfPeriod('thisMonth', '2026-01-15')).toEqual(['2026-01-01', '2026-01-15'])
  expect(daysOfPeriod('today', '2026-01-15')).toEqual(['2026-01-15', '2026-01-15'])
})

test('the lines of a day are those of the period of that day, if the period concerns the same date', () => {
  const target = schemas.get('TransactionDetailQuery')
  const writeOff = reportNamed('WriteOffReport')
  const query = { ApplyCode: '77001', DateType: 'AccountDate', StartDate: '2026-11-01', EndDate: '2026-11-30' }
  const line = { group: { ChannelId: '01', AccountDate: '2026-11-05' } }
  expect(linesBehind(writeOff, query, line, target)).toEqual({
    ApplyCode: '77001',
    DateType: 'AccountDate',
    StartDate: '2026-11-05',
    EndDate: '2026-11-05',
    ChannelId: '01',
  })
  expect(linesBehind(writeOff, { ...query, DateType: 'TradeDate' }, line, target)).toBeUndefined()
})

test('a form of a report shows the sums of its own columns only', () => {
  const fees = reportNamed('ChannelFeeReport')
  expect(reportInForm(fees, 'Channel').list.totals).toEqual(['LineCount', 'Amount', 'Fee'])
  expect(reportInForm(fees, 'Receipt').list.totals).not.toContain('Amount')
})
