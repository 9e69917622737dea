import { Refusal } from '../../../domain/refusal'
import type { LayoutLine } from '../../../schema/layouts/layout'
import type { UnreadField } from './unread-fields'

/** A value of a line: a text, a whole number, a day as `YYYY-MM-DD`, or a code. */
export type LineValue = string | number

/** The values of a line by field name. */
export type LineValues = Readonly<Record<string, LineValue>>

/** A line of a bank file. */
export interface BankFileLine {
  readonly part: 'header' | 'detail' | 'trailer'
  /** The kind of the line: its name among the details of the layout, or the name of the part for header and trailer. */
  readonly kind: string
  readonly lineNo: number
  /** The values of the fields. An optional field without a value is missing. */
  readonly values: LineValues
  /** The labels of the optional fields with bytes that could not be read. */
  readonly unread: readonly string[]
}

/** The summary of a complete and valid file. */
export interface BankFileSummary {
  /** The header; null if the layout has none. */
  readonly header: LineValues | null
  /**
   * SHA-256 of the file's lines (`contentHasher`), in hexadecimal digits.
   * Files that differ only in their line breaks, a byte order mark, or blank lines and Ctrl-Z at the end have the same
   * hash.
   */
  readonly hash: string
  /** Number of detail lines. */
  readonly count: number
  /** Sum of the signed amounts of the detail lines. */
  readonly sum: number
  readonly unread: readonly UnreadField[]
}

/** The platform functions that reading and writing bank files needs. */
export interface BankFileTools {
  readonly big5: Big5
  /** Returns a new SHA-256 computation. */
  readonly sha256: () => { add(bytes: Uint8Array): void; hex(): string }
}

/** The Big5 encoding as in code page 950 of Windows. */
export interface Big5 {
  /** Returns the text; null if the bytes are not Big5. */
  decode(bytes: Uint8Array): string | null
  /** Returns the bytes; null if Big5 does not contain a character of the text. */
  encode(text: string): Uint8Array | null
}

/** The refusal of a file that does not follow its layout. No line of such a file takes effect. */
export class BankFileRefusal extends Refusal {
  constructor(
    message: string,
    readonly lineNo: number,
    /** The first byte of the wrong field; the first byte of a line is 1. */
    readonly column: number,
  ) {
    super('3001', message)
  }
}

/** Returns the position of a field, for messages in zh-TW. */
export const positionText = (lineNo: number, column: number, label = ''): string =>
  `第 ${lineNo} 列第 ${column} 個位元組${label && `起的「${label}」`}`

/**
 * Returns the number in a field of a line, with the sign from the field that the layout names for it; 0 if the line has
 * no such number, as in files about authorizations.
 */
export const signedNumber = (name: string, values: LineValues, { fields }: LayoutLine): number => {
  const signField = fields[name]?.sign
  const number = Number(values[name] ?? 0)
  return signField !== undefined && values[signField] === 'Minus' ? -number : number
}
