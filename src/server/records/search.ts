import { sql } from 'kysely'
import type { FoundGroup, FoundRecord, SearchResult } from '../../contract/call-responses'
import { maxFoundRecords, searchLength } from '../../contract/search'
import { isMultiValued } from '../../schema/field-types'
import { hasList, type Resource, type RoleView } from '../../schema/language/resource'
import { type Field, fieldNamed, type RecordValues } from '../../schema/language/types'
import { isEmpty } from '../../schema/rules/condition'
import { displayOf, impersonalDisplayOf } from '../../schema/text/interpolate'
import { currencyOf, isMoney, valueText } from '../../schema/text/value-text'
import { reasonOf } from '../access/caller'
import { canSeeUnmasked, isBankReadingPersonalData, recordViewFor } from '../access/fields'
import { canList } from '../access/operations'
import type { Handler } from '../call'
import { contextOf, recordBody, throwIfFieldErrors } from '../context'
import type { RecordContext } from '../record-context'
import { auditPage } from './list/list'
import { listCondition } from './list/list-condition'
import { orderOf } from './list/list-page'
import { type ListPlan, listPlan } from './list/list-plan'
import { type ParsedFilter, type ParsedQuery, readFilter } from './list/list-query'
import { columnOf, fromTable, sameValues, sqlContextOf } from './projection'

/**
 * Finds records of all pages that the caller may query, by the filters that `find` of their schemas names.
 * A user of the bank who has given no reason finds no records by personal data; the pages are named instead.
 */
export const searchRecords: Handler = async (call): Promise<SearchResult> => {
  const context = contextOf(call)
  const keyword = keywordOf(call.body)
  const searches = call.schemas.resources
    .filter((resource) => canFindIn(context, resource))
    .map((resource) => searchOf(context, resource, keyword))
  const groups: FoundGroup[] = []
  for (const search of searches) if (search.filters.length > 0) groups.push(await groupOf(context, search))
  return {
    Groups: groups.filter(({ Records }) => Records.length > 0),
    NeedsReason: searches.filter(({ needsReason }) => needsReason).map(({ plan }) => plan.resource.name),
  }
}

/** Returns the keyword in a body; throws a refusal (2002) if it is missing, too short or too long. */
const keywordOf = (body: unknown): string => {
  const { Text } = recordBody(body)
  const keyword = typeof Text === 'string' ? Text.trim() : ''
  const { length } = [...keyword]
  const isValid = length >= searchLength.min && length <= searchLength.max
  throwIfFieldErrors(isValid ? {} : { Text: `請輸入 ${searchLength.min} 至 ${searchLength.max} 個字。` })
  return keyword
}

const canFindIn = (context: RecordContext, resource: Resource): boolean =>
  resource.find.length > 0 && resource.page && hasList(resource) && canList(context, resource)

/** A search in the records of one page. */
interface Search {
  readonly plan: ListPlan
  readonly filters: readonly ParsedFilter[]
  readonly needsReason: boolean
}

const searchOf = (context: RecordContext, resource: Resource, keyword: string): Search => {
  const plan = listPlan(context, resource)
  const filters = plan.visible.find.flatMap((name): ParsedFilter[] => {
    const param = plan.params.get(name)
    const filter = param && readFilter(param, [keyword])
    return filter === undefined || typeof filter === 'string' ? [] : [filter]
  })
  const lacksReason = isBankReadingPersonalData(context, resource) && reasonOf(context.scope) === undefined
  const isUnmasked = canSeeUnmasked(context, resource, 'list')
  const permitted = filters.filter(({ field }) => !lacksReason || (!isUnmasked && field.personal === undefined))
  return { plan, filters: permitted, needsReason: permitted.length < filters.length }
}

const groupOf = async (context: RecordContext, search: Search): Promise<FoundGroup> => {
  const { plan, filters } = search
  const { resource, visible, defaultProjection } = plan
  const rows = await readRows(context, search)
  const records = rows.slice(0, maxFoundRecords).map((row) => ({ row, record: defaultProjection.read(row) }))
  const isUnmasked = canSeeUnmasked(context, resource, 'list')
  if (records.length > 0)
    await auditPage(context, resource, {
      records: records.map(({ record }) => record),
      unmaskedAs: isUnmasked ? 'View' : undefined,
    })
  const view = recordViewFor(context, resource, 'list')
  const places = String(rows[0]?.[placesColumn] ?? '').split(',')
  return {
    Page: resource.name,
    Records: records.map(({ record, row }) => foundRecord(visible, view(record, row))),
    FoundBy: filters.filter((_, place) => places.includes(String(place))).map(({ field }) => field.name),
    HasMore: rows.length > maxFoundRecords,
  }
}

