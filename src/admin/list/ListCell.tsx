import { useCreatePath, useResourceContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { isShownReference } from '../../schema/field-types'
import type { RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { FieldValue } from '../fields/FieldValue'
import { fieldViewOf } from '../fields/registry'

interface ListCellProps {
  readonly field: Field
  readonly record: RecordValues
  /** Whether the cell links to the record. */
  readonly isLink?: boolean
}

/** Renders a value of a record in a list. */
export const ListCell = ({ field, record, isLink = false }: ListCellProps) => {
  const createPath = useCreatePath()
  const resource = useResourceContext() ?? ''
  const { Cell, text } = fieldViewOf(field)
  // A link cannot contain the link of a reference.
  const isText = !Cell || (isLink && isShownReference(field))
  const value = (
    <FieldValue field={field} record={record}>
      {isText ? text(field, record) : <Cell field={field} record={record} />}
    </FieldValue>
  )
  if (!isLink) return value
  return (
    <Link
      className="record-link"
      to={createPath({ resource, id: String(record.id), type: 'show' })}
      onClick={(event) => event.stopPropagation()}
    >
      {text(field, record) ? value : '（無）'}
    </Link>
  )
}
