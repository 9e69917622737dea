import { daysBetween, isIsoDate, taipeiTime } from '../../domain/dates/dates'
import type { UploadTemplate } from '../../domain/example-row'

/** A sheet to be written as an Excel file. */
export interface NewSheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Lines above the titles, such as the name of a report and its period. */
  readonly preamble?: readonly string[]
  readonly rows: readonly SheetRow[]
}

/** A sheet whose rows are read while it is written. */
export interface StreamedSheet extends Pick<NewSheet, 'name' | 'columns' | 'preamble'> {
  /** Number of rows that the filter of the titles covers; absent = no filter, as where totals stand between the rows. */
  readonly count?: number
  /** The first rows, which determine the widths of the columns. */
  readonly firstRows: readonly SheetRow[]
  readonly moreRows: AsyncIterable<readonly SheetRow[]>
}

/** Maximum number of rows of a sheet in Excel, without the row of titles. */
export const maxSheetRows = 1_048_575

/** A column of a sheet. */
export interface SheetColumn {
  readonly title: string
  /** A comment on the title. */
  readonly note?: string
  /** Number format of the cells; `@` stores every entry as text. */
  readonly format?: string
  /** The values that the cells of the column may have. */
  readonly options?: readonly string[] | undefined
}

/** A row of a sheet. */
export interface SheetRow {
  readonly cells: readonly SheetCell[]
  /** Whether the texts of the row are bold, as in a total. */
  readonly bold?: boolean
}

/** The value of a cell. Dates and times are numbers, in a column with one of the {@link dateFormats}. */
export type SheetCell = string | number | null

/** Returns a sheet in which all cells are texts, so that codes keep their leading zeros. */
export const textSheet = (name: string, titles: readonly string[], rows: readonly (readonly string[])[]): NewSheet => ({
  name,
  columns: titles.map((title) => ({ title, format: '@' })),
  rows: rows.map((cells) => ({ cells })),
})

/** Returns the sheet of a template: a header row, the example, and empty rows. */
export const templateSheet = ({ name, titles, example }: UploadTemplate): NewSheet => {
  const sheet = textSheet(name, titles, [example])
  return { ...sheet, rows: [...sheet.rows, ...emptyRows(titles.length)] }
}

/** Number of prepared rows below the titles of an import template. */
const templateRowCount = 5_000

/**
 * Returns the empty rows of an import template.
 * Their cells have the format of their column, so that a typed 00123 keeps its zeros.
 */
export const emptyRows = (columnCount: number, maxRows = templateRowCount): readonly SheetRow[] =>
  Array.from({ length: Math.min(maxRows, templateRowCount) }, () => ({
    cells: Array.from({ length: columnCount }, () => null),
  }))

/**
 * The number formats of dates and times, in both calendars.
 * A month of the ROC calendar is a text, because spreadsheet programs do not recognize a format without `y` and without
 * a day as a date.
 */
export const dateFormats = {
  date: { gregorian: 'yyyy/mm/dd', roc: '[$-404]e/mm/dd' },
  datetime: { gregorian: 'yyyy/mm/dd hh:mm', roc: '[$-404]e/mm/dd hh:mm' },
  month: { gregorian: 'yyyy/mm', roc: undefined },
  time: { gregorian: 'hh:mm', roc: 'hh:mm' },
} as const

/**
 * Converts a date, a datetime (in Taipei time), a month or a time of day to the number by which spreadsheets store it:
 * days since 1899-12-30.
 * Returns null for any other value.
 */
export const excelDateNumber = (value: unknown): number | null => {
  if (typeof value !== 'string') return null
  if (/^\d{2}:\d{2}$/.test(value)) return fractionOfDay(value)
  const day = value.length === 'yyyy-mm'.length ? `${value}-01` : value
  if (isIsoDate(day)) return daysBetween(dayZero, day)
  const time = Date.parse(value)
  if (Number.isNaN(time)) return null
  const local = taipeiTime(new Date(time))
  return daysBetween(dayZero, local.slice(0, 10)) + fractionOfDay(local.slice(11))
}

const dayZero = '1899-12-30'

const fractionOfDay = (time: string): number => {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return (hour * 3600 + minute * 60 + second) / 86_400
}

/**
 * Returns the workbook of a sheet as data for the library that writes the file: bold and frozen titles with a filter,
 * one format for each column, and page settings for printing.
 * Texts are text cells, so they keep leading zeros and are never evaluated as formulas.
 */
