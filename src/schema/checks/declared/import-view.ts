import { importLimits } from '../../language/import'
import { isObject, type Path, type RawObject } from '../../language/shapes/shape'
import { fieldNamed } from '../../language/types'
import { type DeclaredField, type DeclaredSchema, itemFieldsIn, namesAt, objectUnder } from './declared-schema'

/** A column of an import as its file declares it, and the field that it fills. */
export interface ImportColumnView {
  readonly name: string
  readonly path: Path
  readonly field: DeclaredField | undefined
  /** The list field whose items contain the field. */
  readonly list?: DeclaredField
  readonly raw: RawObject
}

/** Returns the valid columns of an import. */
export const importColumns = ({ raw, fields }: DeclaredSchema): readonly ImportColumnView[] => {
  const { columns } = objectUnder(raw, 'import')
  return (Array.isArray(columns) ? columns : []).flatMap((column: unknown, index): ImportColumnView[] => {
    const raw = typeof column === 'string' ? { field: column } : isObject(column) ? column : {}
    const name = raw.field
    if (typeof name !== 'string') return []
    const list = fields.find((candidate) => candidate.type === 'rows' && name.startsWith(`${candidate.name}.`))
    const field = list ? itemFieldsIn(list).find((candidate) => `${list.name}.${candidate.name}` === name) : fieldNamed(fields, name)
    return [{ name, path: ['import', 'columns', index], raw, field, ...(list ? { list } : {}) }]
  })
}

/** Returns the number of items of a list in a row of an import file. */
export const itemCountIn = ({ raw }: Pick<DeclaredSchema, 'raw'>, { name, raw: list }: DeclaredField): number => {
  const count = objectUnder(objectUnder(raw, 'import'), 'lines')[name]
  if (typeof count === 'number') return count
  return Math.min(typeof list.max === 'number' ? list.max : importLimits.itemCounts.default, importLimits.itemCounts.default)
}

/** Returns the titles of a column and their paths in the schema file; titles of list items end with the number of the item. */
export const titlesAt = (
  schema: DeclaredSchema,
  { name, path, field, list, raw }: ImportColumnView,
): readonly { readonly title: string; readonly path: Path }[] => {
  const titles = [
    { title: String(raw.title ?? field?.raw.label ?? name), path: raw.title === undefined ? path : [...path, 'title'] },
    ...namesAt(raw.aliases, [...path, 'aliases']).map((alias) => ({ title: alias.name, path: alias.path })),
  ]
  if (!list) return titles
  const numbers = Array.from({ length: itemCountIn(schema, list) }, (_, index) => index + 1)
  return titles.flatMap((entry) => numbers.map((number) => ({ ...entry, title: `${entry.title}${number}` })))
}
