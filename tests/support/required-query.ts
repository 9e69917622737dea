import type { Resource } from '../../src/schema/language/resource'
import { parameterName } from '../../src/schema/rules/list-filters'

/** Returns a query with the required periods of a list: the last quarter of 2026, over the first of its dates. */
export const requiredQuery = ({ list }: Pick<Resource, 'list'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    list.filters
      .filter(({ required, match }) => required && match === 'range')
      .flatMap((filter) => [
        ...(filter.chosenBy ? [[filter.chosenBy.parameter, Object.keys(filter.chosenBy.fields)[0] ?? '']] : []),
        [parameterName(filter, 'from'), '2026-10-01'],
        [parameterName(filter, 'to'), '2026-12-31'],
      ]),
  )
