import { mask, type PersonalData } from '../../domain/access/mask'
import type { Visibility } from '../language/permission'
import type { Resource } from '../language/resource'
import type { Field, ListField, RecordValues } from '../language/types'
import { isRecordValues } from '../rules/list-items'
import { hasItemFieldPermissions, itemFieldPath, type Viewer, visibilityOf } from './permissions'

/** Shows one row after another of the same kind. */
export type RecordView = (row: RecordValues) => RecordValues

/** Returns what turns rows into what a viewer sees: hidden fields removed, personal data masked. Made once for all rows of a response. */
export const recordView = ({ fields, permissions }: Pick<Resource, 'fields' | 'permissions'>, operation: 'list' | 'get', viewer: Viewer): RecordView => {
  const visibilities: Visibilities = {
    of: (field, list) => visibilityOf({ permissions }, { ...field, name: list ? itemFieldPath(list.name, field.name) : field.name }, operation, viewer),
    numbered: (list) => hasItemFieldPermissions({ permissions }, viewer.role, list.name),
  }
  const show = fieldsView(fields, visibilities)
  if (!hidesAny(fields, visibilities)) return show
  return (row) => {
    const shown = show(row)
    return isRecordValues(shown.Labels) ? { ...shown, Labels: labelsOf(shown.Labels, fields, shown) } : shown
  }
}

/** Returns what masks every personal field for all viewers: for labels, which show other people's records. */
export const maskedView = ({ fields }: Pick<Resource, 'fields'>): RecordView =>
  fieldsView(fields, { of: ({ personal }) => (personal ? 'masked' : 'full'), numbered: () => false })

/** Masks what somebody entered wrongly in a field of personal data: it may be anything, such as a name under 行動電話, whose mask hides digits alone. */
export const maskCell = (kind: PersonalData | undefined, value: string): string => {
  const masked = kind === undefined ? value : mask(kind, value)
  return masked === value ? '*'.repeat([...value].length) : masked
}

interface Visibilities {
  /** The visibility of a field, or of a column of a list. */
  readonly of: (field: Field, list?: ListField) => Visibility
  /** Whether the rows of a list say which they are. */
  readonly numbered: (list: ListField) => boolean
}

const fieldsView = (fields: readonly Field[], visibilities: Visibilities, list?: ListField): RecordView => {
  const hidden = fields.filter((field) => visibilities.of(field, list) === 'hidden').map(({ name }) => name)
  const changes = fields.flatMap((field) => {
    const change = hidden.includes(field.name) ? undefined : changeOf(field, visibilities, list)
    return change ? [{ name: field.name, change }] : []
  })
  return (row) => {
    const shown: Record<string, unknown> = { ...row }
    for (const name of hidden) delete shown[name]
    for (const { name, change } of changes) if (name in row) shown[name] = change(row[name])
    return shown
  }
}

/** Returns what becomes of a field's values; undefined where they stay as they are. */
const changeOf = (field: Field, visibilities: Visibilities, list?: ListField): ((value: unknown) => unknown) | undefined => {
  if (field.type === 'rows') return rowsChange(field, visibilities)
  const { personal } = field
  if (!personal || visibilities.of(field, list) !== 'masked') return undefined
  return (value) => (typeof value === 'string' ? mask(personal, value) : value)
}

const rowsChange = (list: ListField, visibilities: Visibilities): ((value: unknown) => unknown) => {
  const show = fieldsView(list.fields, visibilities, list)
  const numbered = visibilities.numbered(list)
  return (value) => (Array.isArray(value) ? value.map((row: RecordValues, index) => ({ ...(numbered ? { id: String(index + 1) } : {}), ...show(row) })) : value)
}

const hidesAny = (fields: readonly Field[], visibilities: Visibilities, list?: ListField): boolean =>
  fields.some((field) => visibilities.of(field, list) === 'hidden' || (field.type === 'rows' && hidesAny(field.fields, visibilities, field)))

// The label of a reference inside rows stands under its path: `FeeItems.0.FeeCode`. What is gone has none.
const labelsOf = (labels: RecordValues, fields: readonly Field[], shown: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(labels).filter(([path]) => {
      const [name = '', index, column = ''] = path.split('.')
      const rows = shown[name]
      const gone = fields.some((field) => field.name === name) && !(name in shown)
      return !gone && (index === undefined || !Array.isArray(rows) || column in (rows[Number(index)] ?? {}))
    }),
  )

/** Returns names of all fields that hold personal data, those in rows included: what no log may show. */
export const personalNames = (resources: readonly Pick<Resource, 'fields'>[]): readonly string[] => [
  ...new Set(resources.flatMap(({ fields }) => fields.flatMap(namesIn))),
]

const namesIn = (field: Field): readonly string[] => (field.type === 'rows' ? field.fields.flatMap(namesIn) : field.personal ? [field.name] : [])
