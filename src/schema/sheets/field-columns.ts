import type { TextCell } from '../../domain/csv'
import { exponentOf } from '../../domain/money/money'
import { facetsOf, isChoiceType, isShownReference } from '../field-types'
import { isObject } from '../language/shapes/shape'
import type { Field, RecordValues, ReferenceField } from '../language/types'
import { currencyOf, isMoney } from '../text/value-text'
import { dateFormats, excelDateNumber, type SheetCell, type SheetColumn } from './sheet'

/** A column of an exported file that contains the values of a field. */
export interface FieldColumn {
  readonly title: string
  readonly field: Field
  /** Returns the cell of a spreadsheet. */
  readonly cell: (record: RecordValues) => SheetCell
  /** Returns the cell of a text file: a label for options, dates and times, because users cannot write formulas there. */
  readonly text: (record: RecordValues) => TextCell
  /** Number format of a column of dates or times. `sheetColumn` determines the format of a column of numbers. */
  readonly format?: string
}

/**
 * Returns the columns of fields.
 * A reference by a code has two columns, for the code and the name of its record.
 * `textOf` returns a value as screens show it.
 */
export const fieldColumns = (
  fields: readonly Field[],
  textOf: (field: Field, record: RecordValues) => string,
): readonly FieldColumn[] =>
  fields.flatMap((field) => {
    if (isReferenceByCode(field)) return referenceColumns(field, fields)
    const { comparedAs, numberKind } = facetsOf(field)
    if (numberKind) {
      const cell = (record: RecordValues) => numberOf(field, record)
      return [{ title: field.label, field, cell, text: (record) => cell(record) ?? '' }]
    }
    const shown = (record: RecordValues) => textOf(field, record)
    const label = (record: RecordValues) => ({ label: shown(record) })
    const format =
      comparedAs && Object.hasOwn(dateFormats, comparedAs)
        ? dateFormatOf(comparedAs as keyof typeof dateFormats, field)
        : undefined
    return [
      format === undefined
        ? { title: field.label, field, cell: shown, text: isChoiceType(field.type) ? label : shown }
        : { title: field.label, field, format, text: label, cell: (record) => excelDateNumber(record[field.name]) },
    ]
  })

/**
 * Returns the column of a sheet for a field and its cells.
 * Amounts have decimals if a currency of the records has decimals, or if an amount is not a whole number.
 */
export const sheetColumn = (
  { title, field, format }: FieldColumn,
  cells: readonly SheetCell[],
  records: readonly RecordValues[],
): SheetColumn => {
  const numberFormat = facetsOf(field).numberKind === undefined ? undefined : numberFormatOf(field, cells, records)
  const columnFormat = format ?? numberFormat
  return { title, ...(columnFormat === undefined ? {} : { format: columnFormat }) }
}

// Other references store the SerialId of their record.
// Users do not know this number, so the column shows only the label of the record.
const isReferenceByCode = (field: Field): field is ReferenceField =>
  isShownReference(field) && field.storedAs !== 'bigint'

/**
 * Returns a column for the code and one for the name of a reference.
 * Omits the second column if another field has its title, or is the name of the same person.
 */
const referenceColumns = (field: ReferenceField, fields: readonly Field[]): readonly FieldColumn[] => {
  const column = (title: string, text: (record: RecordValues) => string) => ({ title, field, cell: text, text })
  const code = column(field.label, (record) => codesOf(field, record).join('、'))
  const named = field.label.replace(/(代號|代碼|編號)$/, '')
  const title = `${named}名稱`
  return fields.some(({ label }) => label === title || label === `${named}姓名`)
    ? [code]
    : [code, column(title, (record) => nameOf(field, record))]
}

const codesOf = ({ name }: Field, record: RecordValues): readonly string[] => {
  const value = record[name] ?? []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

/** Returns the label of a reference without its code. Several labels are separated by 、, like their codes. */
const nameOf = (field: Field, record: RecordValues): string => {
  const label = isObject(record.Labels) ? record.Labels[field.name] : undefined
  const codes = codesOf(field, record)
  if (typeof label !== 'string' || codes.length === 0) return ''
  const names = codes.length === 1 ? [label] : label.split('、')
  return names.map((name, index) => withoutCode(name, codes[index] ?? '')).join('、')
}

const withoutCode = (label: string, code: string): string =>
  label.startsWith(code) ? label.slice(code.length).trim() : label

const numberOf = (field: Field, record: RecordValues): number | null => {
  const value = record[field.name]
  if (typeof value !== 'number') return null
  return isMoney(field) ? value / 10 ** exponentOf(currencyOf(record)) : value
}

const dateFormatOf = (kind: keyof typeof dateFormats, field: Field): string | undefined =>
  'calendar' in field && field.calendar === 'roc' ? dateFormats[kind].roc : dateFormats[kind].gregorian

/**
 * Returns the format of a column of numbers; undefined for whole numbers that are not amounts, because they need none.
 */
const numberFormatOf = (
  field: Field,
  cells: readonly SheetCell[],
  records: readonly RecordValues[],
): string | undefined => {
  const { numberKind } = facetsOf(field)
  if (numberKind?.sheetFormat !== undefined) return numberKind.sheetFormat
  const hasDecimals =
    cells.some((cell) => typeof cell === 'number' && !Number.isInteger(cell)) ||
    (isMoney(field) && records.some((record) => exponentOf(currencyOf(record)) > 0))
  if (hasDecimals) return '#,##0.00'
  return isMoney(field) ? '#,##0' : undefined
}
