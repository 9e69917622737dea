import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { listParams, maxPageSize } from '../../../contract/list-query'
import { isIsoDate } from '../../../domain/dates/dates'
import {
  ignoresHyphens,
  isMultiValued,
  isShownReference,
  keywordMatch,
  rulesOf,
  searchTextsOf,
} from '../../../schema/field-types'
import { isOption } from '../../../schema/field-types/options'
import { storedCode } from '../../../schema/field-types/references'
import type { Resource, RoleView } from '../../../schema/language/resource'
import { type Field, fieldNamed } from '../../../schema/language/types'
import { filterErrors, hasPrefixFilter, keywordError, parameterName } from '../../../schema/rules/list-filters'
import type { Call } from '../../call'
import { throwIfFieldErrors } from '../../context'
import { columnType } from '../../database/table-definition'
import { parseKeyValue } from '../parse-key'
import { anyOf, expressionOf, hasValue, type SqlContext } from '../projection'
import { relatedCondition } from '../related-fields'
import type { FilterParam, ListPlan } from './list-plan'

/** The validated parameters of a list call. */
export interface ParsedQuery {
  readonly page: number
  readonly pageSize: number
  readonly sort: { readonly field: Field; readonly order: 'ASC' | 'DESC' }
  readonly filters: readonly ParsedFilter[]
  readonly keyword: string
  /**
   * Whether the response must contain every field that the list can return, and not only those that it returns by
   * default.
   */
  readonly needsAllFields: boolean
  /** Whether the response must contain the sums of all matching records. */
  readonly needsTotals: boolean
  /** The values of all filters and parameters, by the names of their query parameters. */
  readonly values: QueryValues
}

/** Checked values of a query, by the names of their parameters. */
export type QueryValues = Readonly<Record<string, readonly FilterValue[]>>

/** A filter with its validated values, in all spellings under which they may be stored. */
export interface ParsedFilter extends FilterParam {
  readonly values: readonly FilterValue[]
  /** The values may also be the end of the stored values. */
  readonly mayBeEnd?: boolean
  /** The filter is an end of a period whose field the query chooses. */
  readonly isPeriod?: boolean
}

type FilterValue = string | number | boolean

/**
 * Reads the query parameters of a list call.
 * Throws a refusal (2002) with a message for each unknown or invalid parameter.
 */
export const parseListQuery = (
  plan: Pick<ListPlan, 'visible' | 'params' | 'sortable'>,
  query: Call['query'],
  largestPage = maxPageSize,
): ParsedQuery => {
  const sent = Object.entries(query).flatMap(([name, values]) =>
    values.some(Boolean) ? [[name, values.filter(Boolean)] as const] : [],
  )
  const parameters = [...sent, ...defaultParameters(plan.visible, sent)]
  const errors: Record<string, string> = {}
  const checked: Record<string, readonly FilterValue[]> = {}
  const parsedFilters = parameters.flatMap(([name, values]): ParsedFilter[] => {
    if (isListParam(name)) return []
    const param = plan.params.get(name)
    const parsed = param ? readFilter(param, values) : `沒有「${name.slice(0, 40)}」這個查詢條件。`
    if (typeof parsed !== 'string') {
      checked[name] = parsed.values
      return [parsed]
    }
    errors[name] = parsed
    return []
  })
  const firstValues = new Map(parameters.map(([name, values]) => [name, values[0] ?? '']))
  for (const [name, values] of parameters)
    if (isListParam(name) && values.length > 1) errors[name] = `「${name}」只能有一個值。`
  const page = numberUpTo(firstValues.get(listParams.page), 1, 10_000_000)
  const pageSize = numberUpTo(firstValues.get(listParams.pageSize), 20, largestPage)
  if (!page) errors[listParams.page] = '頁碼須為 1 以上的整數。'
  if (!pageSize) errors[listParams.pageSize] = `每頁筆數須為 1 到 ${largestPage} 的整數。`
  const keyword = firstValues.get(listParams.keyword)?.slice(0, 100) ?? ''
  // The keyword must not be ignored: the user would mistake all records for matches.
  const keywordProblem =
    plan.visible.list.search.length === 0
      ? '這份清單不提供關鍵字查詢，請改用其他查詢條件。'
      : keywordError(plan.visible, keyword)
  if (keyword && keywordProblem) errors[listParams.keyword] = keywordProblem
  const needsAllFields = readFlag(
    firstValues.get(listParams.allFields),
    listParams.allFields,
    '是否列出全部欄位',
    errors,
  )
  const needsTotals = readFlag(firstValues.get(listParams.totals), listParams.totals, '是否附上合計', errors)
  for (const { filter, end, message } of filterErrors(plan.visible, (filter, end) =>
    firstValues.get(parameterName(filter, end)),
  )) {
    errors[parameterName(filter, end)] ??= message
  }
  const sort = readSort(plan, firstValues.get(listParams.sortField), firstValues.get(listParams.sortOrder), errors)
  throwIfFieldErrors(errors)
  const filters = parsedFilters.flatMap((filter) => chosenFilter(plan.visible, filter, firstValues))
  return {
    page: page ?? 1,
    pageSize: pageSize ?? 20,
    sort,
    filters,
    keyword,
    needsAllFields,
    needsTotals,
    values: checked,
  }
}

