import { importLimits } from '../../language/import'
import { isObject, type Path, type RawObject } from '../../language/shapes/shape'
import { fieldNamed } from '../../language/types'
import {
  type DeclaredField,
  type DeclaredSchema,
  declaredFieldsIn,
  itemFieldsIn,
  namesAt,
  objectUnder,
} from './declared-schema'

/** A column of an import as its schema file declares it. */
export interface DeclaredImportColumn {
  readonly name: string
  readonly path: Path
  /** The field that the column fills; undefined if no field has the name. */
  readonly field: DeclaredField | undefined
  /** The list field whose items contain the field. */
  readonly list?: DeclaredField
  readonly raw: RawObject
}

/** Returns the inputs of an import whose rows do something with records; none for an import of records. */
export const importInputs = ({ raw }: Pick<DeclaredSchema, 'raw'>): readonly DeclaredField[] =>
  declaredFieldsIn(objectUnder(raw, 'import').inputs, ['import', 'inputs'])

/**
 * Returns the columns of an import of records.
 * Skips entries that name no field, but keeps names that match no field.
 */
export const importColumns = ({ raw, fields }: DeclaredSchema): readonly DeclaredImportColumn[] => {
  const { columns, inputs } = objectUnder(raw, 'import')
  if (inputs !== undefined) return []
  return (Array.isArray(columns) ? columns : []).flatMap((column: unknown, index): DeclaredImportColumn[] => {
    const columnRaw: RawObject = isObject(column) ? column : { field: column }
    const name = columnRaw.field
    if (typeof name !== 'string') return []
    const list = fields.find((candidate) => candidate.type === 'rows' && name.startsWith(`${candidate.name}.`))
    const field = list
      ? itemFieldsIn(list).find((candidate) => `${list.name}.${candidate.name}` === name)
      : fieldNamed(fields, name)
    return [{ name, path: ['import', 'columns', index], raw: columnRaw, field, ...(list ? { list } : {}) }]
  })
}

/** Returns how many items of a list a row of an import file has columns for. */
export const itemCountIn = ({ raw }: Pick<DeclaredSchema, 'raw'>, { name, raw: list }: DeclaredField): number => {
  const count = objectUnder(objectUnder(raw, 'import'), 'lines')[name]
  if (typeof count === 'number') return count
  return Math.min(
    typeof list.max === 'number' ? list.max : importLimits.itemsPerList.default,
    importLimits.itemsPerList.default,
  )
}

/**
 * Returns the titles of a column, each with its path in the schema file.
 * A column for a field of list items has each title once for every item, followed by the number of the item.
 */
export const titlesOfColumn = (
  schema: DeclaredSchema,
  { name, path, field, list, raw }: DeclaredImportColumn,
): readonly { readonly title: string; readonly path: Path }[] => {
  const titles = [
    { title: String(raw.title ?? field?.raw.label ?? name), path: raw.title === undefined ? path : [...path, 'title'] },
    ...namesAt(raw.aliases, [...path, 'aliases']).map((alias) => ({ title: alias.name, path: alias.path })),
  ]
  if (!list) return titles
  const numbers = Array.from({ length: itemCountIn(schema, list) }, (_, index) => index + 1)
  return titles.flatMap((entry) => numbers.map((number) => ({ ...entry, title: `${entry.title}${number}` })))
}
