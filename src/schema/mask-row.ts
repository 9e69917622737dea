import { mask, type PersonalData } from '../domain/mask'
import type { Sight } from './permission-types'
import { columnPath, sightOf, tellsColumns, type Viewer } from './sight'
import type { Field, Resource, Row, RowsField } from './types'

/** Shows one row after another of the same kind. */
export type RowView = (row: Row) => Row

/** Rows as somebody sees them: what is hidden from the role is gone, personal data are under their masks. Every answer, export and error file passes here; made once for all rows of an answer. */
export const viewOf = ({ fields, permissions }: Pick<Resource, 'fields' | 'permissions'>, operation: 'list' | 'get', viewer: Viewer): RowView => {
  const sights: Sights = {
    of: (field, list) => sightOf({ permissions }, { ...field, name: list ? columnPath(list.name, field.name) : field.name }, operation, viewer),
    numbered: (list) => tellsColumns({ permissions }, viewer.role, list.name),
  }
  const show = fieldsView(fields, sights)
  if (!hidesAny(fields, sights)) return show
  return (row) => {
    const shown = show(row)
    return isRow(shown.Labels) ? { ...shown, Labels: labelsOf(shown.Labels, fields, shown) } : shown
  }
}

/** Rows with every personal field under its mask, whoever looks: for labels, which show other people's records. */
export const maskedView = ({ fields }: Pick<Resource, 'fields'>): RowView =>
  fieldsView(fields, { of: ({ personal }) => (personal ? 'masked' : 'full'), numbered: () => false })

/** What somebody typed where personal data belong, and got wrong: it may be anything, such as a name under 行動電話, whose mask hides digits alone. */
export const maskCell = (kind: PersonalData | undefined, value: string): string => {
  const masked = kind === undefined ? value : mask(kind, value)
  return masked === value ? '*'.repeat([...value].length) : masked
}

interface Sights {
  /** How much is seen of a field, or of a column of a list. */
  readonly of: (field: Field, list?: RowsField) => Sight
  /** Whether the rows of a list say which they are. */
  readonly numbered: (list: RowsField) => boolean
}

const fieldsView = (fields: readonly Field[], sights: Sights, list?: RowsField): RowView => {
  const hidden = fields.filter((field) => sights.of(field, list) === 'hidden').map(({ name }) => name)
  const changes = fields.flatMap((field) => {
    const change = hidden.includes(field.name) ? undefined : changeOf(field, sights, list)
    return change ? [{ name: field.name, change }] : []
  })
  return (row) => {
    const shown: Record<string, unknown> = { ...row }
    for (const name of hidden) delete shown[name]
    for (const { name, change } of changes) if (name in row) shown[name] = change(row[name])
    return shown
  }
}

/** What becomes of a field's values; undefined where they stay as they are. */
const changeOf = (field: Field, sights: Sights, list?: RowsField): ((value: unknown) => unknown) | undefined => {
  if (field.type === 'rows') return rowsChange(field, sights)
  const { personal } = field
  if (!personal || sights.of(field, list) !== 'masked') return undefined
  return (value) => (typeof value === 'string' ? mask(personal, value) : value)
}

const rowsChange = (list: RowsField, sights: Sights): ((value: unknown) => unknown) => {
  const show = fieldsView(list.fields, sights, list)
  const numbered = sights.numbered(list)
  return (value) => (Array.isArray(value) ? value.map((row: Row, index) => ({ ...(numbered ? { id: String(index + 1) } : {}), ...show(row) })) : value)
}

const hidesAny = (fields: readonly Field[], sights: Sights, list?: RowsField): boolean =>
  fields.some((field) => sights.of(field, list) === 'hidden' || (field.type === 'rows' && hidesAny(field.fields, sights, field)))

// The label of a reference inside rows stands under its path: `FeeItems.0.FeeCode`. What is gone has none.
const labelsOf = (labels: Row, fields: readonly Field[], shown: Row): Row =>
  Object.fromEntries(
    Object.entries(labels).filter(([path]) => {
      const [name = '', index, column = ''] = path.split('.')
      const rows = shown[name]
      const gone = fields.some((field) => field.name === name) && !(name in shown)
      return !gone && (index === undefined || !Array.isArray(rows) || column in (rows[Number(index)] ?? {}))
    }),
  )

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