export const workbookOf = (sheet: NewSheet) => {
  const { name, columns, preamble = [], rows } = sheet
  const preambleRowCount = preamble.length
  return {
    sheets: [
      {
        name: sheetName(name),
        rows: [
          ...preamble.map((text) => [text]),
          columns.map(({ title }) => title),
          ...rows.map(({ cells }) => cells.map(emptyToNull)),
        ],
        columns: columns.map((column, columnIndex) => ({
          width: widthOf(sheet, columnIndex),
          ...(column.format ? { numFmt: column.format } : {}),
        })),
        cells: styledCells(sheet),
        freezePane: { rows: preambleRowCount + 1 },
        autoFilter: {
          range: `A${preambleRowCount + 1}:${columnLetters(columns.length - 1)}${preambleRowCount + 1 + rows.length}`,
        },
        dataValidations: columns.flatMap((column, columnIndex) =>
          validationsOf(column, columnIndex, preambleRowCount + 2),
        ),
        pageSetup: {
          paperSize: 'a4' as const,
          // More than six columns would be too narrow in portrait orientation.
          orientation: columns.length > 6 ? ('landscape' as const) : ('portrait' as const),
          fitToPage: true,
          fitToHeight: 0,
          printTitlesRow: `$${preambleRowCount + 1}:$${preambleRowCount + 1}`,
        },
        headerFooter: { oddFooter: '&C第 &P 頁，共 &N 頁' },
      },
    ],
  }
}

/** Replaces an empty text with null, because spreadsheet programs would count it as a value. */
const emptyToNull = (cell: SheetCell): SheetCell => (cell === '' ? null : cell)

interface StyledCell {
  value: SheetCell
  style: { font?: { bold: boolean; size?: number }; numFmt?: string }
  comment?: { text: string }
}

const boldStyle = { font: { bold: true } }

const styledCells = ({ columns, preamble = [], rows }: NewSheet): Map<string, StyledCell> => {
  const cells = new Map<string, StyledCell>()
  if (preamble[0] !== undefined) cells.set('0,0', { value: preamble[0], style: { font: { bold: true, size: 14 } } })
  columns.forEach(({ title, note }, columnIndex) => {
    cells.set(`${preamble.length},${columnIndex}`, {
      value: title,
      style: boldStyle,
      ...(note ? { comment: { text: note } } : {}),
    })
  })
  rows.forEach(({ cells: values, bold }, row) => {
    values.map(emptyToNull).forEach((value, columnIndex) => {
      const numFmt = columns[columnIndex]?.format
      const address = `${preamble.length + 1 + row},${columnIndex}`
      if (bold)
        cells.set(address, {
          value,
          style: { ...boldStyle, ...(numFmt && typeof value === 'number' ? { numFmt } : {}) },
        })
      // An empty cell of a template keeps its format, which applies to typed text.
      else if (value === null && numFmt === '@') cells.set(address, { value, style: { numFmt } })
    })
  })
  return cells
}

// Excel accepts a list of options of up to 255 characters.
const validationsOf = ({ options }: SheetColumn, columnIndex: number, firstRow: number) => {
  if (!options || options.join(',').length > 255) return []
  const letters = columnLetters(columnIndex)
  return [
    {
      type: 'list' as const,
      values: [...options],
      allowBlank: true,
      range: `${letters}${firstRow}:${letters}${firstRow - 1 + templateRowCount}`,
    },
  ]
}

/** Returns the letters of a column: A for 0, AA for 26. */
const columnLetters = (columnIndex: number): string =>
  (columnIndex < 26 ? '' : columnLetters(Math.floor(columnIndex / 26) - 1)) +
  String.fromCharCode(65 + (columnIndex % 26))

// Excel rejects these characters in the name of a sheet, and names of more than 31 characters.
const sheetName = (name: string): string => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)

const widthOf = ({ columns, rows }: NewSheet, columnIndex: number): number => {
  const { title = '', format = '' } = columns[columnIndex] ?? {}
  // The first 200 rows are enough for an estimate.
  const widths = rows
    .slice(0, 200)
    .map(({ cells }) => widthInCharacters(approximateText(cells[columnIndex] ?? '', format)))
  // The button of the filter covers two characters of the title.
  return Math.min(50, Math.max(widthInCharacters(title) + 2, ...widths) + 2)
}

/** Returns approximately the text that a spreadsheet program shows in a cell. */
const approximateText = (value: string | number, format: string): string => {
  if (typeof value === 'string') return value
  return /[ymh]/.test(format)
    ? format.replace('[$-404]', 'ee')
    : value.toLocaleString('en', { minimumFractionDigits: format.endsWith('.00') ? 2 : 0 })
}

// A Chinese character is twice as wide as a Latin one.
const widthInCharacters = (value: string): number =>
  [...value].reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 0)
