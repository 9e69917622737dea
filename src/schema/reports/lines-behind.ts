import { isOption } from '../field-types/options'
import type { ListFilter, ReportResource, Resource } from '../language/resource'
import type { RecordValues } from '../language/types'
import { isEmpty } from '../rules/condition'
import { filterField, parameterName } from '../rules/list-filters'
import type { ReportLine } from './report-lines'

/** The values of a list query by the names of its parameters. */
type QueryValues = Readonly<Record<string, unknown>>

/**
 * Returns the query of another list for the lines that a figure counts: the query of the report, the group of the
 * figure, and the values of its part.
 * Returns undefined if that list has no filter for one of them, because it would list other lines.
 */
export const linesBehind = (
  { report, list }: ReportResource,
  query: QueryValues,
  { group, total }: Pick<ReportLine, 'group' | 'total'>,
  target: Pick<Resource, 'list' | 'fields'>,
): QueryValues | undefined => {
  const part = list.totalRules?.parts?.find(({ label }) => label === total?.part)
  const found: Record<string, unknown> = {}
  const names = target.list.filters.flatMap((filter) => (filterField(target, filter) ? parameterNames(filter) : []))
  const days = dayConditions(group, query, target)
  const conditions = [
    ...Object.entries({ ...query, ...days.conditions }).filter(([, value]) => !isEmpty(value)),
    ...groupConditions(days.others, target),
    ...Object.entries(report.lines?.where ?? {}),
    ...Object.entries(part?.where ?? {}),
  ]
  for (const [name, value] of conditions) {
    const common = name in found ? commonValues(found[name], value) : value
    if (!names.includes(name) || common === undefined || !isPossible(target, name, common)) return undefined
    found[name] = common
  }
  return report.lines === undefined ? undefined : found
}

// The same parameter, such as the type of a period, may have other values on another page.
const isPossible = (target: Pick<Resource, 'list' | 'fields'>, name: string, value: unknown): boolean => {
  const field = filterField(target, { field: name })
  return !field || !('options' in field) || [value].flat().every((code) => isOption(field, code))
}

const parameterNames = (filter: ListFilter): readonly string[] =>
  filter.match === 'range' ? [parameterName(filter, 'from'), parameterName(filter, 'to')] : [filter.field]

const groupConditions = (group: RecordValues, { list }: Pick<Resource, 'list'>): readonly [string, unknown][] =>
  Object.entries(group).flatMap(([name, value]): readonly [string, unknown][] => {
    const filter = list.filters.find(({ field }) => field === name)
    // A group without a value has no filter.
    if (isEmpty(value)) return [['', value]]
    return (filter ? parameterNames(filter) : [name]).map((parameter) => [parameter, value])
  })

/** The conditions of a group by the day that the period of the query concerns, and the other values of the group. */
interface DayConditions {
  readonly conditions: QueryValues
  readonly others: RecordValues
}

/**
 * Returns the group's day as the period of the other list, if the query has a period of the same date: the list may have
 * no other filter for it.
 */
const dayConditions = (group: RecordValues, query: QueryValues, { list }: Pick<Resource, 'list'>): DayConditions => {
  const period = list.filters.find(({ chosenBy }) => chosenBy && chosenBy.parameter in query)
  const name = period?.chosenBy?.fields[String(query[period.chosenBy.parameter])] ?? ''
  const { [name]: day, ...others } = group
  if (!period || isEmpty(day)) return { conditions: {}, others: group }
  return { conditions: Object.fromEntries(parameterNames(period).map((parameter) => [parameter, day])), others }
}

const commonValues = (one: unknown, other: unknown): unknown => {
  const [values, others] = [[one].flat().map(String), [other].flat().map(String)]
  const common = values.filter((value) => others.includes(value))
  return common.length === 0 ? undefined : common
}
