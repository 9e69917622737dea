import { bankTimePattern, isIsoDate } from '../../../domain/dates/dates'
import type { LayoutField, LayoutFieldType } from '../../../schema/layouts/layout'
import type { Big5, LineValue } from './bank-file'

/**
 * Reads and writes the values of a type of field.
 * Bytes are represented as strings with one character for each byte.
 */
export interface FieldValues {
  /** Returns the value; undefined if the bytes are invalid. */
  read(bytes: string, field: LayoutField, big5: Big5): LineValue | undefined
  /** Returns the bytes, of any length; undefined if the value is invalid. */
  write(value: LineValue, field: LayoutField, big5: Big5): string | undefined
  /** Says what is wrong with invalid bytes, or what they should be; the end of a message in zh-TW. */
  readonly problem: string
}

/** The field types, except `filler`, which has no value. */
export const fieldValues: Readonly<Record<Exclude<LayoutFieldType, 'filler'>, FieldValues>> = {
  text: {
    read: (bytes, { padding }, big5) => {
      const text = withoutTrailingSpaces(bytes)
      if (!printableAscii.test(text)) return decodeText(text, big5)
      return padding === 'zeros' ? text.replace(/^0+/, '') : text
    },
    write: (value, { length, padding }, big5) => {
      const bytes = encodeText(String(value), big5)
      return padding === 'zeros' ? bytes?.padStart(length, '0') : bytes?.padEnd(length)
    },
    problem: '不是 Big5 編碼的文字',
  },
  digits: {
    read: (bytes) => (digits.test(bytes) ? bytes : undefined),
    write: (value) => String(value),
    problem: '應全部是數字',
  },
  number: {
    read: (bytes, { length, decimals = 0 }) => {
      const integerLength = length - decimals
      return digits.test(bytes) && zeros.test(bytes.slice(integerLength))
        ? Number(bytes.slice(0, integerLength))
        : undefined
    },
    write: (value, { length, decimals = 0 }) => String(value).padStart(length - decimals, '0') + '0'.repeat(decimals),
    problem: '應為右靠、左補 0 的整數',
  },
  sign: {
    read: (bytes) => (bytes === '+' ? 'Plus' : bytes === '-' ? 'Minus' : undefined),
    write: (value) => (value === 'Plus' ? '+' : value === 'Minus' ? '-' : undefined),
    problem: '應為「+」或「-」',
  },
  date: {
    read: (bytes) => dateOf(bytes.slice(0, 4), bytes.slice(4)),
    write: (value) => String(value).replaceAll('-', ''),
    problem: '不是有效的日期，格式應為 yyyyMMdd',
  },
  rocDate: {
    // The last four digits are month and day.
    read: (bytes) =>
      digits.test(bytes) ? dateOf(String(Number(bytes.slice(0, -4)) + rocEpoch), bytes.slice(-4)) : undefined,
    write: (value, { length }) => {
      const [year = '', month = '', day = ''] = String(value).split('-')
      return String(Number(year) - rocEpoch).padStart(length - 4, '0') + month + day
    },
    problem: '不是有效的日期，格式應為民國年 yyyMMdd',
  },
  time: {
    read: (bytes) => (bankTimePattern.test(bytes) ? bytes : undefined),
    write: (value) => String(value),
    problem: '不是有效的時間，格式應為 HHmmss',
  },
}

/**
 * Returns what can be read of a text, with ? for each character that cannot: half of one at the end of the field, one
 * that a company has defined itself (造字), or a control character.
 */
export const readableText = (bytes: string, big5: Big5): string =>
  (withoutTrailingSpaces(bytes).match(big5Character) ?? [])
    .map((character) => decodeText(character, big5) ?? '?')
    .join('')

/** Two bytes of Big5, whether they mean a character or not, or any other byte. */
const big5Character = /[\x81-\xfe][\x40-\x7e\xa1-\xfe]|[\s\S]/g

const rocEpoch = 1911
const digits = /^\d+$/
const zeros = /^0*$/
const printableAscii = /^[ -~]*$/

const dateOf = (year: string, monthAndDay: string): string | undefined => {
  const date = `${year}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`
  return isIsoDate(date) ? date : undefined
}

const withoutTrailingSpaces = (bytes: string): string => {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === ' ') end -= 1
  return bytes.slice(0, end)
}

const decodeText = (bytes: string, big5: Big5): string | undefined => {
  const text = big5.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the text must not contain control characters.
  return text === null || /[\0-\x1f\x7f]/.test(text) ? undefined : text
}

const encodeText = (text: string, big5: Big5): string | undefined => {
  if (printableAscii.test(text)) return text
  const bytes = big5.encode(text)
  return bytes ? String.fromCharCode(...bytes) : undefined
}
