import { foldFullWidth } from '../../domain/full-width'
import { rulesOf } from '../field-types'
import { notGregorian, notRoc } from '../sentences'
import type { Field } from '../types'
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
export const readCell = (field: Field, cell: string, { format, currency }: CellContext): CellValue => {
  const rules = rulesOf(field.type)
  if (rules.fromDay || rules.compares === 'date') return inCalendar(cell, field, format)
  return { value: rules.cell ? rules.cell(cell.trim(), field, currency) : cell }
}

/** A day that a spreadsheet keeps as a day comes as 2026-11-30 whatever it shows; only what is typed can be in the wrong calendar. */
const inCalendar = (cell: string, { label }: Field, format: ImportFormat | undefined): CellValue => {
  const value = foldFullWidth(cell).trim()
  const gregorian = /^[1-9]\d{3}([-/]|\d{2}$|\d{4}$)/.test(value)
  if (format === 'roc' && gregorian && !value.includes('-')) return { error: notRoc(label) }
  return format === 'gregorian' && !gregorian ? { error: notGregorian(label) } : { value }
}
