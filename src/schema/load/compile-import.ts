import { tenantFields } from '../../domain/access/roles'
import {
  type ImportAction,
  type ImportColumn,
  type ImportSpec,
  importLimits,
  type OnExisting,
} from '../language/import'
import type { RawFields } from '../language/raw-resource'
import type { Resource } from '../language/resource'
import { isObject, type RawObject } from '../language/shapes/shape'
import { type Calendar, type Field, fieldNamed, type ListField } from '../language/types'
import { hasDefault } from '../rules/defaults'
import { currencyField, isMoney } from '../text/value-text'
import { compileFields } from './compile-field'
import { standardFields } from './standard-fields'

/** The properties of a resource from which its import is compiled. */
type ImportedResource = Pick<Resource, 'fields' | 'key' | 'tenant'>

/** A column as a schema file declares it. */
type RawImportColumn = Partial<Omit<ImportColumn, 'calendar'>> & { readonly format?: Calendar }

/** Returns the import with defaults filled in; undefined if the schema file declares no import. */
export const compileImport = (
  raw: unknown,
  resource: ImportedResource,
  fieldContext: Parameters<typeof compileFields>[1],
): ImportSpec | undefined => {
  if (!isObject(raw)) return undefined
  const options = raw as Partial<Pick<ImportSpec, 'maxRows'>> & {
    readonly existing?: OnExisting
    readonly match?: readonly string[]
    readonly maxMegabytes?: number
  }
  const action = actionOf(raw, resource, fieldContext)
  return {
    columns: action ? action.fields.map((field) => columnOf({}, field)) : columnsOf(raw, resource.fields),
    ...(action ? { action } : {}),
    onExisting: options.existing ?? 'refuse',
    matchFields: options.match ?? defaultMatchFields(resource),
    maxRows: options.maxRows ?? importLimits.rows.default,
    maxBytes: (options.maxMegabytes ?? importLimits.megabytes.default) * 1024 * 1024,
  }
}

/** Returns the file of an import whose rows do something with records; undefined for an import of records. */
const actionOf = (
  { inputs: rawInputs, columns }: RawObject,
  { fields, key }: Pick<ImportedResource, 'fields' | 'key'>,
  fieldContext: Parameters<typeof compileFields>[1],
): ImportAction | undefined => {
  if (!isObject(rawInputs)) return undefined
  const inputs = compileFields(rawInputs as RawFields, fieldContext)
  return {
    shown: (Array.isArray(columns) ? columns : []).filter((column) => typeof column === 'string'),
    fields: [...inputs, ...identifyingFields(inputs, { fields, key })],
    inputs: inputs.map(({ name }) => name),
  }
}

/**
 * Returns the fields by which a row finds its record: the key and the UpdateTime.
 * A row with amounts has the currency of the record, too, which determines their decimals.
 */
const identifyingFields = (
  inputs: readonly Field[],
  { fields, key }: Pick<ImportedResource, 'fields' | 'key'>,
): readonly Field[] => {
  const names = inputs.some(isMoney) ? [...key, currencyField] : key
  const found = names.flatMap((name) => fieldNamed(fields, name) ?? [])
  return [...found.map((field): Field => ({ ...field, readOnly: false, required: true })), versionField]
}

// The time is a text in the file, so that no spreadsheet program rounds it.
const versionField: Field = {
  name: 'UpdateTime',
  label: standardFields.find(({ name }) => name === 'UpdateTime')?.label ?? '',
  type: 'string',
  required: true,
  readOnly: false,
  writeOnce: false,
  virtual: false,
  detailOnly: false,
  min: 0,
  max: 40,
}

const columnsOf = (raw: RawObject, fields: readonly Field[]): readonly ImportColumn[] => {
  const columns = (Array.isArray(raw.columns) ? raw.columns : []).map(
    (column: unknown): RawImportColumn =>
      typeof column === 'string' ? { field: column } : isObject(column) ? column : {},
  )
  const lists = columns.map(({ field = '' }) => listIn(field, fields))
  return columns.flatMap((column, index) => {
    const list = lists[index]
    const field = fieldNamed(fields, column.field)
    if (!list) return field ? [columnOf(column, field)] : []
    // The columns of a list are placed together, item by item, at the position of the first of them.
    if (lists.indexOf(list) !== index) return []
    const listColumns = columns.filter((_, otherIndex) => lists[otherIndex] === list)
    return Array.from({ length: itemCount(raw, list) }, (_, item) =>
      listColumns.flatMap((listColumn) => itemColumns(list, listColumn, item)),
    ).flat()
  })
}

const listIn = (path: string, fields: readonly Field[]): ListField | undefined =>
  fields.find((field): field is ListField => field.type === 'rows' && path.startsWith(`${field.name}.`))

/** Returns how many items of a list a spreadsheet has columns for. */
const itemCount = ({ lines: itemsPerList }: RawObject, { name, max }: ListField): number => {
  const count = isObject(itemsPerList) ? itemsPerList[name] : undefined
  return typeof count === 'number' ? count : Math.min(max, importLimits.itemsPerList.default)
}

/** Returns the column for a field of the item with this index; an empty list if items have no such field. */
const itemColumns = (list: ListField, raw: RawImportColumn, index: number): readonly ImportColumn[] => {
  const name = raw.field?.slice(list.name.length + 1) ?? ''
  const field = fieldNamed(list.fields, name)
  if (!field) return []
  const { title, aliases, sample, ...otherProperties } = columnOf(raw, field)
  const itemSample = index === 0 ? sample : ''
  const withNumber = (text: string) => `${text}${index + 1}`
  return [
    {
      ...otherProperties,
      field: `${list.name}.${index}.${name}`,
      item: { list: list.name, field: name, index },
      title: withNumber(title),
      aliases: aliases.map(withNumber),
      // All items except the first may be empty.
      required: index === 0 && list.required && otherProperties.required,
      ...(itemSample === undefined ? {} : { sample: itemSample }),
    },
  ]
}

const columnOf = ({ title, aliases = [], required, format, sample }: RawImportColumn, field: Field): ImportColumn => ({
  field: field.name,
  title: title ?? field.label,
  aliases,
  required: required ?? (field.required && !hasDefault(field) && field.shownWhen === undefined),
  ...(format ? { calendar: format } : {}),
  ...(sample === undefined ? {} : { sample }),
})

/**
 * Returns the fields that identify the record of a spreadsheet row: the key if users enter it, otherwise the first
 * unique field together with the fields within which it is unique.
 * Returns an empty list if there is no unique field.
 */
const defaultMatchFields = ({ fields, key, tenant }: ImportedResource): readonly string[] => {
  // A read-only company in the key does not prevent that users enter the key, because the portal takes the company from
  // the session.
  const isOwnCompany = (name: string): boolean => name === tenantFields.company && tenant === name
  if (!fields.some(({ name, readOnly }) => key.includes(name) && readOnly && !isOwnCompany(name))) return key
  const unique = fields.find((field) => field.unique && !field.readOnly)
  return unique ? [...new Set([...(unique.unique ?? []), unique.name])] : []
}
