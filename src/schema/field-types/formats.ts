import type { PersonalData } from '../../domain/access/mask'
import { bankTimePattern, formatBankTime } from '../../domain/dates/dates'
import {
  isLandline,
  isMobile,
  isWebAddress,
  normalizeLandline,
  normalizeMobile,
} from '../../domain/identifiers/contact'
import { isZipCode } from '../../domain/identifiers/districts'
import { type IdNoKind, idNoKindByPattern, isIdNo, isUniformNo, normalizeIdNo } from '../../domain/identifiers/id-no'
import { digitSpellings, foldText, withoutGroups } from '../../domain/text-folding'
import type { FieldBase } from '../language/language'
import { integerFrom } from '../language/shapes/shape'
import { lostZero, storedAsNumber, tooLong, wrongCheckDigit, wrongFormat } from '../rules/messages'
import type { FieldTypeRules } from './field-type'
import { characterCount, hasBadCharacter, unreadableError } from './texts'

/** A field for texts in one of the formats of this file, such as an e-mail address or a uniform number. */
export interface FormatField extends FieldBase {
  readonly type: keyof typeof formatsByType
  readonly max: number
}

/** The rules of one format. */
interface Format {
  readonly doc: string
  readonly max: number
  /** The end of the error message for an invalid value. */
  readonly expected: string
  /** Converts another spelling of a value to the stored form. */
  normalize?(value: string): string
  test(value: string): boolean
  /** Returns the text of a stored value for screens, files and documents; absent = the value itself. */
  display?(value: string): string
  /**
   * Returns the kind of number whose pattern the value matches; null if it matches none.
   * A value that matches a pattern but fails `test` has a wrong check digit.
   */
  kindOf?(value: string): IdNoKind | null
  /** Matches a value whose leading zero a spreadsheet has removed. */
  readonly lostZeroPattern?: RegExp
  sample(seed: number): string
  /** The value of `format` in JSON Schema. */
  readonly jsonFormat?: string
  /** Whether people name a value by its last 4 to 6 digits, which are never a whole value. */
  readonly isNamedByEnd?: true
  /** Whether the values are never personal data and therefore have no mask. */
  readonly isPublic?: true
  /** Whether screens show the values in groups of four. */
  readonly isInGroups?: true
  /** The class of personal data to which the values usually belong; public formats have none. */
  readonly personal?: PersonalData
}

// Deliberately simple: one @, a dot in the domain, no spaces or brackets.
// Only a sent e-mail shows whether the address exists.
const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/

// Samples with valid check digits.
const uniformNos = ['90000017', '90000012', '04595257', '10458575', '12345675']

const idNos = ['A123456789', 'A100000001', 'F234567898', 'A800000014', '90000017']

const formatsByType = {
  email: {
    jsonFormat: 'email',
    personal: 'email',
    doc: 'An e-mail address.',
    max: 80,
    expected: '請輸入如 name@example.com 的電子郵件',
    test: (value) => emailPattern.test(value) && !value.includes('..'),
    sample: (seed) => `user${seed}@example.com`,
  },
  mobile: {
    personal: 'mobile',
    doc: 'A Taiwanese mobile number, stored as ten digits.',
    max: 10,
    expected: '請輸入 09 開頭的 10 碼行動電話',
    lostZeroPattern: /^9\d{8}$/,
    normalize: normalizeMobile,
    test: isMobile,
    sample: (seed) => `09${String(12345678 + seed).padStart(8, '0')}`,
  },
  landline: {
    personal: 'landline',
    doc: 'A Taiwanese landline number with area code and optional extension.',
    max: 20,
    expected: '請輸入如 02-27001234 或 02-27001234#123 的電話',
    normalize: normalizeLandline,
    test: isLandline,
    sample: (seed) => `02-2700${String(1000 + (seed % 9000))}`,
  },
  phone: {
    // The mask of mobile numbers also hides three digits of a landline number.
    personal: 'mobile',
    doc: 'A landline or mobile number.',
    max: 20,
    expected: '請輸入如 02-27001234 或 0912345678 的電話',
    lostZeroPattern: /^9\d{8}$/,
    normalize: (value) => (isMobile(value) ? normalizeMobile(value) : normalizeLandline(value)),
    test: (value) => isMobile(value) || isLandline(value),
    sample: (seed) => `02-2700${String(1000 + (seed % 9000))}`,
  },
  uniformNo: {
    doc: 'A uniform number (統一編號) with its check digit.',
    max: 8,
    expected: '請輸入 8 碼且檢查碼正確的統一編號',
    normalize: withoutGroups,
    kindOf: (value) => (idNoKindByPattern(value) === 'UniformNo' ? 'UniformNo' : null),
    test: isUniformNo,
    sample: (seed) => uniformNos[seed % uniformNos.length] ?? '90000017',
  },
  idNo: {
    personal: 'idNo',
    doc: 'A national or resident id number, or a uniform number; letters are converted to capitals, hyphens and spaces are removed.',
    max: 10,
    expected: '請輸入正確的身分證字號、居留證號或統一編號',
    normalize: normalizeIdNo,
    kindOf: idNoKindByPattern,
    test: (value) => isIdNo(value) || isUniformNo(value),
    sample: (seed) => idNos[seed % idNos.length] ?? 'A123456789',
  },
  bankAccount: {
    personal: 'account',
    isInGroups: true,
    doc: 'A bank account: 6 to 16 digits; hyphens and spaces are removed.',
    max: 16,
    expected: '請輸入 6 至 16 碼數字的帳號',
    normalize: withoutGroups,
    test: (value) => /^\d{6,16}$/.test(value),
    sample: (seed) => String(123456789012 + seed),
  },
  zipCode: {
    doc: 'A postal code of 3, 5 or 6 digits whose district exists; hyphens and spaces are removed.',
    max: 6,
    expected: '請輸入 3、5 或 6 碼的郵遞區號，例如 100006',
    normalize: withoutGroups,
    test: isZipCode,
    isPublic: true,
    sample: (seed) => ['100', '10058', '100006', '11071', '110207'][seed % 5] ?? '100',
  },
  url: {
    jsonFormat: 'uri',
    doc: 'The address of a web page. Only http and https are accepted, because other addresses can run a script.',
    max: 500,
    expected: '請輸入 https:// 或 http:// 開頭的完整網址',
    test: isWebAddress,
    isPublic: true,
    sample: (seed) => `https://example.com/${seed}`,
  },
  virtualAccount: {
    doc: 'A virtual account (虛擬帳號) of 14 or 16 digits; hyphens and spaces are removed.',
    max: 16,
    expected: '請輸入 14 或 16 碼數字的虛擬帳號',
    normalize: withoutGroups,
    test: (value) => /^(\d{14}|\d{16})$/.test(value),
    isNamedByEnd: true,
    isInGroups: true,
    isPublic: true,
    sample: (seed) => String(77001260000000 + seed),
  },
  bankTime: {
    doc: "A time of day to the second in the format of the bank's files: 082129 is shown as 08:21:29.",
    max: 6,
    expected: '請輸入如 08:21:29 的時間',
    normalize: (value) => value.replaceAll(':', ''),
    test: (value) => bankTimePattern.test(value),
    display: formatBankTime,
    isPublic: true,
    sample: (seed) => `0915${String(seed % 60).padStart(2, '0')}`,
  },
} satisfies Readonly<Record<string, Format>>

