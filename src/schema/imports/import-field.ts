import type { Resource } from '../resource'
import type { Field } from '../types'
import type { ImportColumn } from './import-spec'

/** The field that a column fills, which of a line is a column of its list. */
export const importField = ({ fields }: Pick<Resource, 'fields'>, { field, line }: Pick<ImportColumn, 'field' | 'line'>): Field | undefined => {
  if (!line) return fields.find(({ name }) => name === field)
  const list = fields.find(({ name }) => name === line.list)
  return list?.type === 'rows' ? list.fields.find(({ name }) => name === line.column) : undefined
}
