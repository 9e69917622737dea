import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountInWords, formatMoney, parseMoney } from '../../src/domain/money/money'

describe('amounts in words', () => {
  test.each([
    [0, '零元整'],
    [5, '伍元整'],
    [10, '壹拾元整'],
    [105, '壹佰零伍元整'],
    [1_050, '壹仟零伍拾元整'],
    [3_600, '參仟陸佰元整'],
    [10_000, '壹萬元整'],
    [10_005, '壹萬零伍元整'],
    [60_000, '陸萬元整'],
    [100_500, '壹拾萬零伍佰元整'],
    [1_001_000, '壹佰萬壹仟元整'],
    [10_000_001, '壹仟萬零壹元整'],
    [99_999_999, '玖仟玖佰玖拾玖萬玖仟玖佰玖拾玖元整'],
    [100_000_000, '壹億元整'],
    [100_010_000, '壹億零壹萬元整'],
    [1_000_000_001, '壹拾億零壹元整'],
    [-1_000, '負壹仟元整'],
  ])('%i: %s', (amount, words) => expect(amountInWords(amount)).toBe(words))
  test.each([
    [1_050, '壹拾元伍角整'],
    [1_005, '壹拾元零伍分'],
    [1_000, '壹拾元整'],
    [1_234, '壹拾貳元參角肆分'],
  ])('%i US cents: %s', (amount, words) => expect(amountInWords(amount, 'USD')).toBe(words))

  test('the words contain the amount and nothing else', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (amount) => amountOf(amountInWords(amount)) === amount),
      { numRuns: 2_000 },
    )
  })
})

test('money has thousands separators and the currency’s decimals', () => {
  expect([0, 999, 1_000, -25_000, 99_999_999].map((amount) => formatMoney(amount))).toEqual(['0', '999', '1,000', '-25,000', '99,999,999'])
  expect(formatMoney(123_456, 'USD')).toBe('1,234.56')
  expect(formatMoney(-5, 'EUR')).toBe('-0.05')
  expect(formatMoney(1_000, 'JPY')).toBe('1,000')
})

/** Parses amounts in words, by another algorithm than the one that writes them. */
const amountOf = (words: string): number => {
  let [sum, group, digit] = [0, 0, 0]
  for (const character of words.replace('元整', '')) {
    const numeral = '零壹貳參肆伍陸柒捌玖'.indexOf(character)
    if (numeral >= 0) digit = numeral
    else if ('拾佰仟'.includes(character)) {
      group += digit * 10 ** ('拾佰仟'.indexOf(character) + 1)
      digit = 0
    } else {
      sum += (group + digit) * 10 ** (4 * ('萬億'.indexOf(character) + 1))
      group = 0
      digit = 0
    }
  }
  return sum + group + digit
}

describe('typed amounts', () => {
  test.each([
    ['1,050', 'TWD', 1050],
    ['-200', 'TWD', -200],
    ['10.5', 'USD', 1050],
    ['10.50', 'USD', 1050],
    ['10', 'USD', 1000],
    ['-0.05', 'EUR', -5],
    ['-0', 'USD', 0],
    ['1,000.00', 'TWD', 1000],
    ['10.500', 'USD', 1050],
    ['10.5', 'TWD', null],
    ['10.505', 'USD', null],
    ['ten', 'USD', null],
    ['', 'USD', null],
  ])('%s in %s is %s', (typed, currency, units) => {
    expect(parseMoney(typed, currency)).toBe(units)
  })

  test('formatted amounts can be parsed', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.constantFrom('TWD', 'USD', 'JPY'), (units, currency) => {
        expect(parseMoney(formatMoney(units, currency), currency)).toBe(units + 0)
      }),
    )
  })
})
