import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFields } from '../../../domain/access/roles'
import { fieldNamed } from '../../../schema/language/types'
import { agreementCondition, tenantCondition } from '../../access/tenant'
import type { Db } from '../../ports'
import type { RecordContext } from '../../record-context'
import { allOf, fromTable, hasOneOf, type SqlContext, sqlContextOf } from '../projection'
import type { ListPlan } from './list-plan'
import { type FilterOptions, filterCondition, keywordCondition, type ParsedQuery } from './list-query'

/** A list call with its validated query. */
export interface ListCall {
  readonly context: RecordContext
  readonly plan: ListPlan
  readonly parsed: ParsedQuery
  /** A condition in addition to those of the query. */
  readonly condition?: RawBuilder<SqlBool> | undefined
  readonly bounds?: OrderBounds | undefined
  /** The SQL of the rows of a report that the server computes; absent = the records of the table. */
  readonly rows?: RawBuilder<unknown> | undefined
  /** The transaction of a read that may take long, which limits its duration. */
  readonly transaction?: Db
}

/** Returns the database on which the statements of a call run. */
export const dbOf = ({ transaction, context }: Pick<ListCall, 'transaction' | 'context'>): Db =>
  transaction ?? context.db

/** Returns the SQL `from …` of a list, with the alias `t`. */
export const fromRecords = ({ plan, rows }: Pick<ListCall, 'plan' | 'rows'>): RawBuilder<unknown> =>
  rows ? sql`from (${rows}) as t` : fromTable(plan.resource)

/**
 * The first and the last value that the field of a list's order has in the records of a query (`list-bounds.ts`).
 * With this condition, the records are read in the order of an index from the right place on.
 */
export interface OrderBounds {
  readonly field: string
  readonly condition: RawBuilder<SqlBool>
}

/** Returns the SQL condition for the records that match a query and that the session may read. */
export const listCondition = (
  { context, plan: { visible }, parsed, condition, bounds }: ListCall,
  options: FilterOptions = {},
): RawBuilder<SqlBool> => {
  const { filters, keyword } = parsed
  const sqlContext = sqlContextOf(context)
  return allOf([
    tenantCondition(visible, context.scope),
    ...(readsAllAgreements(context, visible, parsed) ? [ofAnyAgreement] : []),
    ...(visible.where ? [hasOneOf(visible.where)] : []),
    ...filters.map((filter) => {
      const fulfils = filterCondition(visible, filter, sqlContext, options)
      // No index may find the records of a period with bounds, because they are read in the order of the list.
      return bounds && filter.isPeriod ? sql`(${fulfils}) is true` : fulfils
    }),
    ...(keyword ? [keywordFilter(visible, keyword, sqlContext, options)] : []),
    ...(condition ? [condition] : []),
    ...(bounds ? [bounds.condition] : []),
  ])
}

/** Returns the condition of a keyword, which no index serves in a long list: it is read in its order. */
const keywordFilter = (
  resource: ListPlan['visible'],
  keyword: string,
  context: SqlContext,
  { isLong = false }: FilterOptions,
): RawBuilder<SqlBool> => {
  const condition = keywordCondition(resource, keyword, context)
  return isLong ? sql`(${condition}) is true` : condition
}

/** Returns whether the condition of a list reads the agreements of the records. */
export const readsAgreement = ({ context, plan: { visible }, parsed }: ListCall): boolean =>
  context.scope.kind !== 'bank' || readsAllAgreements(context, visible, parsed)

/**
 * Returns whether a list of the bank searches the records of all agreements in the order of an index.
 * Such an index begins with the agreement, so the list names all agreements, unless there are records of none.
 */
const readsAllAgreements = (
  { scope, schemas }: RecordContext,
  { tenant, name, of = name }: ListPlan['visible'],
  { filters, keyword }: Pick<ParsedQuery, 'filters' | 'keyword'>,
): boolean =>
  scope.kind === 'bank' &&
  tenant === tenantFields.agreement &&
  fieldNamed(schemas.get(of).fields, tenantFields.agreement)?.required === true &&
  (keyword !== '' || filters.some(({ match }) => match === 'startsWith'))

const ofAnyAgreement = sql<SqlBool>`t.apply_code = any(array(select a.apply_code from agreement a))`

/**
 * Returns the SQL condition for the agreements of a list: those that the session may use, restricted by the query's
 * filters for agreements and their companies.
 * Returns undefined if it is a list of all agreements with bounds: reading it in its order finds the page sooner than an
 * index by agreement.
 */
export const agreementFilterOf = ({
  context,
  plan: { visible },
  parsed,
  bounds,
}: ListCall): RawBuilder<SqlBool> | undefined => {
  const filters = parsed.filters.filter(
    ({ field: { name, through } }) => (through?.reference ?? name) === tenantFields.agreement,
  )
  if (bounds && context.scope.kind === 'bank' && filters.length === 0) return undefined
  return allOf([
    agreementCondition(context.scope, 't'),
    ...filters.map((filter) => filterCondition(visible, filter, sqlContextOf(context))),
  ])
}
