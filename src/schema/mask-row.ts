import { mask, type PersonalData } from '../domain/mask'
import type { Sight } from './permission-types'
import { columnPath, sightOf, tellsColumns, type Viewer } from './sight'
import type { Field, Resource, Row, RowsField } from './types'

/** The row as somebody sees it: what is hidden from the role is gone, personal data are under their masks. Every answer, export and error file passes here. */
export const rowFor = (resource: Pick<Resource, 'fields' | 'permissions'>, row: Row, operation: 'list' | 'get', viewer: Viewer): Row => {
  const shown = maskFields(resource.fields, row, {
    of: (field, list) => sightOf(resource, { ...field, name: list ? columnPath(list.name, field.name) : field.name }, operation, viewer),
    numbered: (list) => tellsColumns(resource, viewer.role, list.name),
  })
  return isRow(shown.Labels) ? { ...shown, Labels: labelsOf(shown.Labels, resource.fields, shown) } : shown
}

/** The row with every personal field under its mask, whoever looks: for labels, which show other people's records. */
export const maskRow = (resource: Pick<Resource, 'fields'>, row: Row): Row =>
  maskFields(resource.fields, row, { of: ({ personal }) => (personal ? 'masked' : 'full'), numbered: () => false })

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

const maskFields = (fields: readonly Field[], row: Row, sights: Sights, list?: RowsField): Row => {
  const shown: Record<string, unknown> = { ...row }
  for (const field of fields) {
    const sight = sights.of(field, list)
    if (sight === 'hidden') delete shown[field.name]
    else if (field.name in row) shown[field.name] = field.type === 'rows' ? maskRows(field, row[field.name], sights) : maskValue(field, row[field.name], sight)
  }
  return shown
}

const maskRows = (list: RowsField, value: unknown, sights: Sights): unknown =>
  Array.isArray(value)
    ? value.map((row: Row, index) => ({ ...(sights.numbered(list) ? { id: String(index + 1) } : {}), ...maskFields(list.fields, row, sights, list) }))
    : value

const maskValue = ({ personal }: Field, value: unknown, sight: Sight): unknown =>
  personal && sight === 'masked' && typeof value === 'string' ? mask(personal, value) : value

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
