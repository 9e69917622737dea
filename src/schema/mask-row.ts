import { mask, type PersonalData } from '../domain/mask'
import type { Sight } from './permission-types'
import { sightOf, type Viewer } from './sight'
import type { Field, Resource, Row } from './types'

/** The row as somebody sees it: what is hidden from the role is gone, personal data are under their masks. Every answer, export and error file passes here. */
export const rowFor = (resource: Pick<Resource, 'fields' | 'permissions'>, row: Row, operation: 'list' | 'get', viewer: Viewer): Row => {
  const shown = maskFields(resource.fields, row, {
    own: (field) => sightOf(resource, field, operation, viewer),
    inRows: (field) => sightOf({ permissions: {} }, field, operation, viewer),
  })
  const hidden = resource.fields.filter(({ name }) => !(name in shown)).map(({ name }) => name)
  return hidden.length > 0 && isRow(shown.Labels) ? { ...shown, Labels: labelsWithout(shown.Labels, hidden) } : shown
}

/** The row with every personal field under its mask, whoever looks: for labels, which show other people's records. */
export const maskRow = (resource: Pick<Resource, 'fields'>, row: Row): Row => maskFields(resource.fields, row, { own: masked, inRows: masked })

/** What somebody typed where personal data belong, and got wrong: it may be anything, such as a name under 行動電話, whose mask hides digits alone. */
export const maskCell = (kind: PersonalData | undefined, value: string): string => {
  const masked = kind === undefined ? value : mask(kind, value)
  return masked === value ? '*'.repeat([...value].length) : masked
}

// A permission is of a field of the record; one of the same name in its rows is another field.
interface Sights {
  readonly own: (field: Field) => Sight
  readonly inRows: (field: Field) => Sight
}

const masked = ({ personal }: Field): Sight => (personal ? 'masked' : 'full')

const maskFields = (fields: readonly Field[], row: Row, sights: Sights): Row => {
  const shown: Record<string, unknown> = { ...row }
  for (const field of fields) {
    if (sights.own(field) === 'hidden') delete shown[field.name]
    else if (field.name in row) shown[field.name] = shownValue(field, row[field.name], sights)
  }
  return shown
}

const shownValue = (field: Field, value: unknown, { own, inRows }: Sights): unknown => {
  if (field.type === 'rows' && Array.isArray(value)) return value.map((row: Row) => maskFields(field.fields, row, { own: inRows, inRows }))
  return field.personal && own(field) === 'masked' && typeof value === 'string' ? mask(field.personal, value) : value
}

// The label of a reference inside rows stands under its path: `FeeItems.0.FeeCode`.
const labelsWithout = (labels: Row, hidden: readonly string[]): Row =>
  Object.fromEntries(Object.entries(labels).filter(([path]) => !hidden.includes(path.split('.')[0] ?? '')))

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
