import type { Resource } from '../../src/schema/language/resource'
import type { RecordValues } from '../../src/schema/language/types'
import { parameterName } from '../../src/schema/rules/list-filters'

/**
 * Returns a query with the required periods of a list, over the first of its dates: the days of these records, or the
 * last quarter of 2026.
 */
export const requiredQuery = (
  { list }: Pick<Resource, 'list'>,
  records: readonly RecordValues[] = [],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    list.filters
      .filter(({ required, match }) => required && match === 'range')
      .flatMap((filter) => {
        const [[choice, date] = ['', filter.field]] = Object.entries(filter.chosenBy?.fields ?? {})
        const days = records.map((record) => String(record[date])).sort()
        return [
          ...(filter.chosenBy ? [[filter.chosenBy.parameter, choice]] : []),
          [parameterName(filter, 'from'), days[0] ?? '2026-10-01'],
          [parameterName(filter, 'to'), days.at(-1) ?? '2026-12-31'],
        ]
      }),
  )
