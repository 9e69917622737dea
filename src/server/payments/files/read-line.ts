import type { LayoutField, LayoutLine } from '../../../schema/layouts/layout'
import { type BankFileLine, BankFileRefusal, type Big5, type LineValue, positionText } from './bank-file'
import { fieldValues, readableText } from './field-values'

/**
 * One kind of line of a layout, prepared for reading.
 * Bytes are represented as strings with one character for each byte.
 */
export interface LineReader extends Pick<BankFileLine, 'part' | 'kind'> {
  readonly line: LayoutLine
  /** The fields with a fixed value, in the order of their bytes. The kind of a line is recognized by them. */
  readonly fixed: readonly FixedField[]
  /** Returns the values of the fields; throws a refusal at the first invalid one that is not optional. */
  read(bytes: string, lineNo: number): Pick<BankFileLine, 'values' | 'unread'>
}

interface FixedField {
  readonly start: number
  readonly end: number
  readonly label: string
  readonly value: string
  readonly bytes: string
}

/** A field of any type except `filler`. */
interface DataField extends LayoutField {
  readonly type: keyof typeof fieldValues
}

/** Prepares a kind of line for reading. */
export const lineReader = (
  { part, kind }: Pick<BankFileLine, 'part' | 'kind'>,
  line: LayoutLine,
  big5: Big5,
): LineReader => {
  const fields = Object.entries(line.fields).flatMap(([name, field]) => {
    const { type, offset, length } = field
    return type === 'filler'
      ? []
      : [
          {
            name,
            field: { ...field, type },
            start: offset - 1,
            end: offset - 1 + length,
            read: reusingLastValue(fieldReader({ ...field, type }, big5)),
          },
        ]
  })
  const fixed = fields
    .flatMap(({ field: { label = '', value, length }, start, end }) =>
      value === undefined ? [] : [{ start, end, label, value, bytes: value.padEnd(length) }],
    )
    .sort((a, b) => a.start - b.start)
  return {
    part,
    kind,
    line,
    fixed,
    read: (bytes, lineNo) => {
      const values: Record<string, LineValue> = {}
      let unread: readonly string[] = noLabels
      for (const { name, field, start, end, read } of fields) {
        const { value, isUnread } = read(bytes.slice(start, end))
        if (isUnread && !field.optional) throw invalidFieldRefusal(bytes.slice(start, end), field, lineNo)
        if (isUnread) unread = [...unread, field.label ?? name]
        if (value !== undefined) values[name] = value
      }
      return { values, unread }
    },
  }
}

const noLabels: readonly string[] = []

/** The value of a field; undefined if there is none. */
interface ReadValue {
  readonly value: LineValue | undefined
  /** Whether the field contains bytes that cannot be read. */
  readonly isUnread: boolean
}

type FieldReader = (bytes: string) => ReadValue

/**
 * Returns a reader of a field.
 * Of an optional text, it returns the characters that can be read; any other optional field with blank or invalid bytes
 * has no value.
 */
const fieldReader =
  (field: DataField, big5: Big5): FieldReader =>
  (bytes) => {
    const value = fieldValues[field.type].read(bytes, field, big5)
    if (value !== undefined || !field.optional) return { value, isUnread: value === undefined }
    return field.type === 'text'
      ? { value: readableText(bytes, big5), isUnread: true }
      : { value, isUnread: bytes.trim() !== '' }
  }

/**
 * Returns a reader that reuses the value of the previous line if the bytes are the same, as is usual for dates and
 * codes.
 */
const reusingLastValue = (read: FieldReader): FieldReader => {
  let last: { readonly bytes: string; readonly result: ReadValue } | undefined
  return (bytes) => {
    if (bytes !== last?.bytes) last = { bytes, result: read(bytes) }
    return last.result
  }
}

const invalidFieldRefusal = (bytes: string, { type, offset, label }: DataField, lineNo: number): BankFileRefusal => {
  const content = type === 'text' ? '' : contentText(bytes)
  return new BankFileRefusal(
    `${positionText(lineNo, offset, label)}${content}${fieldValues[type].problem}。${resendAdvice}`,
    lineNo,
    offset,
  )
}

/**
 * Returns a clause for a message that quotes the bytes; if they are not printable ASCII, the clause says that they are
 * unreadable.
 */
const contentText = (bytes: string): string => (/^[ -~]*$/.test(bytes) ? `是「${bytes}」，` : '有無法辨識的內容，')

/** The advice at the end of most refusals. */
export const resendAdvice = '請通路更正後重新傳送檔案。'

/**
 * Returns the reader of the first kind of line whose fixed values match; throws a refusal with the expected value if
 * there is none.
 */
export const recognizeLine = (readers: readonly LineReader[], bytes: string, lineNo: number): LineReader =>
  readers.find(({ fixed }) => fixed.every((field) => hasValue(bytes, field))) ??
  throwUnrecognizedLine(readers, bytes, lineNo)

const hasValue = (bytes: string, { start, end, bytes: expected }: FixedField): boolean =>
  bytes.slice(start, end) === expected

const partTexts = { header: '檔頭', detail: '明細', trailer: '檔尾' } as const

/**
 * Throws a refusal that names the first mismatch.
 * If there are several kinds of lines, it names only those that matched the most fixed values.
 */
const throwUnrecognizedLine = (readers: readonly LineReader[], bytes: string, lineNo: number): never => {
  const mismatches = readers.map(({ part, fixed }) => ({
    part,
    fixed,
    matched: fixed.findIndex((field) => !hasValue(bytes, field)),
  }))
  const mostMatched = Math.max(...mismatches.map(({ matched }) => matched))
  const closest = mismatches
    .filter(({ matched }) => matched === mostMatched)
    .flatMap(({ part, fixed }) => (fixed[mostMatched] ? [{ part, field: fixed[mostMatched] }] : []))
  const { start = 0, end = 0, label = '' } = closest[0]?.field ?? {}
  const parts = [...new Set(closest.map(({ part }) => partTexts[part]))].join('或')
  const expected = [
    ...new Set(closest.filter(({ field }) => field.start === start).map(({ field }) => `「${field.value}」`)),
  ].join('或')
  const content = contentText(bytes.slice(start, end))
  throw new BankFileRefusal(
    `第 ${lineNo} 列不是${parts}：第 ${start + 1} 個位元組起的「${label}」${content}應為${expected}。${resendAdvice}`,
    lineNo,
    start + 1,
  )
}
