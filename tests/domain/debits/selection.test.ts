import { describe, expect, test } from 'vitest'
import { debitDateProblem } from '../../../src/domain/debits/debit-date'
import type { MediaFormat } from '../../../src/domain/debits/media'
import { type DebitBill, type DebitSelection, stayOutReason } from '../../../src/domain/debits/selection'

const bill: DebitBill = {
  BillState: 'Active',
  CurrencyType: 'TWD',
  RemainAmount: 1500,
  PaymentEndDate: '2026-12-10',
  PayerType: 'ACH',
  DebitAuthStatus: 'Authorized',
  DebitUserNo: 'P0001',
  isExported: false,
  isProposed: false,
  isUnsettled: false,
}
const selection: DebitSelection = { MediaFormat: 'AchP01', DebitDate: '2026-12-10', IncludeExported: false }
const reason = (values: Partial<DebitBill>, parameters: Partial<DebitSelection> = {}) =>
  stayOutReason({ ...bill, ...values }, { ...selection, ...parameters })

describe('a bill', () => {
  test('goes into a file until its deadline', () => expect(reason({})).toBeNull())

  test.each([
    ['that is void', { BillState: 'Void', RemainAmount: 0 }, 'Void'],
    ['with nothing left to pay', { RemainAmount: 0 }, 'NothingLeft'],
    ['in another currency', { CurrencyType: 'USD' }, 'OtherCurrency'],
    ['of a payer of another type', { PayerType: 'Account' }, 'OtherPayerType'],
    ['whose payer was deleted', { PayerType: null, DebitAuthStatus: null, DebitUserNo: null }, 'NotAuthorized'],
    ['whose payer has applied for authorization', { DebitAuthStatus: 'Applying' }, 'NotAuthorized'],
    ['whose authorization was cancelled', { DebitAuthStatus: 'Cancelled' }, 'NotAuthorized'],
    ['without a user number', { DebitUserNo: null }, 'NoUserNumber'],
    ['whose deadline is before the debit', { PaymentEndDate: '2026-12-09' }, 'Overdue'],
    ['that was exported and not answered', { isExported: true }, 'Exported'],
    ['that was debited and not written off', { isUnsettled: true }, 'Unsettled'],
    ['in a file that waits for release', { isProposed: true, isExported: true }, 'Proposed'],
  ] as const)('stays out: %s', (_, values, expected) => expect(reason(values)).toBe(expected))

  test('that was exported goes again if the user includes such bills, but not while a release is pending', () => {
    expect(reason({ isExported: true }, { IncludeExported: true })).toBeNull()
    expect(reason({ isProposed: true }, { IncludeExported: true })).toBe('Proposed')
    expect(reason({ isUnsettled: true }, { IncludeExported: true })).toBe('Unsettled')
  })

  test.each<[MediaFormat, string | null]>([
    ['AchP01', 'OtherPayerType'],
    ['Fisc200', null],
    ['BankOwn', null],
  ])('of a payer with an account of the bank, in %s: %s', (MediaFormat, expected) =>
    expect(reason({ PayerType: 'Account', DebitUserNo: null }, { MediaFormat })).toBe(expected),
  )
})

describe('the day of a debit', () => {
  const holidays = new Set(['2026-12-25'])
  const problem = (day: string, today = '2026-12-09') => debitDateProblem(day, today, holidays)

  test('is a business day from the next one on', () => {
    expect(problem('2026-12-10')).toBeNull()
    expect(problem('2026-12-14', '2026-12-11')).toBeNull()
  })

  test.each([
    ['today', '2026-12-09', '扣款日最早為次一營業日 2026/12/10，請改選其他日期。'],
    ['a Sunday', '2026-12-13', '扣款日須為銀行營業日，請改選其他日期。'],
    ['a holiday', '2026-12-25', '扣款日須為銀行營業日，請改選其他日期。'],
  ])('cannot be %s', (_, day, text) => expect(problem(day)).toBe(text))
})
