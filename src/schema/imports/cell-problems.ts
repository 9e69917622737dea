import { isMarkedAsExample } from '../../domain/example-row'
import { foldFullWidth } from '../../domain/full-width'
import type { StoredAs } from '../field-types/field-type'
import { unreadableError } from '../field-types/texts'
import {
  formula,
  inexactNumber,
  lateExample,
  mergedCell,
  spreadsheetError,
  storedAsDate,
  storedAsNumber,
  tooNarrow,
} from '../rules/messages'

/** A cell of a file: its text, and how a workbook stores it. */
export interface SheetCellContent {
  readonly text: string
  readonly storedAs?: StoredAs | undefined
}

/** The column of a cell: the name that messages give to it, and whether its values are codes. */
interface CellColumn {
  readonly label: string
  readonly isCode: boolean
}

/** The text of a cell that shows the value of a cell above, because both are merged. */
export const mergedCellText = '（合併儲存格）'

/**
 * Returns the zh-TW message about a cell that does not contain what its user typed, or that nobody else can read;
 * undefined if there is none.
 */
export const cellProblem = (
  { text, storedAs }: SheetCellContent,
  { label, isCode }: CellColumn,
): string | undefined => {
  if (storedAs === 'formula') return formula(label)
  if (storedAs === 'inexactNumber') return inexactNumber(label)
  if (text === mergedCellText) return mergedCell(label)
  // Imports skip the example only where the template has it, so that no row is lost without a message.
  if (isMarkedAsExample(text)) return lateExample
  const value = foldFullWidth(text).trim()
  if (/^#{3,}$/.test(value)) return tooNarrow(label)
  if (errorValue.test(value)) return spreadsheetError(label, value)
  if (isCode && (storedAs === 'date' || damagedByDate.test(value))) return storedAsDate(label)
  if (isCode && (storedAs === 'number' || scientific.test(value))) return storedAsNumber(label)
  return unreadableError(label, text)
}

// The error values of Excel and LibreOffice.
const errorValue =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|EXTERNAL!|PYTHON!|GETTING_DATA)|Err:\d{3})$/i

// What Excel writes to a text file for a code such as 1-2 or 3E5 that it has converted.
const damagedByDate =
  /^(?:\d{1,2}月\d{1,2}日|\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2})$/i
const scientific = /^\d(?:\.\d+)?E\+\d+$/i
