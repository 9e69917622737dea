import { mask, type PersonalData } from '../../domain/access/mask'
import type { Visibility } from '../language/permission'
import type { Resource } from '../language/resource'
import { isObject } from '../language/shapes/shape'
import type { Field, ListField, RecordValues } from '../language/types'
import { hasOrphanedValues, identifiedItems } from '../rules/list-items'
import { fieldVisibility, hasItemFieldPermissions, itemFieldPath, type RecordViewer } from './permissions'

/**
 * Returns the visible values of a record.
 * Whether a name is masked depends on an id number, which can be missing from the record.
 * The id number therefore comes from `row`, the database row from which the record was read; default: the record.
 */
export type RecordView = (record: RecordValues, row?: RecordValues) => RecordValues

/**
 * Returns a function that removes hidden fields and masks personal data for a viewer.
 * Call it once for all records of a response.
 */
export const recordView = (
  { fields, permissions }: Pick<Resource, 'fields' | 'permissions'>,
  operation: 'list' | 'get',
  viewer: RecordViewer,
): RecordView => {
  const visibilities: Visibilities = {
    fieldVisibility: (field, list) =>
      fieldVisibility(
        { permissions },
        { ...field, name: list ? itemFieldPath(list.name, field.name) : field.name },
        operation,
        viewer,
      ),
    hasItemIds: (list) =>
      hasItemFieldPermissions({ permissions }, viewer.role, list.name) || (operation === 'get' && hasMaskedField(list)),
  }
  const hasMaskedField = (list: ListField): boolean =>
    list.fields.some((field) => visibilities.fieldVisibility(field, list) === 'masked')
  const view = fieldsView(fields, visibilities)
  if (!hasHiddenField(fields, visibilities)) return view
  return (record, row) => {
    const visibleValues = view(record, row)
    return isObject(visibleValues.Labels)
      ? { ...visibleValues, Labels: visibleLabels(visibleValues.Labels, fields, visibleValues) }
      : visibleValues
  }
}

/**
 * Returns a function that masks every personal field for all viewers.
 * It is used for labels, which show values of other records.
 */
export const maskedView = ({ fields }: Pick<Resource, 'fields'>): RecordView =>
  fieldsView(fields, { fieldVisibility: ({ personal }) => (personal ? 'masked' : 'full'), hasItemIds: () => false })

/** Returns `names` and the names of the id number fields that decide whether these fields are masked. */
export const withIdFields = (fields: readonly Field[], names: readonly string[]): readonly string[] => [
  ...new Set([
    ...names,
    ...fields.flatMap(({ name, identifiedBy }) =>
      identifiedBy !== undefined && names.includes(name) ? [identifiedBy] : [],
    ),
  ]),
]

/**
 * Masks an invalid value of a personal field.
 * The value may be data of another kind, such as a name under 行動電話.
 * If the mask hides nothing, every character is therefore hidden.
 */
export const maskCell = (kind: PersonalData | undefined, value: string): string => {
  const masked = kind === undefined ? value : mask(kind, value)
  return masked === value ? '*'.repeat([...value].length) : masked
}

interface Visibilities {
  /** The visibility of a field, or of a field of list items. */
  readonly fieldVisibility: (field: Field, list?: ListField) => Visibility
  /**
   * Whether the items of a list are always sent with an `id`, by which a change identifies them.
   * Items with orphaned values are in any case.
   */
  readonly hasItemIds: (list: ListField) => boolean
}

const fieldsView = (fields: readonly Field[], visibilities: Visibilities, list?: ListField): RecordView => {
  const hidden = fields
    .filter((field) => visibilities.fieldVisibility(field, list) === 'hidden')
    .map(({ name }) => name)
  const masks = fields.flatMap((field) => {
    const maskValue = hidden.includes(field.name) ? undefined : maskFunction(field, visibilities, list)
    return maskValue ? [{ name: field.name, maskValue }] : []
  })
  return (record, row = record) => {
    const visibleValues: Record<string, unknown> = { ...record }
    for (const name of hidden) delete visibleValues[name]
    for (const { name, maskValue } of masks) if (name in record) visibleValues[name] = maskValue(record[name], row)
    return visibleValues
  }
}

/**
 * Returns a function that masks a value of a field with the help of its row; undefined if the values are shown
 * unchanged.
 */
const maskFunction = (
  field: Field,
  visibilities: Visibilities,
  list?: ListField,
): ((value: unknown, row: RecordValues) => unknown) | undefined => {
  if (field.type === 'rows') return itemsMaskFunction(field, visibilities)
  const { personal, identifiedBy = '' } = field
  if (!personal || visibilities.fieldVisibility(field, list) !== 'masked') return undefined
  return (value, row) => (typeof value === 'string' ? mask(personal, value, String(row[identifiedBy] ?? '')) : value)
}

const itemsMaskFunction = (list: ListField, visibilities: Visibilities): ((value: unknown) => unknown) => {
  const itemView = fieldsView(list.fields, visibilities, list)
  const needsIds = visibilities.hasItemIds(list)
  return (value) => {
    if (!Array.isArray(value)) return value
    const items: readonly RecordValues[] = value
    const isIdentified = needsIds || items.some((item) => hasOrphanedValues(list.fields, item))
    return (isIdentified ? identifiedItems(list.fields, items) : items).map((item) => itemView(item))
  }
}

const hasHiddenField = (fields: readonly Field[], visibilities: Visibilities, list?: ListField): boolean =>
  fields.some(
    (field) =>
      visibilities.fieldVisibility(field, list) === 'hidden' ||
      (field.type === 'rows' && hasHiddenField(field.fields, visibilities, field)),
  )

// The label of a reference in a list item has a path such as `FeeItems.0.FeeCode`. Hidden fields have no labels.
const visibleLabels = (labels: RecordValues, fields: readonly Field[], visibleValues: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(labels).filter(([path]) => {
      const [name = '', index, itemField = ''] = path.split('.')
      const items = visibleValues[name]
      const isHidden = fields.some((field) => field.name === name) && !(name in visibleValues)
      return !isHidden && (index === undefined || !Array.isArray(items) || itemField in (items[Number(index)] ?? {}))
    }),
  )

/**
 * Returns the names of all fields with personal data, including fields of list items.
 * Logs must not show their values.
 */
export const personalFieldNames = (resources: readonly Pick<Resource, 'fields'>[]): readonly string[] => [
  ...new Set(resources.flatMap(({ fields }) => fields.flatMap(personalFieldNamesIn))),
]

const personalFieldNamesIn = (field: Field): readonly string[] => {
  if (field.type === 'rows') return field.fields.flatMap(personalFieldNamesIn)
  return field.personal ? [field.name] : []
}
