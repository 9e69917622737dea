import type { EnumCode } from '../enums'

/** A scheme by which the check digits of a virtual account are computed. */
export type VACCheckScheme = EnumCode<'VACCheckScheme'>

/** The requirements of a scheme. */
export interface SchemeRule {
  /** Number of check digits. */
  readonly checkDigitCount: 1 | 2
  /** The allowed lengths of the account without its check digits; null = any. */
  readonly bodyLengths: readonly number[] | null
  /** Maximum number of digits of an amount. */
  readonly amountLength: 7 | 8
}

/** The schemes that the bank offers. */
export const schemeRules = {
  W371: { checkDigitCount: 1, bodyLengths: null, amountLength: 8 },
  E15W1: { checkDigitCount: 1, bodyLengths: [15], amountLength: 8 },
  E14W2: { checkDigitCount: 2, bodyLengths: [14], amountLength: 8 },
  T13: { checkDigitCount: 1, bodyLengths: [13], amountLength: 7 },
  W11: { checkDigitCount: 1, bodyLengths: [13, 15], amountLength: 8 },
} as const satisfies Record<VACCheckScheme, SchemeRule>

/**
 * Returns the check digits for an account without check digits.
 * The amount is null if the agreement does not include it in the check digits.
 */
export const computeCheckDigits = (scheme: VACCheckScheme, body: string, amount: number | null): string =>
  schemes[scheme](digitsOf(body), amount === null ? null : digitsOf(String(amount).padStart(8, '0')))

type Digits = readonly number[]

const schemes = {
  W371: (body, amount) => {
    const sum = weightedSum371(body) + weightedSum371(amount ?? [])
    return String((10 - (sum % 10)) % 10)
  },
  E15W1: (body, amount) =>
    String(
      (weightedSum(body, [6, 5, 4, 3, 2, 1, 9, 8, 7, 6, 5, 4, 3, 2, 1]) +
        weightedSum(amount ?? [], [8, 7, 6, 5, 4, 3, 2, 1])) %
        10,
    ),
  E14W2: (body, amount) => {
    const digit = (weights: Digits) =>
      (weightedSumFromRight(body, weights) + weightedSumFromRight(amount ?? [], weights)) % 10
    return `${digit([1, 3, 7])}${digit([3, 7, 9])}`
  },
  T13: (body, amount) => {
    // The first of the eight padded digits is always 0; the other seven are a6 … a0, where a0 is the units digit.
    const sum =
      weightedSum(body, [3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) + weightedSum(amount ?? [], [0, 5, 4, 3, 2, 3, 4, 5])
    return String((10 - (sum % 10)) % 10)
  },
  W11: (body, amount) => (amount ? w11WithAmount([...amount, ...body]) : w11(body)),
} satisfies Record<VACCheckScheme, (body: Digits, amount: Digits | null) => string>

const w11 = (body: Digits): string =>
  String((weightedSum(body, [10, 0, 9, 8, 7, 6, 5, 4, 3, 2, 3, 5, 7, 9, 7]) % 11) % 10)

const w11WithAmount = (digits: Digits): string => {
  const remainder =
    11 - (weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 4, 6, 8, 1, 3, 5, 7, 9, 7, 5, 3, 1, 2]) % 11)
  // 10 → 0 and 11 → 1: only the units digit is used.
  return String(remainder % 10)
}

const digitsOf = (text: string): Digits => Array.from(text, Number)

const weightedSum = (digits: Digits, weights: Digits): number =>
  digits.reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0)

const weightedSumFromRight = (digits: Digits, repeatedWeights: Digits): number =>
  digits
    .toReversed()
    .reduce((sum, digit, index) => sum + digit * (repeatedWeights[index % repeatedWeights.length] ?? 0), 0)

/**
 * Returns the sum of the products of the digits with the repeated weights 3, 7 and 1; only the units digit of each
 * product counts.
 */
const weightedSum371 = (digits: Digits): number =>
  digits.reduce((sum, digit, index) => sum + ((digit * ([3, 7, 1][index % 3] ?? 0)) % 10), 0)
