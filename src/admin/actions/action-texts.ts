import type { Action } from '../../schema/action-types'
import { fillText } from '../../schema/fill-text'
import type { Row } from '../../schema/types'

/** The question before an action; undefined where the file asks none. */
export const questionOf = ({ confirm, on }: Action, rows: readonly Row[]): string | undefined => {
  if (!confirm) return undefined
  const [only] = rows
  return rows.length === 1 && only && on.includes('row')
    ? fillText(confirm.one, only)
    : fillText(rows.length === 0 ? confirm.one : confirm.many, { count: rows.length })
}
