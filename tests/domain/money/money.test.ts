import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAmount, readWholeNumber } from '../../../src/domain/money/amount-text'
import { amountInWords, formatMoney } from '../../../src/domain/money/money'

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
    [10_010, '壹萬零壹拾元整'],
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
  expect([0, 999, 1_000, -25_000, 99_999_999].map((amount) => formatMoney(amount))).toEqual([
    '0',
    '999',
    '1,000',
    '-25,000',
    '99,999,999',
  ])
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

describe('written amounts', () => {
  test.each([
    ['1,050', 'TWD', 1050],
    ['-200', 'TWD', -200],
    ['10.5', 'USD', 1050],
    ['10.50', 'USD', 1050],
    ['10', 'USD', 1000],
    ['-0.05', 'EUR', -5],
    ['0.050', 'EUR', 5],
    ['-0', 'USD', 0],
    ['1,000.00', 'TWD', 1000],
    ['1,000.000', 'TWD', 1000],
    ['1234.000', 'TWD', 1234],
    ['10.', 'TWD', 10],
    ['007', 'TWD', 7],
    // The sign.
    ['(500)', 'TWD', -500],
    ['（１，５００）', 'TWD', -1500],
    ['$(500)', 'TWD', -500],
    ['(NT$500)', 'TWD', -500],
    ['1000-', 'TWD', -1000],
    ['1,000.50-', 'USD', -100050],
    ['－500', 'TWD', -500],
    ['−500', 'TWD', -500],
    ['–500', 'TWD', -500],
    ['-$500', 'TWD', -500],
    ['$-500', 'TWD', -500],
    ['+1000', 'TWD', 1000],
    // A hyphen is the zero of accounting formats.
    ['-', 'TWD', 0],
    ['—', 'TWD', 0],
    ['$ -', 'TWD', 0],
    ['(0)', 'TWD', 0],
    // The currency.
    ['$1,000', 'TWD', 1000],
    ['ＮＴ＄１，０００', 'TWD', 1000],
    ['nt$ 1,000', 'TWD', 1000],
    ['TWD 1,000', 'TWD', 1000],
    ['1,000 TWD', 'TWD', 1000],
    ['新臺幣1,000元整', 'TWD', 1000],
    ['新台幣 1,000 元', 'TWD', 1000],
    ['US$10.5', 'USD', 1050],
    ['€10', 'EUR', 1000],
    ['￥1,000', 'JPY', 1000],
    // Blanks, and the mark of a text in spreadsheets.
    ['1 000', 'TWD', 1000],
    ['1\u00a0000', 'TWD', 1000],
    ['1\u202f000', 'TWD', 1000],
    [' 1,000 ', 'TWD', 1000],
    ["'1000", 'TWD', 1000],
  ])('%j in %s is %s', (written, currency, amount) => {
    expect(readAmount(written, currency)).toEqual({ amount })
  })

  test.each([
    ['1.000', ['1', '1,000']],
    ['12.345', ['12.345', '12,345']],
    ['-1.000', ['-1', '-1,000']],
    ['(1.000)', ['-1', '-1,000']],
    ['$1.000', ['1', '1,000']],
    ['1,5', ['1.5', '15']],
    ['1,00', ['1', '100']],
    ['１，５', ['1.5', '15']],
    ['1234,567', ['1,234.567', '1,234,567']],
    ['1,0000', ['1', '10,000']],
    ['1000.-', ['1,000', '-1,000']],
    ['1,00,0', ['1,000']],
    ['1.234.567', ['1,234,567']],
    ['1.234,50', ['1,234.5']],
  ])('%j may mean %j', (written, readings) => {
    for (const currency of ['TWD', 'USD']) expect(readAmount(written, currency)).toEqual({ readings })
  })

  test.each<[written: string, currency: string, problem: string]>([
    ['10.5', 'TWD', 'tooManyDecimals'],
    ['10.0001', 'USD', 'tooManyDecimals'],
    ['1010.505', 'USD', 'tooManyDecimals'],
    ['12345678901234', 'TWD', 'tooLarge'],
    ['NT$10', 'USD', 'notANumber'],
    ['$10', 'EUR', 'notANumber'],
  ])('%j in %s: %s', (written, currency, problem) => {
    expect(readAmount(written, currency)).toEqual({ problem })
  })

  test.each([
    'ten',
    '',
    '壹仟元',
    '1E3',
    '0x10',
    '--5',
    '-5-',
    '(-5)',
    '(5',
    '5)',
    '()',
    '1 00',
    '1,',
    '.',
    '元',
    'NT$',
    '1/2',
    'USD 5',
    '€5',
  ])('%j is not an amount', (written) => {
    expect(readAmount(written)).toEqual({ problem: 'notANumber' })
  })

  test('whole numbers are read in the same way, without a currency', () => {
    expect(['1,000', '(5)', '5.0', '-'].map(readWholeNumber)).toEqual([
      { amount: 1000 },
      { amount: -5 },
      { amount: 5 },
      { amount: 0 },
    ])
    expect(['1,5', '$5'].map(readWholeNumber)).toEqual([{ readings: ['1.5', '15'] }, { problem: 'notANumber' }])
  })

  test('a formatted amount is read as what it was', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.constantFrom('TWD', 'USD', 'JPY'),
        (units, currency) => {
          expect(readAmount(formatMoney(units, currency), currency)).toEqual({ amount: units + 0 })
        },
      ),
    )
  })
})
