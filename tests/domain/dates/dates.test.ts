import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOfYear, daysBetween, isIsoDate, taipeiToday } from '../../../src/domain/dates/dates'
import {
  dayCode,
  formatRoc6,
  formatRoc7,
  formatRocLong,
  formatRocSlash,
  parseDate,
  parseMonth,
  parseRoc6,
} from '../../../src/domain/dates/roc-date'
import { invalidRoc7, vectors } from '../vectors/roc-date.json'

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1950-01-01', days))

describe('民國 calendar', () => {
  test.each(vectors)('$iso is $display', (vector) => {
    expect(formatRoc7(vector.iso)).toBe(vector.roc7)
    expect(formatRoc6(vector.iso)).toBe(vector.roc6)
    expect(formatRocLong(vector.iso)).toBe(vector.display)
    expect(formatRocSlash(vector.iso)).toBe(vector.slash)
    expect(dayCode(vector.iso)).toBe(vector.yddd)
  })
  test.each(invalidRoc7)('%s is not a day', (value) => expect(parseDate(value)).toBeNull())
  test.each([
    '2026-11-30',
    '2026/11/30',
    '2026.11.30',
    '2026年11月30日',
    '20261130',
    '1151130',
    '01151130',
    '115/11/30',
    '115.11.30',
    '115年11月30日',
    '民國115年11月30日',
    '民國 115 年 11 月 30 日',
    ' 2026-11-30 ',
  ])('"%s" is 2026-11-30', (value) => expect(parseDate(value)).toBe('2026-11-30'))
  test.each(['2026-11', '2026/11', '202611', '2026年11月', '115/11', '11511', '115年11月', '民國115年11月'])(
    '"%s" is 2026-11',
    (value) => expect(parseMonth(value)).toBe('2026-11'),
  )
  test.each(['2026.11', '民國2026年11月', '2026年13月'])('"%s" is not a month', (value) =>
    expect(parseMonth(value)).toBeNull(),
  )
  test.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '2026/0/1',
    '151130',
    '0/1/1',
    '00000101',
    '2026-11-30T00:00',
    '１１５/11/30',
    'yesterday',
    '民國2026年11月30日',
    '5年1月1日',
  ])('"%s" is not a day', (value) => expect(parseDate(value)).toBeNull())
  test('every format of a day can be parsed', () => {
    fc.assert(
      fc.property(day, (date) =>
        [date, formatRoc7(date), formatRocSlash(date), formatRocLong(date)].every((form) => parseDate(form) === date),
      ),
    )
  })
  test('two-digit years mean the day nearest to a reference date', () => {
    expect(parseRoc6('151130', '2026-11-21')).toBe('2026-11-30')
    expect(parseRoc6('991231', '2010-12-01')).toBe('2010-12-31')
    expect(parseRoc6('000101', '2010-12-01')).toBe('2011-01-01')
    expect(parseRoc6('150229', '2026-11-21')).toBeNull()
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -15_000, max: 15_000 }),
        (date, days) => parseRoc6(formatRoc6(date), addDays(date, days)) === date,
      ),
    )
  })
})

describe('days', () => {
  test('only real days are days', () => {
    expect(isIsoDate('2024-02-29')).toBe(true)
    for (const wrong of ['2023-02-29', '2023-2-9', '2023-02-28 ', '2023-00-10', '0000-01-01', 'x'])
      expect(isIsoDate(wrong)).toBe(false)
  })
  test('adding days crosses months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
    expect(daysBetween('2026-11-21', '2026-11-30')).toBe(9)
    expect(dayOfYear('2024-12-31')).toBe(366)
  })
  test('today is the day in Taiwan, eight hours ahead of UTC', () => {
    expect(taipeiToday(new Date('2026-11-20T15:59:59Z'))).toBe('2026-11-20')
    expect(taipeiToday(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21')
  })
})
