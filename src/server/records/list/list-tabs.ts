import { sql } from 'kysely'
import type { TabCounts } from '../../../contract/envelope'
import type { ListTab, Resource } from '../../../schema/language/resource'
import { tabFields } from '../../../schema/rules/list-filters'
import { requireReason } from '../../access/reason'
import type { Call } from '../../call'
import type { RecordContext } from '../../record-context'
import { allOf, fromTable, hasOneOf, sqlContextOf } from '../projection'
import { withBounds } from './list-bounds'
import { type ListCall, listCondition } from './list-condition'
import { fieldsOfFilter } from './list-count'
import { maxCounted } from './list-number'
import { listPlan } from './list-plan'
import { filterCondition, type ParsedFilter, parseListQuery, searchesPersonalData } from './list-query'
import { readPartTotals, totalsTallyOf } from './list-totals'
import { readInTurn } from './long-reads'

/**
 * Returns the number of records on each tab of a list and, for each currency, their number and the sums of their amounts.
 * The query's values of the filters that tabs set are ignored.
 * Unless a tally has the numbers or the query asks for totals, at most `maxCounted + 1` records are counted; if there are
 * more, the numbers are minimums, and there are no sums.
 */
export const readTabs = async (
  context: RecordContext,
  resource: Resource,
  query: Call['query'],
): Promise<TabCounts> => {
  const plan = listPlan(context, resource)
  const { visible } = plan
  const set = tabFields(visible)
  const isSet = ({ field }: ParsedFilter) => set.includes(field.name)
  const others = Object.fromEntries(Object.entries(query).filter(([name]) => !set.includes(name)))
  const filtersOf = ({ where }: ListTab) => parseListQuery(plan, { ...others, ...textsOf(where) }).filters.filter(isSet)
  const parsed = parseListQuery(plan, { ...others, ...textsOf(visible.list.tabs[0]?.where ?? {}) })
  if (searchesPersonalData(plan, parsed)) requireReason(context, resource)
  const call = await withBounds({
    context,
    plan,
    parsed: { ...parsed, filters: parsed.filters.filter((filter) => !isSet(filter)) },
  })
  const sqlContext = sqlContextOf(context)
  const parts = visible.list.tabs.map((tab) => {
    const filters = filtersOf(tab)
    return filters.length > 0
      ? {
          fields: filters.flatMap(fieldsOfFilter),
          condition: (isGrouped: boolean) =>
            isGrouped
              ? hasOneOf(Object.fromEntries(filters.map(({ field, values }) => [field.name, values.map(String)])))
              : allOf(filters.map((filter) => filterCondition(visible, filter, sqlContext))),
        }
      : {}
  })
  // The last part is that of all counted records.
  const isTallied = totalsTallyOf(call, parts) !== null
  const isBounded = !parsed.needsTotals && !isTallied
  const totals = await readInTurn(isBounded ? firstRecordsOf(call) : call, !isTallied, (counted) =>
    readPartTotals(counted, [...parts, {}], { countsExcepted: true }),
  )
  const isMinimum = isBounded && (totals.at(-1)?.Count ?? 0) > maxCounted
  return {
    Tabs: visible.list.tabs.map(({ label }, index) => {
      const { Count = 0, Totals = [] } = totals[index] ?? {}
      if (isMinimum) return { Label: label, Count: Math.min(Count, maxCounted), IsMinimum: true, Totals: [] }
      return { Label: label, Count, Totals: visible.list.totals.length > 0 ? Totals : [] }
    }),
  }
}

/** Returns a call whose records are those that another call finds first, of which one is too many to be counted. */
const firstRecordsOf = (call: ListCall): ListCall => {
  const { plan, parsed, context } = call
  const rows = sql`select t.* ${fromTable(plan.resource)} where ${listCondition(call)} limit ${sql.lit(maxCounted + 1)}`
  return { context, plan, parsed: { ...parsed, filters: [], keyword: '' }, rows }
}

const textsOf = (where: ListTab['where']): Call['query'] =>
  Object.fromEntries(Object.entries(where).map(([name, values]) => [name, values.map(String)]))
