import { Refusal } from '../refusal'

/** The purpose of a TWQR code: 01 purchase, 02 transfer, 03 bill. */
export type TwqrType = '01' | '02' | '03'

/** Values by tag, such as D1. The letter of a tag means plain (D), editable (M) or encrypted (E). */
export type TwqrTags = Readonly<Record<string, string>>

/** The parts of a payload. */
export interface Twqr {
  readonly name: string
  readonly type: TwqrType
  readonly tags: TwqrTags
}

/**
 * Returns the text of the TWQR code that a slip prints: a transfer to the virtual account.
 * `amount` is in whole TWD; null if it is not known.
 */
export const twqrTransfer = ({
  bankCode,
  account,
  amount,
}: {
  readonly bankCode: string
  readonly account: string
  readonly amount: number | null
}): string =>
  composeTwqr({
    name: '個人轉帳',
    type: '02',
    // Wallets expect the amount in cents; 901 is the ISO code of TWD.
    tags: {
      ...(amount === null ? {} : { D1: `${amount}00` }),
      D5: bankCode,
      D6: account.padStart(16, '0'),
      D10: '901',
    },
  })

/** Returns the percent-encoded payload of a TWQR code. Throws a refusal for a payload that wallets would reject. */
export const composeTwqr = ({ name, type, tags }: Twqr): string => {
  const query = Object.entries(tags).map(([tag, value]) => `${tag}=${value}`)
  // 158 is the ISO code of Taiwan.
  const payload = `TWQRP://${name}/158/${type}/V1?${query.join('&')}`
  const [problem] = twqrProblems(payload)
  if (problem) throw new Refusal('2002', `TWQR 內容有誤：${problem}`)
  return encodeURIComponent(payload)
}

/** Returns the problems of a payload (not percent-encoded); none if wallets accept it. */
export const twqrProblems = (payload: string): readonly string[] => {
  const [, name = '', type = '', query = ''] = /^TWQRP:\/\/([^/]*)\/158\/(01|02|03)\/V1\?(.*)$/su.exec(payload) ?? []
  if (type === '') return ['格式須為 TWQRP://名稱/158/類型/V1?欄位。']
  const pairs = query.split('&').map((pair) => splitPair(pair))
  const tags = new Map(pairs)
  return [
    ...(hasLength(1, 20)(name) ? [] : ['名稱須為 1 到 20 個字。']),
    ...pairs.flatMap(([tag, value]) => tagProblems(tag, value, type)),
    ...repeatedValues(pairs.map(([tag]) => tag.slice(1))).map((number) => `欄位 ${number} 重複。`),
    ...(requiredTags[type] ?? [])
      .filter((alternatives) => !alternatives.some((tag) => tags.has(tag)))
      .map(([tag]) => `缺少欄位 ${tag}。`),
    ...(hasConsistentBarcodes(tags) ? [] : ['欄位 D14 的第二段條碼須與 D7 相同。']),
  ]
}

type ValueCheck = (value: string) => boolean

const hasLength =
  (min: number, max: number): ValueCheck =>
  (value) => {
    const { length } = Array.from(value)
    return length >= min && length <= max
  }

const matchesPattern =
  (pattern: RegExp): ValueCheck =>
  (value) =>
    pattern.test(value)

/** The allowed content of each field, by the number of its tag. */
const valueChecks: Readonly<Record<string, ValueCheck>> = {
  1: matchesPattern(/^\d{3,12}$/),
  2: hasLength(1, 19),
  3: hasLength(12, 12),
  4: matchesPattern(/^\d{6,8}$/),
  5: matchesPattern(/^\d{3}$/),
  6: matchesPattern(/^\d{16}$/),
  7: matchesPattern(/^[A-Za-z0-9]{1,16}$/),
  8: hasLength(1, 50),
  9: hasLength(1, 20),
  10: matchesPattern(/^901$/),
  // Bank (3 characters), merchant (15), terminal (8), and for bills the fee code (8).
  11: matchesPattern(/^00,[A-Za-z0-9]{26}([A-Za-z0-9]{8})?(;(00,)?[A-Za-z0-9]{26}([A-Za-z0-9]{8})?)*$/),
  12: matchesPattern(/^\d{14}$/),
  13: hasLength(71, 71),
  14: hasLength(1, 50),
  15: matchesPattern(/^\d{3,6}$/),
  16: hasLength(1, 30),
}

/** The required fields of each type. One tag of each inner list must be present. */
const requiredTags: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '01': [],
  '02': [['D5'], ['D6']],
  '03': [['D1', 'M1'], ['D3', 'E3'], ['D7'], ['D11']],
}

const splitPair = (pair: string): readonly [string, string] => {
  const index = pair.indexOf('=')
  return index < 0 ? [pair, ''] : [pair.slice(0, index), pair.slice(index + 1)]
}

const tagProblems = (tag: string, value: string, type: string): readonly string[] => {
  const [, letter = '', number = ''] = /^([DME])(\d{1,2})$/.exec(tag) ?? []
  const check = valueChecks[number]
  if (!check) return [`沒有欄位「${tag}」。`]
  if (letter === 'M' && (number !== '1' || type !== '03')) return [`欄位 ${tag} 不可由繳款人修改，只有帳單的 M1 可以。`]
  // Only the acquirer can decrypt an encrypted field.
  const isValid = letter === 'E' ? value !== '' : check(value)
  return isValid ? [] : [`欄位 ${tag} 的內容「${value}」不符規定。`]
}

/**
 * Checks whether the second store barcode in D14 is the account in D7.
 * A D14 that does not contain three store barcodes is not checked.
 */
const hasConsistentBarcodes = (tags: ReadonlyMap<string, string>): boolean => {
  const second = /^4,.{9},(.{16}),.{15}$/u.exec(tags.get('D14') ?? '')?.[1]
  return second === undefined || second === tags.get('D7')
}

const repeatedValues = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) < index)),
]
