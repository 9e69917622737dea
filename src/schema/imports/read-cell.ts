import { foldFullWidth } from '../../domain/full-width'
import { parseMoney } from '../../domain/money'
import { notGregorian, notRoc } from '../sentences'
import type { EnumField, Field, FieldType, Row } from '../types'
import type { ImportFormat } from './import-spec'

/** What a cell says, ready for the validator; or a zh-TW sentence where the cell itself has the wrong form. */
export type CellValue = { readonly value: unknown } | { readonly error: string }

/** How a cell is to be read. */
export interface CellContext {
  readonly format?: ImportFormat | undefined
  /** The currency of the row, for amounts with decimals. */
  readonly currency: string
}

/** Reads a cell that is not blank into what a form would send. */
export const readCell = (field: Field, cell: string, context: CellContext): CellValue => {
  const read = readers[field.type]
  return read ? read(cell.trim(), field, context) : { value: cell }
}

/** Types of fields that no cell can hold. */
export const withoutCells: readonly FieldType[] = ['rows', 'file', 'image', 'json', 'computed', 'count']

/** The currency of a row by its cells: an amount of 10.50 is 1,050 in USD. */
export const currencyOf = (row: Row): string => (typeof row.CurrencyType === 'string' && row.CurrencyType !== '' ? row.CurrencyType : 'TWD')

type Reader = (cell: string, field: Field, context: CellContext) => CellValue

const readers: Partial<Record<FieldType, Reader>> = {
  boolean: (cell) => ({ value: yes.has(plain(cell)) ? true : no.has(plain(cell)) ? false : cell }),
  enum: (cell, field) => ({ value: codeOf(field, cell) }),
  enumList: (cell, field) => ({ value: parts(cell).map((one) => codeOf(field, one)) }),
  referenceList: (cell) => ({ value: parts(cell) }),
  money: (cell, _, { currency }) => ({ value: parseMoney(foldFullWidth(cell), currency) ?? cell }),
  date: (cell, field, { format }) => inCalendar(cell, field, format),
  month: (cell, field, { format }) => inCalendar(cell, field, format),
  datetime: (cell) => ({ value: momentOf(foldFullWidth(cell)) }),
}

const yes = new Set(['是', 'y', 'yes', 'true', '1', 'v', '✓'])
const no = new Set(['否', 'n', 'no', 'false', '0'])

const plain = (cell: string): string => foldFullWidth(cell).trim().toLowerCase()

/** The code behind a code or its text; anything else stays what it is, for the validator to refuse. */
const codeOf = (field: Field, cell: string): string => {
  const { options } = field as EnumField
  const found = Object.entries(options).find(([code, text]) => plain(code) === plain(cell) || plain(text) === plain(cell))
  return found?.[0] ?? cell
}

const parts = (cell: string): readonly string[] =>
  cell
    .split(/[、,，;；\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** A day that a spreadsheet keeps as a day comes as 2026-11-30 whatever it shows; only what is typed can be in the wrong calendar. */
const inCalendar = (cell: string, { label }: Field, format: ImportFormat | undefined): CellValue => {
  const value = foldFullWidth(cell).trim()
  const gregorian = /^[1-9]\d{3}([-/]|\d{2}$|\d{4}$)/.test(value)
  if (format === 'roc' && gregorian && !value.includes('-')) return { error: notRoc(label) }
  return format === 'gregorian' && !gregorian ? { error: notGregorian(label) } : { value }
}

/** 2026/11/30 09:30 is meant by Taipei's clock. */
const momentOf = (cell: string): string => {
  const [, day, time, seconds = ':00'] = /^(\d{4}[-/]\d{2}[-/]\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/.exec(cell) ?? []
  return day ? `${day.replaceAll('/', '-')}T${time}${seconds}+08:00` : cell
}