const formatTypes = Object.keys(formatsByType) as readonly FormatField['type'][]

/**
 * Returns the rules of the field type of a format.
 * Its values are trimmed and converted to half width before they are checked.
 */
const formatRules = (format: Format): FieldTypeRules<FormatField> => ({
  group: 'text',
  doc: format.doc,
  keys: { max: { shape: integerFrom(1), doc: `Maximum number of characters. Default: ${format.max}.` } },
  matches: format.isNamedByEnd ? ['exact', 'contains', 'startsWith'] : ['exact', 'contains'],
  isSortable: true,
  ...(format.isPublic ? {} : { canBeMasked: true as const }),
  ...(format.personal ? { usualPersonalData: format.personal } : {}),
  ...(format.isInGroups ? { isInGroups: true as const } : {}),
  ...(format.display ? { display: (value: unknown) => format.display?.(String(value)) ?? '' } : {}),
  compile: ({ max = format.max }) => ({ max }),
  columnType: () => 'text',
  referenceColumn: 'text',
  jsonSchema: ({ max }) => ({
    type: 'string',
    maxLength: max,
    ...(format.jsonFormat ? { format: format.jsonFormat } : {}),
  }),
  fromCell: (text, { label }, { storedAs }) => {
    const value = normalizeText(format, text)
    if (format.lostZeroPattern?.test(value)) return { error: lostZero(label) }
    // The values have fixed forms, so a number is accepted if it still has one of them.
    return storedAs !== undefined && !format.test(value) ? { error: storedAsNumber(label) } : { value: text }
  },
  parse: (value, { label, max }) => {
    const text = typeof value === 'string' || typeof value === 'number' ? normalizeText(format, value) : ''
    const unreadable = unreadableError(label, text)
    if (unreadable !== undefined) return { error: unreadable }
    if (characterCount(text) > max) return { error: tooLong(label, max, characterCount(text)), errorKind: 'length' }
    if (!hasBadCharacter(text) && format.test(text)) return { value: text }
    const kind = format.kindOf?.(text)
    return kind
      ? { error: wrongCheckDigit(label, numberNames[kind]), errorKind: 'checkDigit' }
      : { error: wrongFormat(label, format.expected) }
  },
  searchTexts: (text) => searchTextsOf(format, text),
  // A spreadsheet rounds the last digits of a number of 16 digits, so its cell must be a text.
  ...(format.isNamedByEnd ? { isNamedByEnd: true as const, isCode: () => true } : {}),
  sample: (_, seed) => format.sample(seed),
})

const numberNames: Readonly<Record<IdNoKind, string>> = {
  NationalId: '身分證字號',
  UiNew: '居留證號',
  UiOld: '居留證號',
  UniformNo: '統一編號',
}

const normalizeText = ({ normalize = (text) => text }: Format, value: string | number): string =>
  normalize(foldText(String(value)))

/**
 * Returns the spellings of a text that is searched for; it may be a part of a value.
 * The second spelling of an account is the one without the zeros that fill it.
 */
const searchTextsOf = (format: Format, text: string): readonly string[] => [
  ...new Set([normalizeText(format, text), ...digitsIn(text)]),
]

const digitsIn = (text: string): readonly string[] => digitSpellings(text).slice(1)

/** The rules of the field types whose values have a format, by type. */
export const formats = Object.fromEntries(
  formatTypes.map((type) => [type, formatRules(formatsByType[type])]),
) as Readonly<Record<FormatField['type'], FieldTypeRules<FormatField>>>