/** Returns whether a query searches by personal data, in a filter or by its keyword. */
export const searchesPersonalData = (
  { visible }: Pick<ListPlan, 'visible'>,
  { filters, keyword }: Pick<ParsedQuery, 'filters' | 'keyword'>,
): boolean =>
  filters.some(({ field }) => field.personal !== undefined) ||
  (keyword !== '' && visible.list.search.some((name) => fieldNamed(visible.fields, name)?.personal !== undefined))

/** Returns the parameters of the filters with a default that the query does not contain. */
const defaultParameters = (
  { list }: RoleView,
  sent: readonly (readonly [name: string, values: readonly string[]])[],
): readonly (readonly [name: string, values: readonly string[]])[] =>
  list.filters.flatMap((filter) => {
    const name = parameterName(filter, 'from')
    return filter.default && !sent.some(([other]) => other === name)
      ? [[name, filter.default.map(String)] as const]
      : []
  })

const listParamNames: readonly string[] = Object.values(listParams)

const isListParam = (name: string): boolean => listParamNames.includes(name)

/** Maximum number of values of a filter. */
const maxFilterValues = 200
/** Maximum number of characters in a value. */
const maxFilterCharacters = 200

/** Returns a filter with its values, or the message about an invalid value. */
export const readFilter = (param: FilterParam, texts: readonly string[]): ParsedFilter | string => {
  const { field, match } = param
  if (match !== 'in' && texts.length > 1) return `「${field.label}」只能有一個查詢值。`
  if (texts.length > maxFilterValues) return `「${field.label}」最多 ${maxFilterValues} 個查詢值。`
  const values = texts.map((text) =>
    match === 'contains' || match === 'startsWith' ? searchText(text) : readValue(field, text),
  )
  if (values.includes(null))
    return `「${field.label}」的查詢值「${texts[values.indexOf(null)]?.slice(0, 40)}」格式不正確。`
  const spellings = [...new Set(values.flatMap((value) => (value === null ? [] : spellingsOf(field, match, value))))]
  const findsEnds = match === 'startsWith' || (match === 'exact' && rulesOf(field.type).isNamedByEnd)
  return { ...param, values: spellings, ...(findsEnds && spellings.some(isEndOfNumber) ? { mayBeEnd: true } : {}) }
}

/**
 * Returns the spellings under which a filter value may be stored.
 * A reference has one, that which a form would store: the code is chosen from a list, and a filter with one value reads
 * a long list in the order of an index.
 */
const spellingsOf = (field: Field, match: FilterParam['match'], value: FilterValue): readonly FilterValue[] => {
  if (typeof value !== 'string') return [value]
  if (isShownReference(field)) return [storedCode(value, field)]
  return rulesOf(field.type).searchTexts ? searchTextsOf(field, value, match === 'contains') : [value]
}

/**
 * Checks whether a text can be the last digits of a number, which people use to tell bills, accounts and payers apart.
 */
