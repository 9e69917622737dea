import { sortableFields } from '../../schema/access/sortable-fields'
import type { ListFilter, Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { filterField, parameterName } from '../../schema/rules/list-filters'
import { fileFormatParam, listFileFormats, listParams, maxPageSize } from '../list-query'
import { fieldJson } from './field-json'
import { integer, type JsonSchema, oneOf, text } from './json'

/** A query parameter. */
export interface QueryParameter {
  readonly name: string
  readonly schema: JsonSchema
  readonly required?: boolean
}

/**
 * Returns the parameters of a resource's list call: filters, keyword, order, page, and the options `AllFields` and
 * `WithTotals` if they have an effect.
 */
export const listParameters = (resource: Resource, largestPage = maxPageSize): readonly QueryParameter[] => [
  ...unpagedListParameters(resource),
  ...pageParameters(largestPage),
  ...(resource.list.totals.length > 0 ? [totals] : []),
]

/**
 * Returns the parameters of a call that returns all records of a resource's list: those of the list call without page
 * and totals.
 */
export const unpagedListParameters = (resource: Resource): readonly QueryParameter[] => {
  const sortFields = sortableFields(resource).map(({ name }) => name)
  return [
    ...resource.list.filters.flatMap((filter) => filterParameters(resource, filter)),
    { name: listParams.keyword, schema: text(`關鍵字：查詢${searchedLabels(resource)}`, { maxLength: 100 }) },
    { name: listParams.sortField, schema: { ...oneOf('排序欄位', sortFields), default: resource.list.sort.field } },
    { name: listParams.sortOrder, schema: sortOrder },
    ...(resource.fields.some(({ onDemand }) => onDemand) ? [allFields] : []),
  ]
}

/** Returns the parameters of a call that downloads a resource's list. */
export const listFileParameters = (resource: Resource): readonly QueryParameter[] => [
  ...unpagedListParameters(resource),
  { name: fileFormatParam, schema: { ...oneOf('檔案格式', listFileFormats), default: 'Xlsx' } },
]

const allFields: QueryParameter = {
  name: listParams.allFields,
  schema: { type: 'boolean', default: false, description: '是否列出清單所能顯示的全部欄位；未指定時只有常用欄位' },
}

const totals: QueryParameter = {
  name: listParams.totals,
  schema: { type: 'boolean', default: false, description: '是否附上全部結果的合計，並計算確切的總筆數' },
}

const sortOrder = oneOf('排序方式', ['ASC', 'DESC'])

const pageParameters = (largestPage: number): readonly QueryParameter[] => [
  { name: listParams.page, schema: integer('頁碼，從 1 開始', { minimum: 1, default: 1 }) },
  { name: listParams.pageSize, schema: integer('每頁筆數', { minimum: 1, maximum: largestPage, default: 20 }) },
]

const searchedLabels = ({ list, fields }: Resource): string =>
  list.search.map((name) => fieldNamed(fields, name)?.label ?? name).join('、') || '（此清單沒有可查詢的文字欄位）'

const filterParameters = (resource: Resource, filter: ListFilter): readonly QueryParameter[] =>
  parametersOf(resource, filter).map((parameter) =>
    // A sufficient filter replaces the required ones.
    filter.required && !resource.list.filters.some(({ sufficient }) => sufficient)
      ? { ...parameter, required: true }
      : parameter,
  )

const parametersOf = (resource: Resource, filter: ListFilter): readonly QueryParameter[] => {
  const { field: name, match } = filter
  const field = filterField(resource, filter)
  if (!field) return []
  const json = filterJson(fieldJson(field))
  const { label } = field
  const [defaultValue] = filter.default ?? []
  if (match === 'contains') return [{ name, schema: text(`${label}（包含）`, { maxLength: 200 }) }]
  if (match === 'startsWith') return [{ name, schema: text(`${label}（開頭）`, { maxLength: 200 }) }]
  if (match === 'in')
    return [
      {
        name,
        schema: {
          type: 'array',
          items: json,
          maxItems: 200,
          ...(filter.default ? { default: filter.default } : {}),
          description: `${label}（任一；重複此參數可給多個值）`,
        },
      },
    ]
  if (match === 'exact')
    return [
      {
        name,
        schema: { ...json, ...(defaultValue === undefined ? {} : { default: defaultValue }), description: label },
      },
    ]
  return [
    { name: parameterName(filter, 'from'), schema: { ...json, description: `${label}（起）` } },
    { name: parameterName(filter, 'to'), schema: { ...json, description: `${label}（迄）` } },
  ]
}

// A filter by a field with several values has the type of a single value, and a filter by a datetime accepts a day.
// The limits of the field do not apply to filters.
const filterJson = (json: JsonSchema): JsonSchema => {
  const item = json.type === 'array' ? (json.items as JsonSchema) : json
  const { type, format, enum: codes } = item
  return {
    type,
    ...(format === 'date' || format === 'date-time' ? { format: 'date' } : {}),
    ...(codes ? { enum: codes, 'x-enum': item['x-enum'], 'x-labels': item['x-labels'] } : {}),
  }
}
