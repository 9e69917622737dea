import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { printTypes, typesFolder } from '../../src/tools/types/print-types'
import { staleTypes } from '../../src/tools/types/stale'
import { coupon as wholeCoupon } from '../support/coupon'
import { couponReport } from '../support/coupon-report'
import { testSchemas } from '../support/schemas'

const coupon = {
  label: '優惠券設定',
  menu: { group: 'basic', order: 990, icon: 'ReceiptLong' },
  key: ['ApplyCode', 'CouponCode'],
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    CouponCode: { type: 'string', label: '優惠券代碼', required: true, max: 10, writeOnce: true, unique: true },
    CouponKind: { type: 'enum', options: { Amount: '折抵金額', Gift: '贈品' }, label: '優惠方式', required: true, default: 'Gift' },
    Amount: { type: 'money', label: '折抵金額', shownWhen: { field: 'CouponKind', is: 'Amount' } },
    Note: { type: 'text', label: '備註', max: 200 },
    Steps: { type: 'rows', label: '級距', max: 5, fields: { From: { type: 'money', label: '起', required: true }, Until: { type: 'date', label: '期限' } } },
  },
  list: { filters: ['CouponKind', 'Amount'] },
}

const files = printTypes(testSchemas({ coupon }))
const text = files.find(({ file }) => file === `${typesFolder}/coupon.ts`)?.text ?? ''
const root = mkdtempSync(join(tmpdir(), 'types-'))
afterAll(() => rmSync(root, { recursive: true }))

test('the types in the repository are what the schemas say; if not, run: npm run types', () => {
  expect(staleTypes(printTypes(testSchemas())).wrong).toEqual([])
})

test('a record, a row, the query and both bodies have a type, with what may be null or absent', () => {
  expect(text).toContain("  readonly CouponKind: 'Amount' | 'Gift'\n")
  expect(text).toContain('  readonly Amount: number | null\n')
  expect(text).toContain("export type CouponMore = 'Note' | 'CreateUser' | 'CreateTime' | 'UpdateUser'\n")
  expect(text).toContain("export type CouponRow = Omit<Coupon, 'Steps' | CouponMore> & Partial<Pick<Coupon, CouponMore>>\n")
  expect(text).toContain('  readonly Steps: readonly CouponStepsRow[] | null\n')
  expect(text).toContain("  readonly CouponKind?: readonly ('Amount' | 'Gift')[]\n")
  expect(text).toContain('  readonly AmountFrom?: number\n')
  const [, create = ''] = /export type CouponCreate = \{([^}]*)\}/.exec(text) ?? []
  expect(create).toContain('  readonly CouponCode: string\n')
  expect(create).toContain("  readonly CouponKind?: 'Amount' | 'Gift'\n")
  expect(create).toContain('  readonly Note?: string | null\n')
  expect(text).toMatch(/export type CouponUpdate = \{[^}]*readonly UpdateTime: string\n/)
})

test('a report has a type for its conditions and for its lines', () => {
  const [found] = printTypes(testSchemas({ coupon: wholeCoupon, couponReport })).filter(({ file }) => file === `${typesFolder}/couponReport.ts`)
  expect(found?.text).toMatch(/export type CouponReportQuery = \{[^}]*readonly DateFrom: string\n[^}]*readonly ApplyCode\?: string\n/)
  expect(found?.text).toMatch(/export type CouponReportValues = \{[^}]*readonly Coupons\?: number \| null\n/)
})

test('types that somebody changed by hand, or whose schema is gone, are wrong; types that nobody made yet are only missing', () => {
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  for (const one of files.filter(({ file }) => !file.endsWith('/coupon.ts'))) write(one.file, one.text)
  expect(staleTypes(files, root)).toEqual({ wrong: [], missing: [`${typesFolder}/coupon.ts`] })
  write(`${typesFolder}/coupon.ts`, text.replace('number | null', 'number'))
  write(`${typesFolder}/gone.ts`, 'export interface Gone {}\n')
  expect(staleTypes(files, root)).toEqual({ wrong: [`${typesFolder}/coupon.ts`, `${typesFolder}/gone.ts`], missing: [] })
})
