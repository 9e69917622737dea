import { isEntered } from '../../schema/complete-form'
import { oldRow } from '../../schema/row-columns'
import { inRow, rowIsGone, unknownField, withheldFrom } from '../../schema/sentences'
import { columnPath, mayWrite, permissionFor, tellsColumns } from '../../schema/sight'
import type { Field, Resource, Row, RowsField } from '../../schema/types'
import { sameValue } from '../../schema/write-rules'
import { isRow } from './rows'

/** Rows as they are to be judged and kept, and what was wrong with how they came. */
export interface RowsVerdict {
  readonly rows: unknown
  readonly errors: Readonly<Record<string, string>>
}

/**
 * The rows of a list that a role sends, whole again: what it may not write in them is as it was. A row is known by its `id`, its place when the
 * record was read; one without is new, and what the role may enter in a new record it may enter there. Anything but a list is judged elsewhere.
 */
export const wholeRows = (resource: Resource, list: RowsField, role: string, { given, before }: { given: unknown; before: Row | undefined }): RowsVerdict => {
  if (!tellsColumns(resource, role, list.name) || !Array.isArray(given) || !given.every(isRow)) return { rows: given, errors: {} }
  const verdicts = given.map((row, index): RowVerdict => {
    const old = oldRow(before?.[list.name], row)
    const isLost = before && row.id !== undefined && (!old || given.findIndex(({ id }) => id === row.id) < index)
    return isLost ? { row, errors: { [list.name]: rowIsGone(index + 1) } } : wholeRow({ resource, list, role, index }, row, old)
  })
  return { rows: verdicts.map(({ row }) => row), errors: Object.assign({}, ...verdicts.map(({ errors }) => errors)) }
}

interface RowVerdict {
  readonly row: Row
  readonly errors: Readonly<Record<string, string>>
}

interface Place {
  readonly resource: Resource
  readonly list: RowsField
  readonly role: string
  readonly index: number
}

const wholeRow = ({ resource, list, role, index }: Place, { id: _, ...row }: Row, old: Row | undefined): RowVerdict => {
  const path = ({ name }: Field) => columnPath(list.name, name)
  const withheld = list.fields.filter((column) => isEntered(column) && !mayWrite(resource, path(column), old ? 'update' : 'create', role))
  const isHidden = (column: Field) => permissionFor(resource, role, path(column)).get === 'hidden'
  const isChanged = (column: Field) => column.name in row && (isHidden(column) || !sameValue(row[column.name], old ? old[column.name] : column.default))
  const errors = withheld
    .filter(isChanged)
    .map((column) => [`${list.name}.${index}.${column.name}`, inRow(index + 1, isHidden(column) ? unknownField() : withheldFrom(column.label))])
  const names = withheld.map(({ name }) => name)
  const own = Object.entries(row).filter(([name]) => !names.includes(name))
  const as = old ? Object.entries(old).filter(([name]) => names.includes(name)) : []
  return { row: Object.fromEntries([...own, ...as]), errors: Object.fromEntries(errors) }
}