const isEndOfNumber = (text: unknown): boolean => typeof text === 'string' && /^\d{4,6}$/.test(text)

const searchText = (text: string): string | null => (text.length <= maxFilterCharacters ? text : null)

const readValue = (field: Field, text: string): FilterValue | null => {
  if ('options' in field) return isOption(field, text) ? text : null
  const type = isMultiValued(field) ? null : columnType(field)
  if (rulesOf(field.type).comparedAs === 'month') return isIsoDate(`${text}-01`) ? text : null
  // Times are filtered by days.
  if (type === 'timestamptz') return isIsoDate(text) ? text : null
  return type === null || type === 'text' ? searchText(text) : parseKeyValue(text, type)
}

/**
 * Returns a filter with the field that the query chooses for it.
 * A parameter that only chooses this field selects no records.
 */
const chosenFilter = (
  { list, fields }: RoleView,
  { chosenBy, ...filter }: ParsedFilter,
  values: ReadonlyMap<string, string>,
): readonly ParsedFilter[] => {
  if (!chosenBy) return list.parameters.includes(filter.field) ? [] : [filter]
  const field = fieldNamed(fields, chosenBy.fields[values.get(chosenBy.parameter) ?? ''])
  return field ? [{ ...filter, field, isPeriod: true }] : []
}

const readFlag = (text: string | undefined, name: string, label: string, errors: Record<string, string>): boolean => {
  if (text !== undefined && text !== 'true' && text !== 'false') errors[name] = `${label}須為 true 或 false。`
  return text === 'true'
}

/** Returns an integer from 1 to `max`; the default if the parameter was not sent; null if its value is invalid. */
const numberUpTo = (text: string | undefined, defaultNumber: number, max: number): number | null => {
  if (text === undefined) return defaultNumber
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}

const readSort = (
  { visible, sortable }: Pick<ListPlan, 'visible' | 'sortable'>,
  name: string | undefined,
  order: string | undefined,
  errors: Record<string, string>,
): ParsedQuery['sort'] => {
  const field = sortable.find((sortField) => sortField.name === (name ?? visible.list.sort.field))
  if (!field) errors[listParams.sortField] = `不能依「${(name ?? '').slice(0, 40)}」排序。`
  const direction = (order ?? (name ? 'ASC' : visible.list.sort.order)).toUpperCase()
  if (direction !== 'ASC' && direction !== 'DESC') errors[listParams.sortOrder] = '排序方式須為 ASC 或 DESC。'
  return { field: field ?? firstKeyField(visible), order: direction === 'DESC' ? 'DESC' : 'ASC' }
}

const firstKeyField = (resource: Resource): Field => {
  const field = fieldNamed(resource.fields, resource.key[0])
  if (!field) throw new Error(`The key of ${resource.name} is not among its fields.`)
  return field
}

/** Options for filter conditions. They change only the speed of a query. */
export interface FilterOptions {
  /**
   * Whether the list is known to be long.
   * In a long list, reading records in the order of the list until a page is full is faster than the index of single
   * characters, which `hasCharacters` uses.
   */
  readonly isLong?: boolean
  /**
   * The condition for the agreements of the records.
   * If it is set, `hasValue` may look up a virtual field in its index table.
   */
  readonly agreementFilter?: RawBuilder<SqlBool> | undefined
}

