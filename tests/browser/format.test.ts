import { expect, test } from 'vitest'
import { dateText, dateTimeText, moneyText, shareText } from '../../src/browser/format'

test('amounts are formatted from the smallest unit of their currency', () => {
  expect([
    moneyText(1050),
    moneyText(1_234_567),
    moneyText(1050, 'USD'),
    moneyText(0),
    moneyText(-56),
    moneyText(-1050, 'USD'),
  ]).toEqual(['NT$1,050', 'NT$1,234,567', 'USD 10.50', 'NT$0', '-NT$56', '-USD 10.50'])
})

test('days and times are formatted as in Taiwan', () => {
  expect(dateText('2026-11-30')).toBe('2026/11/30')
  expect(dateTimeText('2026-11-20T09:15:30.123456+08:00')).toBe('2026/11/20 09:15')
  expect(dateTimeText('2026-11-20T16:30:00.000000Z')).toBe('2026/11/21 00:30')
  expect([dateText(null), dateTimeText(undefined)]).toEqual(['', ''])
})

test('a share is 100% only if it is complete', () => {
  expect([shareText(1, 3), shareText(9999, 10_000), shareText(3, 3), shareText(0, 3), shareText(0, 0)]).toEqual([
    '33.3%',
    '99.9%',
    '100.0%',
    '0.0%',
    '－',
  ])
})
