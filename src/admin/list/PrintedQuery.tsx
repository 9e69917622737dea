import { Typography } from '@mui/material'
import { useListContext } from 'react-admin'
import type { ListFilter, Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { RecordValues } from '../../schema/language/types'
import { filterField } from '../../schema/rules/list-filters'
import { valueText } from '../../schema/text/value-text'

/**
 * Renders the filters of a list for printing.
 * The query form is not printed, because its inputs may already have changed.
 */
export const PrintedQuery = ({ resource }: { resource: Resource }) => {
  const { filterValues } = useListContext()
  const texts = queryTexts(resource, filterValues)
  if (texts.length === 0) return null
  return <Typography sx={{ display: 'none', displayPrint: 'block', mb: 1 }}>查詢條件：{texts.join('　')}</Typography>
}

/**
 * Returns each filter of a query as text.
 * `record` is a record of the result, which has the texts of its codes.
 */
export const queryTexts = (
  resource: Resource,
  filters: Readonly<Record<string, unknown>>,
  record: RecordValues = {},
): readonly string[] =>
  resource.list.filters.flatMap(
    (filter) => filterText(resource, filter, { value: filters[filter.field], record }) ?? [],
  )

/** Returns a filter as text, such as 繳款截止日 2026/12/01 至 2026/12/31; undefined if it has no value. */
const filterText = (
  resource: Resource,
  filter: ListFilter,
  { value, record }: { readonly value: unknown; readonly record: RecordValues },
): string | undefined => {
  const name = filter.field
  const field = filterField(resource, filter)
  if (!field || value === undefined) return undefined
  const textOf = (part: unknown) => valueText(field, record[name] === part ? record : { [name]: part })
  const text = isObject(value)
    ? `${textOf(value.from)} 至 ${textOf(value.to)}`
    : Array.isArray(value)
      ? value.map(textOf).join('、')
      : textOf(value)
  return `${field.label} ${text.trim()}`
}
