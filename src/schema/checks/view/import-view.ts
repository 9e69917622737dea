import { importLimits } from '../../language/import'
import { isObject, type Path, type RawObject } from '../../language/shapes/shape'
import { columnsIn, type FieldView, namesAt, part, type SchemaView } from './schema-view'

/** A column of an import as its file says it, with the field that it fills. */
export interface ImportColumnView {
  readonly name: string
  readonly path: Path
  readonly field: FieldView | undefined
  /** The list of rows that the field is a column of. */
  readonly list?: FieldView
  readonly said: RawObject
}

/** Returns the columns of an import, as far as they have the right form. */
export const importColumns = ({ raw, fields }: SchemaView): readonly ImportColumnView[] => {
  const { columns } = part(raw, 'import')
  return (Array.isArray(columns) ? columns : []).flatMap((column: unknown, index): ImportColumnView[] => {
    const said = typeof column === 'string' ? { field: column } : isObject(column) ? column : {}
    const name = said.field
    if (typeof name !== 'string') return []
    const list = fields.find((one) => one.type === 'rows' && name.startsWith(`${one.name}.`))
    const field = list ? columnsIn(list).find((one) => `${list.name}.${one.name}` === name) : fields.find((one) => one.name === name)
    return [{ name, path: ['import', 'columns', index], said, field, ...(list ? { list } : {}) }]
  })
}

/** Returns how many lines of a list a file has room for. */
export const linesIn = ({ raw }: Pick<SchemaView, 'raw'>, { name, raw: list }: FieldView): number => {
  const said = part(part(raw, 'import'), 'lines')[name]
  if (typeof said === 'number') return said
  return Math.min(typeof list.max === 'number' ? list.max : importLimits.lines.default, importLimits.lines.default)
}

/** Returns the titles of a column, and where the file states them; those of a list with the number of each line. */
export const titlesAt = (
  schema: SchemaView,
  { name, path, field, list, said }: ImportColumnView,
): readonly { readonly title: string; readonly path: Path }[] => {
  const titles = [
    { title: String(said.title ?? field?.raw.label ?? name), path: said.title === undefined ? path : [...path, 'title'] },
    ...namesAt(said.aliases, [...path, 'aliases']).map((alias) => ({ title: alias.name, path: alias.path })),
  ]
  if (!list) return titles
  const numbers = Array.from({ length: linesIn(schema, list) }, (_, index) => index + 1)
  return titles.flatMap((one) => numbers.map((number) => ({ ...one, title: `${one.title}${number}` })))
}
