import { hasBeginning } from '../beginnings'
import { isObject, type RawObject } from '../shape/shape'
import type { Field, Resource } from '../types'
import { type ImportColumn, type ImportSpec, importLimits } from './import-spec'

/** What an import must know of the records that it writes. */
type Records = Pick<Resource, 'fields' | 'key' | 'tenant'>

/** The import with its defaults; undefined where the file declares none. */
export const completeImport = (raw: unknown, records: Records): ImportSpec | undefined => {
  if (!isObject(raw)) return undefined
  const said = raw as Partial<Pick<ImportSpec, 'existing' | 'match' | 'maxRows'>> & { readonly maxMegabytes?: number }
  return {
    columns: columnsOf(raw, records.fields),
    existing: said.existing ?? 'refuse',
    match: said.match ?? identityOf(records),
    maxRows: said.maxRows ?? importLimits.rows.usual,
    maxBytes: (said.maxMegabytes ?? importLimits.megabytes.usual) * 1_048_576,
  }
}

const columnsOf = ({ columns }: RawObject, fields: readonly Field[]): readonly ImportColumn[] =>
  (Array.isArray(columns) ? columns : []).flatMap((column: unknown) => {
    const said: Partial<ImportColumn> = typeof column === 'string' ? { field: column } : isObject(column) ? column : {}
    const field = fields.find(({ name }) => name === said.field)
    return field ? [columnOf(said, field)] : []
  })

const columnOf = ({ title, aliases = [], required, format, sample }: Partial<ImportColumn>, field: Field): ImportColumn => ({
  field: field.name,
  title: title ?? field.label,
  aliases,
  required: required ?? (field.required && !hasBeginning(field) && field.shownWhen === undefined),
  ...(format ? { format } : {}),
  ...(sample === undefined ? {} : { sample }),
})

/** What tells records apart in a file: the key where people write it, else the first field that is unique. */
const identityOf = ({ fields, key, tenant }: Records): readonly string[] => {
  // The session says whose a company's record is.
  const given = (name: string): boolean => name === 'UniformNo' && tenant === 'UniformNo'
  if (!fields.some(({ name, readOnly }) => key.includes(name) && readOnly && !given(name))) return key
  const unique = fields.find((field) => field.unique && !field.readOnly)
  return unique ? [...new Set([...(unique.unique ?? []), unique.name])] : []
}