/** Returns the SQL condition of a filter. */
export const filterCondition = (
  resource: Resource,
  { field, match, values, mayBeEnd = false }: ParsedFilter,
  context: SqlContext,
  { isLong = false, agreementFilter }: FilterOptions = {},
): RawBuilder<SqlBool> => {
  if (field.through) {
    const target = context.schemas.get(field.through.to)
    const targetField = fieldNamed(target.fields, field.through.field)
    const condition = targetField && filterCondition(target, { field: targetField, match, values, mayBeEnd }, context)
    return condition ? relatedCondition(field.through, condition, context) : sql`false`
  }
  const column = expressionOf(resource, field, context)
  if (isMultiValued(field)) return anyOf(values.map((value) => sql`${column} @> ${JSON.stringify([value])}::jsonb`))
  const [value = ''] = values
  switch (match) {
    case 'contains':
      return anyOf(
        values.map((part) => containsPart(field, column, String(part), { usesIndex: Boolean(field.index) && !isLong })),
      )
    case 'startsWith':
      return anyOf(
        values.flatMap((start) => [beginsWith(column, start), ...(mayBeEnd ? [endsWith(column, start)] : [])]),
      )
    case 'from':
      return rulesOf(field.type).comparedAs === 'datetime'
        ? sql`${column} >= ${dayStart(value)}`
        : sql`${column} >= ${value}`
    case 'to':
      return rulesOf(field.type).comparedAs === 'datetime'
        ? sql`${column} < ${dayStart(value)} + interval '1 day'`
        : sql`${column} <= ${value}`
    default:
      if (mayBeEnd) return anyOf(values.map((end) => endsWith(column, end)))
      return hasValue(resource, field, values, context, agreementFilter)
  }
}

const beginsWith = (column: RawBuilder<unknown>, start: unknown): RawBuilder<SqlBool> =>
  sql`${column} like ${prefixPattern(String(start))}`

// PostgreSQL uses the index of endings only if this expression is the same as in `database/table-definition.ts`.
const endsWith = (column: RawBuilder<unknown>, end: unknown): RawBuilder<SqlBool> =>
  sql`reverse(${column}) like ${prefixPattern([...String(end)].reverse().join(''))}`

/**
 * Returns the SQL condition that one of the search fields matches the keyword (`keywordMatches`).
 * Fields with an index are compared so that the index serves them: the database then finds the records by one look-up
 * for each field, and reads no others.
 */
export const keywordCondition = (resource: Resource, keyword: string, context: SqlContext): RawBuilder<SqlBool> =>
  anyOf(
    resource.fields
      .filter(({ name }) => resource.list.search.includes(name))
      .flatMap((field) => keywordMatches(resource, field, { keyword, column: expressionOf(resource, field, context) })),
  )

/**
 * Returns the conditions of which a field fulfils one if it matches a keyword: numbers and references equal it, codes
 * with an index of their beginnings begin or end with it, and other texts contain it.
 */
const keywordMatches = (
  resource: Resource,
  field: Field,
  { keyword, column }: { readonly keyword: string; readonly column: RawBuilder<unknown> },
): readonly RawBuilder<SqlBool>[] => {
  if (keywordMatch(field.type) === 'exact')
    return [sql`${column}::text in (${sql.join(searchTextsOf(field, keyword, false))})`]
  if (hasPrefixFilter(resource, field.name))
    return searchTextsOf(field, keyword, false).flatMap((text) => [beginsWith(column, text), endsWith(column, text)])
  return searchTextsOf(field, keyword, true).map((part) =>
    containsPart(field, column, part, { usesIndex: Boolean(field.index) }),
  )
}

/** Returns the condition that a field contains a text, which `searchTextsOf` has returned. */
const containsPart = (
  field: Field,
  column: RawBuilder<unknown>,
  text: string,
  { usesIndex }: { readonly usesIndex: boolean },
): RawBuilder<SqlBool> => {
  const condition = contains(ignoresHyphens(field) ? sql`replace(${column}, '-', '')` : column, text)
  return usesIndex ? sql`(${condition} and ${hasCharacters(column, text)})` : condition
}

// `ilike` is several times slower than `like`, and needed only for text with letters, which have upper and lower case.
const contains = (column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> => {
  const operator = text.toLowerCase() === text.toUpperCase() ? sql`like` : sql`ilike`
  return sql`${column}::text ${operator} ${`%${escapeWildcards(text)}%`}`
}

// PostgreSQL uses the index of characters only if this expression is the same as in `database/table-definition.ts`.
const hasCharacters = (column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`string_to_array(lower(${column}), null) @> string_to_array(lower(${text}::text), null)`

const prefixPattern = (text: string): string => `${escapeWildcards(text)}%`

/** Escapes the wildcards of `like`. */
const escapeWildcards = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Returns the time at which a day begins in Taipei. */
const dayStart = (day: unknown): RawBuilder<unknown> => sql`${`${day}T00:00:00+08:00`}::timestamptz`
