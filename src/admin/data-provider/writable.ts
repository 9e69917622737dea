import { isFixed } from '../../schema/access/form-view'
import { isEntered } from '../../schema/complete-form'
import { hiddenFields, seenRow } from '../../schema/hidden'
import type { RoleView } from '../../schema/resource'
import { rowColumns } from '../../schema/row-columns'
import type { Around, Field, RoleField, Row } from '../../schema/types'

/** What a form sends: the fields that people enter, as far as a condition does not hide them. */
export const writable = (resource: Pick<RoleView, 'fields' | 'key'>, data: Row, mode: 'create' | 'update', around: Around): Row => {
  const hidden = hiddenFields(resource.fields, data, around)
  const within = { ...around, parent: seenRow(resource.fields, data, around) }
  return Object.fromEntries(
    resource.fields
      .filter((field) => isEntered(field) && (mode === 'create' || !isFixed(field, resource)) && field.name in data && !hidden.includes(field))
      .map((field) => [field.name, sent(field, data[field.name], within)]),
  )
}

// Every change of a list sends its rows whole, each by the same rules.
const sent = (field: Field, value: unknown, around: Around): unknown =>
  field.type === 'rows' && Array.isArray(value) ? value.map((row: Row) => sentRow(field.fields, row, around)) : value

// The server tells by its `id` which row it is.
const sentRow = (columns: readonly RoleField[], row: Row, around: Around): Row => ({
  ...(row.id === undefined ? {} : { id: row.id }),
  ...writable({ fields: rowColumns(columns, row), key: [] }, row, 'create', around),
})
