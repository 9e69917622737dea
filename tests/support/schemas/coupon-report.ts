import { sql } from 'kysely'
import { defineResource } from '../../../src/server'
import type { NamedModule } from '../../../src/server/module'

/** Report pages that exist only in tests: over records, over personal data, and over rows that the server computes. */

const startDate = { field: 'StartDate', match: 'range', required: true, maxDays: 92 } as const

export const couponReport = {
  label: '優惠券統計表列印',
  kind: 'report',
  of: 'coupon',
  menu: { group: 'report', order: 900, icon: 'Assessment' },
  list: {
    columns: ['CouponKind', 'ApplyCode', 'CouponCode', 'StartDate', 'Amount'],
    filters: ['ApplyCode', startDate, { field: 'CouponKind', match: 'in' }],
    totals: ['Amount'],
    sort: '-StartDate',
  },
  report: { subtotals: ['ApplyCode', 'CouponKind'], labels: { CouponKind: '方式' } },
} as const

export const payerRoll = {
  label: '繳款人名冊列印',
  kind: 'report',
  of: 'payer',
  menu: { group: 'report', order: 901, icon: 'Assessment' },
  list: { columns: ['PayerId', 'PayerName', 'Mobile'], filters: ['ApplyCode'], sort: 'PayerId' },
  report: { formats: ['Csv', 'Pdf'] },
} as const

/** A report in two forms, each with a call of its own. */
export const couponSums = {
  label: '優惠券合計列印',
  kind: 'report',
  menu: { group: 'report', order: 902, icon: 'Assessment' },
  key: ['ApplyCode', 'CouponKind'],
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號' },
    CouponKind: { type: 'enum', options: { Amount: '折抵金額', Gift: '贈品' }, label: '優惠方式' },
    Coupons: { type: 'integer', label: '張數' },
    Amount: { type: 'money', label: '折抵金額' },
  },
  parameters: { Month: { type: 'month', label: '月份', required: true } },
  list: {
    columns: ['ApplyCode', 'CouponKind', 'Coupons', 'Amount'],
    filters: [{ field: 'Month', match: 'exact', required: true }, 'ApplyCode', 'CouponKind'],
    totals: ['Coupons', 'Amount'],
    sort: 'CouponKind',
  },
  report: { subtotals: ['ApplyCode'] },
} as const

/** The rows of {@link couponSums}. They name no company: the list restricts them to the caller's. */
export const couponSumsModule: NamedModule = defineResource('couponSums' as string, {
  reportRows: (_, { values }) => sql`
    select apply_code, coupon_kind, count(*) as coupons, coalesce(sum(amount), 0)::bigint as amount
    from coupon
    where to_char(start_date, 'YYYY-MM') = ${values.Month?.[0]}
    group by apply_code, coupon_kind`,
})
