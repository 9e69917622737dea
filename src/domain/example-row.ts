import { foldFullWidth } from './full-width'

/**
 * The text with which a cell of the example row of a template begins.
 * Imports skip that row.
 * No value of a record begins with it, and it stays unchanged when a file is saved as xlsx, csv or Big5 text.
 */
export const exampleMark = '範例（不匯入）'

/** The template of a file that users fill in. The titles of required columns end with an asterisk. */
export interface UploadTemplate {
  /** The name of the file, without its extension. */
  readonly name: string
  readonly titles: readonly string[]
  /** The cells of the example row. */
  readonly example: readonly string[]
}

// The mark in the columns of codes of former templates of bills and of the white list. No code begins with it.
const formerMark = '範例'

/** Checks whether a cell begins with the mark of the example row. */
export const isMarkedAsExample = (cell: string): boolean =>
  cell.includes(formerMark) && normalized(cell).startsWith(normalizedMark)

/**
 * Returns the position of the cell that marks a row as the example row; undefined if there is none.
 * `codePosition` is the position of the column of codes in which former templates marked the row.
 */
export const examplePosition = (cells: readonly string[], codePosition?: number): number | undefined => {
  const position = cells.findIndex(
    (cell, index) => isMarkedAsExample(cell) || (index === codePosition && cell.trim().startsWith(formerMark)),
  )
  return position === -1 ? undefined : position
}

const normalized = (text: string): string => foldFullWidth(text).replace(/\s/g, '')

const normalizedMark = normalized(exampleMark)
