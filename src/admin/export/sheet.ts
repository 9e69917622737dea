import type { Field, Row } from '../../schema/types'
import { viewOf } from '../fields/registry'

/** Rows of cells under a row of labels. */
export interface Sheet {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  /** Whatever is typed into the columns stays text: leading zeros are kept. */
  readonly textOnly?: boolean
}

/** Records as a sheet: labels for names, words for codes, numbers where one calculates. */
export const sheetOf = (name: string, columns: readonly Field[], rows: readonly Row[]): Sheet => ({
  name,
  header: columns.map(({ label }) => label),
  rows: rows.map((row) => columns.map((field) => cellOf(field, row))),
})

const cellOf = (field: Field, row: Row): string | number => {
  const view = viewOf(field)
  return view.number?.(field, row) ?? view.text(field, row)
}
