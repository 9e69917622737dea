import { mask, type PersonalData } from '../../domain/access/mask'
import type { Visibility } from '../language/permission'
import type { Resource } from '../language/resource'
import type { Field, ListField, RecordValues } from '../language/types'
import { isRecordValues } from '../rules/list-items'
import { hasItemFieldPermissions, itemFieldPath, type Viewer, visibilityOf } from './permissions'

/** Returns the visible values of a record of one resource. `row` has the id numbers that decide whether names are masked, where the record does not. */
export type RecordView = (record: RecordValues, row?: RecordValues) => RecordValues

/** Returns a function that removes hidden fields and masks personal data for a viewer. It is made once for all records of a response. */
export const recordView = ({ fields, permissions }: Pick<Resource, 'fields' | 'permissions'>, operation: 'list' | 'get', viewer: Viewer): RecordView => {
  const visibilities: Visibilities = {
    of: (field, list) => visibilityOf({ permissions }, { ...field, name: list ? itemFieldPath(list.name, field.name) : field.name }, operation, viewer),
    hasItemIds: (list) => hasItemFieldPermissions({ permissions }, viewer.role, list.name),
  }
  const show = fieldsView(fields, visibilities)
  if (!hidesAny(fields, visibilities)) return show
  return (record, row) => {
    const shown = show(record, row)
    return isRecordValues(shown.Labels) ? { ...shown, Labels: labelsOf(shown.Labels, fields, shown) } : shown
  }
}

/** Returns a function that masks every personal field for all viewers; labels use it, because they show other records. */
export const maskedView = ({ fields }: Pick<Resource, 'fields'>): RecordView =>
  fieldsView(fields, { of: ({ personal }) => (personal ? 'masked' : 'full'), hasItemIds: () => false })

/** Returns names of fields, and of those whose values decide whether these are masked. */
export const withIdFields = (fields: readonly Field[], names: readonly string[]): readonly string[] => [
  ...new Set([...names, ...fields.flatMap(({ name, identifiedBy }) => (identifiedBy !== undefined && names.includes(name) ? [identifiedBy] : []))]),
]

/** Masks an invalid value of a personal field. It may be of another kind, such as a name under 行動電話, so where the mask hides nothing every character is hidden. */
export const maskCell = (kind: PersonalData | undefined, value: string): string => {
  const masked = kind === undefined ? value : mask(kind, value)
  return masked === value ? '*'.repeat([...value].length) : masked
}

interface Visibilities {
  /** The visibility of a field, or of a field of list items. */
  readonly of: (field: Field, list?: ListField) => Visibility
  /** Whether the items of a list are sent with an `id`. */
  readonly hasItemIds: (list: ListField) => boolean
}

const fieldsView = (fields: readonly Field[], visibilities: Visibilities, list?: ListField): RecordView => {
  const hidden = fields.filter((field) => visibilities.of(field, list) === 'hidden').map(({ name }) => name)
  const changes = fields.flatMap((field) => {
    const change = hidden.includes(field.name) ? undefined : changeOf(field, visibilities, list)
    return change ? [{ name: field.name, change }] : []
  })
  return (record, row = record) => {
    const shown: Record<string, unknown> = { ...record }
    for (const name of hidden) delete shown[name]
    for (const { name, change } of changes) if (name in record) shown[name] = change(record[name], row)
    return shown
  }
}

/** Returns the function that changes a field's values, given the row that they are in; undefined where they stay as they are. */
const changeOf = (field: Field, visibilities: Visibilities, list?: ListField): ((value: unknown, row: RecordValues) => unknown) | undefined => {
  if (field.type === 'rows') return itemsChange(field, visibilities)
  const { personal, identifiedBy = '' } = field
  if (!personal || visibilities.of(field, list) !== 'masked') return undefined
  return (value, row) => (typeof value === 'string' ? mask(personal, value, String(row[identifiedBy] ?? '')) : value)
}

const itemsChange = (list: ListField, visibilities: Visibilities): ((value: unknown) => unknown) => {
  const show = fieldsView(list.fields, visibilities, list)
  const hasItemIds = visibilities.hasItemIds(list)
  return (value) =>
    Array.isArray(value) ? value.map((record: RecordValues, index) => ({ ...(hasItemIds ? { id: String(index + 1) } : {}), ...show(record) })) : value
}

const hidesAny = (fields: readonly Field[], visibilities: Visibilities, list?: ListField): boolean =>
  fields.some((field) => visibilities.of(field, list) === 'hidden' || (field.type === 'rows' && hidesAny(field.fields, visibilities, field)))

// The label of a reference in a list item has a path such as `FeeItems.0.FeeCode`. Hidden fields have no labels.
const labelsOf = (labels: RecordValues, fields: readonly Field[], shown: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(labels).filter(([path]) => {
      const [name = '', index, column = ''] = path.split('.')
      const rows = shown[name]
      const isHidden = fields.some((field) => field.name === name) && !(name in shown)
      return !isHidden && (index === undefined || !Array.isArray(rows) || column in (rows[Number(index)] ?? {}))
    }),
  )

/** Returns the names of all fields with personal data, including those of list items; logs must not show their values. */
export const personalNames = (resources: readonly Pick<Resource, 'fields'>[]): readonly string[] => [
  ...new Set(resources.flatMap(({ fields }) => fields.flatMap(personalNamesIn))),
]

const personalNamesIn = (field: Field): readonly string[] =>
  field.type === 'rows' ? field.fields.flatMap(personalNamesIn) : field.personal ? [field.name] : []
