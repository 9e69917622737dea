import { describe, expect, test } from 'vitest'
import { expectedRemitDate, type PayPeriodType, remitDate } from '../../../src/domain/payments/remit-date'
import vectors from '../vectors/remit-date.json'

const noHolidays = new Set<string>()
const periods = ['NDayA', 'NDayB', 'NDayC', 'Week', 'TenDay'] as const

describe('the day on which a channel remits', () => {
  const cases = vectors.vectors.flatMap((vector) =>
    periods.map((period) => [vector.transDate, period, vector[period]] as const),
  )
  test.each(cases)('reported on %s and paid by %s: %s', (transDate, period, date) =>
    expect(remitDate(period, transDate, noHolidays)).toBe(date),
  )

  test.each(vectors.extraTenDay)('reported on $transDate and paid every ten days: $TenDay', ({ transDate, TenDay }) =>
    expect(remitDate('TenDay', transDate, noHolidays)).toBe(TenDay),
  )

  // Saturday and Wednesday of the table for a report within a week without holidays.
  test.each([
    ['2026-11-28', 'NDayA', '2026-12-01'],
    ['2026-11-28', 'NDayB', '2026-12-01'],
    ['2026-11-28', 'NDayC', '2026-12-03'],
    ['2026-11-25', 'NDayA', '2026-11-27'],
    ['2026-11-25', 'NDayB', '2026-11-30'],
    ['2026-11-25', 'NDayC', '2026-11-30'],
    ['2026-12-31', 'TenDay', '2027-01-05'],
  ] as const)('reported on %s and paid by %s: %s', (transDate, period, date) =>
    expect(remitDate(period, transDate, noHolidays)).toBe(date),
  )
})

describe('around holidays', () => {
  // Friday 25 December 2026 and the days of the Lunar New Year of 2026.
  const holidays = new Set(['2026-12-25', '2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20'])

  test.each([
    ['NDayA', '2026-12-22', '2026-12-24'],
    ['NDayB', '2026-12-22', '2026-12-28'],
    ['NDayC', '2026-12-22', '2026-12-28'],
    ['Week', '2026-02-10', '2026-02-23'],
    ['TenDay', '2026-12-15', '2026-12-28'],
  ] as const)('%s, reported on %s: %s', (period, transDate, date) =>
    expect(remitDate(period, transDate, holidays)).toBe(date),
  )

  test('money never arrives before it was reported', () =>
    expect(remitDate('NDayA', '2026-02-15', holidays)).toBe('2026-02-23'))
})

describe('the expected remit date by channel and item', () => {
  const expected = (ChannelId: string, PayPeriodType: PayPeriodType | null, TransDate = '2026-11-26') =>
    expectedRemitDate({ ChannelId, TransDate }, PayPeriodType && { PayPeriodType }, noHolidays)

  test.each([
    ['統一超商 follows the item', '01', 'NDayA', '2026-11-27'],
    ['統一超商 with an unknown item', '01', null, '2026-11-27'],
    ['全家 with an unknown item', '02', null, '2026-11-27'],
    ['美廉社 with an unknown item', '14', null, '2026-11-27'],
    ['統一超商 with an item that is paid weekly', '01', 'Week', '2026-12-02'],
    ['OK moves holidays on', '03', 'NDayA', '2026-11-30'],
    ['萊爾富 counts business days', '04', 'NDayA', '2026-12-01'],
    ['the post office moves holidays back', '05', null, '2026-11-27'],
    ['an item that is paid weekly', '03', 'Week', '2026-12-02'],
    ['an item that is paid every ten days', '04', 'TenDay', '2026-12-07'],
    ['an ATM of the bank', '06', null, '2026-11-26'],
  ] as const)('%s', (_, channel, period, date) => expect(expected(channel, period)).toBe(date))

  test('a credit on a weekend counts on the next business day', () =>
    expect(expected('06', null, '2026-11-28')).toBe('2026-11-30'))
})
