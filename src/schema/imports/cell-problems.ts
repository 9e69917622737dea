import type { StoredAs } from '../field-types/field-type'
import { inexactNumber, privateUseCharacter, unreadableCharacter } from '../rules/messages'

/** A cell of a file: its text, and how a workbook stores it. */
export interface SheetCellContent {
  readonly text: string
  readonly storedAs?: StoredAs | undefined
}

/** Returns the zh-TW message about a cell that cannot be used, whatever its column contains; undefined if there is none. `label` names the column. */
export const cellProblem = ({ text, storedAs }: SheetCellContent, label: string): string | undefined => {
  if (storedAs === 'inexactNumber') return inexactNumber(label)
  if (text.includes('\ufffd')) return unreadableCharacter(label)
  const privateUse = /\p{Co}/u.exec(text)?.[0]?.codePointAt(0)
  return privateUse === undefined ? undefined : privateUseCharacter(label, `U+${privateUse.toString(16).toUpperCase()}`)
}
