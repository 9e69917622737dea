import { isReference } from '../field-types'
import { optionText } from '../field-types/options'
import type { RelatedList, Resource } from '../language/resource'
import { type Field, fieldNamed, type RecordValues } from '../language/types'
import { isEmpty } from './condition'
import { exactLength, outsideAllowedOptions } from './messages'

/** The records to which a record refers, by the name of the reference field. */
export type ReferencedRecords = Readonly<Record<string, RecordValues | undefined>>

/**
 * Returns a message for each value that breaks a rule of a referenced record: its length or options are prescribed by a
 * field of that record.
 * The server calls this function after it has loaded the referenced records.
 */
export const referencedRecordErrors = (
  resource: Pick<Resource, 'fields'>,
  record: RecordValues,
  referenced: ReferencedRecords,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    resource.fields.flatMap((field) => {
      const message = lengthError(field, record, referenced) ?? withinError(field, record, referenced)
      return message ? [[field.name, message]] : []
    }),
  )

/** Splits a path such as `ApplyCode.TermNoLen` into the reference field and the field of the referenced record. */
export const referencePath = (path: string): readonly [reference: string, field: string] => {
  const [reference = '', field = ''] = path.split('.')
  return [reference, field]
}

const lengthError = (field: Field, record: RecordValues, referenced: ReferencedRecords): string | undefined => {
  if (!('lengthOf' in field) || !field.lengthOf) return undefined
  const expected = referencedValue(field.lengthOf, referenced)
  const length = [...String(record[field.name] ?? '')].length
  return typeof expected === 'number' && length !== expected ? exactLength(field.label, expected, length) : undefined
}

const withinError = (field: Field, record: RecordValues, referenced: ReferencedRecords): string | undefined => {
  if (!('options' in field) || !field.within || isEmpty(record[field.name])) return undefined
  // Without the referenced record, nothing is prescribed.
  const [reference] = referencePath(field.within)
  if (!referenced[reference]) return undefined
  const allowed: readonly unknown[] = [referencedValue(field.within, referenced) ?? []].flat()
  const hasOtherCode = [record[field.name]].flat().some((code) => !allowed.includes(code))
  return hasOtherCode
    ? outsideAllowedOptions(field.label, allowed.map((code) => optionText(field, code)).join('、'))
    : undefined
}

const referencedValue = (path: string, referenced: ReferencedRecords): unknown => {
  const [reference, name] = referencePath(path)
  return referenced[reference]?.[name]
}

/** The query for the list of records that refer to a record. */
export interface RelatedListQuery {
  /** Values of the filters of the list. */
  readonly filters: Readonly<Record<string, unknown>>
  /** Default values of a new related record. */
  readonly defaults: RecordValues
}

/**
 * Returns the query for the list of records that are related to a record.
 * Returns undefined if the list lacks a necessary filter for the role, or if the record has no value for a filter.
 */
export const relatedQuery = (
  relatedResource: Resource,
  { by, match }: Pick<RelatedList, 'by' | 'match'>,
  record: RecordValues,
): RelatedListQuery | undefined =>
  match ? matchQuery(relatedResource, match, record) : by ? referenceQuery(relatedResource, by, record) : undefined

const referenceQuery = (relatedResource: Resource, by: string, record: RecordValues): RelatedListQuery | undefined => {
  const reference = fieldNamed(relatedResource.fields, by)
  if (!reference || !isReference(reference)) return undefined
  const defaults: RecordValues = {
    [by]: record[reference.by],
    ...Object.fromEntries(reference.same.map((name) => [name, record[name]])),
  }
  const filters = Object.entries(defaults).flatMap(([name, value]) => {
    const filter = relatedResource.list.filters.find(({ field }) => field === name)
    return filter && !isEmpty(value) ? [[name, filter.match === 'in' ? [value] : value] as const] : []
  })
  return filters.length === Object.keys(defaults).length
    ? { filters: Object.fromEntries(filters), defaults }
    : undefined
}

const matchQuery = (
  { list }: Resource,
  match: NonNullable<RelatedList['match']>,
  record: RecordValues,
): RelatedListQuery | undefined => {
  const values = Object.entries(match).flatMap(([name, own]) =>
    isEmpty(record[own]) ? [] : [[name, record[own]] as const],
  )
  const filters = values.map(([name, value]) => valueFilter(list, name, value))
  return values.length === 0 || filters.includes(undefined)
    ? undefined
    : { filters: Object.assign({}, ...filters), defaults: Object.fromEntries(values) }
}

/** Returns the filter of a list for one value of a field, which may be the date that a period concerns. */
const valueFilter = (
  { filters }: Pick<Resource['list'], 'filters'>,
  name: string,
  value: unknown,
): Readonly<Record<string, unknown>> | undefined => {
  for (const { field, chosenBy } of filters) {
    const [choice] = Object.entries(chosenBy?.fields ?? {}).find(([, date]) => date === name) ?? []
    if (chosenBy && choice !== undefined) return { [chosenBy.parameter]: choice, [field]: { from: value, to: value } }
  }
  const filter = filters.find(({ field }) => field === name)
  if (!filter) return undefined
  return { [name]: filter.match === 'in' ? [value] : filter.match === 'range' ? { from: value, to: value } : value }
}

/**
 * Returns the columns of a list of related records: the columns that the schema file names.
 * If it names none, returns the first visible columns, without columns whose value is the same in all related records.
 */
export const relatedColumns = (
  relatedResource: Resource,
  { columns }: Pick<RelatedList, 'columns'>,
  { defaults }: Pick<RelatedListQuery, 'defaults'>,
): readonly Field[] => {
  const defaultColumns = relatedResource.list.columns
    .filter((name) => !(name in defaults) && !relatedResource.list.hidden.includes(name))
    .slice(0, maxDefaultColumns)
  return (columns ?? defaultColumns).flatMap((name) =>
    relatedResource.list.columns.includes(name) ? relatedResource.fields.filter((field) => field.name === name) : [],
  )
}

const maxDefaultColumns = 6