/** The column with the places of the filters that have found records. */
const placesColumn = 'found:by'

/**
 * Maximum number of records that each filter finds.
 * The search reads no more of them, so that a text that fits every record costs no more than a rare one.
 */
const maxCandidates = 200

/**
 * Returns the first found records in the order of the list, one more than a group shows.
 * Each filter is searched on its own, so that each uses its own index.
 */
const readRows = async (
  context: RecordContext,
  { plan, filters }: Pick<Search, 'plan' | 'filters'>,
): Promise<readonly RecordValues[]> => {
  const { resource, visible, defaultProjection } = plan
  const sqlContext = sqlContextOf(context)
  const keys = sql.join(resource.key.map((name) => columnOf(name)))
  const candidates = filters.map((filter, place) => {
    const condition = listCondition({ context, plan, parsed: queryOf(plan, filter) })
    return sql`(select ${keys}, ${sql.lit(place)} as place ${fromTable(resource)} where ${condition} limit ${sql.lit(maxCandidates)})`
  })
  const { rows } = await sql<RecordValues>`
    with found as materialized (${sql.join(candidates, sql` union all `)})
    select ${defaultProjection.select(sqlContext)}, (select string_agg(distinct place::text, ',') from found) as ${sql.id(placesColumn)}
    from (select distinct ${sql.join(resource.key.map((name) => columnOf(name, 'found')))} from found) as k
    join ${sql.table(resource.table)} as t on ${sameValues(resource.key, 'k', 't')}
    order by ${orderOf(visible, queryOf(plan), sqlContext)}
    limit ${sql.lit(maxFoundRecords + 1)}`.execute(context.db)
  return rows
}

/** Returns the query of a list with one filter, in the default order. */
const queryOf = ({ visible }: ListPlan, ...filters: readonly ParsedFilter[]): ParsedQuery => {
  const { field: name, order } = visible.list.sort
  const field = fieldNamed(visible.fields, name)
  if (!field) throw new Error(`The list of ${visible.name} is sorted by ${name}, which is not among its fields.`)
  return {
    page: 1,
    pageSize: maxFoundRecords,
    sort: { field, order },
    filters,
    keyword: '',
    needsAllFields: false,
    needsTotals: false,
    values: {},
  }
}

/** Returns what the search shows of a record whose hidden fields are removed and whose personal data are masked. */
const foundRecord = (visible: RoleView, record: RecordValues): FoundRecord => {
  const title = displayOf(visible, record)
  const state = stateField(visible, record)
  const amount = amountField(visible, record)
  return {
    Key: Object.fromEntries(visible.key.map((name) => [name, record[name]])),
    Title: title,
    Code: impersonalDisplayOf(visible, record),
    Note: notesOf(visible, record)
      .filter((text) => !title.includes(text))
      .join('．'),
    State: state ? { Code: String(record[state.name]), Text: valueText(state, record) } : null,
    Amount: amount ? { Amount: Number(record[amount.name]), CurrencyType: currencyOf(record) } : null,
  }
}

const notesOf = ({ find, fields }: RoleView, record: RecordValues): readonly string[] =>
  find.flatMap((name) => {
    const field = fieldNamed(fields, name)
    return field && !isEmpty(record[name]) ? [valueText(field, record)] : []
  })

/** Returns the state on the card of the list, otherwise the first column with a state. */
const stateField = ({ list, fields }: RoleView, record: RecordValues): Field | undefined =>
  [list.mobile.tertiary ?? '', ...list.columns.filter((name) => name.endsWith('Status'))]
    .map((name) => fieldNamed(fields, name))
    .find((field) => field && 'options' in field && !isMultiValued(field) && !isEmpty(record[field.name]))

/** Returns the first amount that the list adds up, otherwise the first one on its card. */
const amountField = ({ list, fields }: RoleView, record: RecordValues): Field | undefined =>
  [...list.totals, ...list.mobile.secondary, list.mobile.tertiary ?? '']
    .map((name) => fieldNamed(fields, name))
    .find((field) => field && isMoney(field) && !isEmpty(record[field.name]))
