import type { CompiledQuery, RawBuilder, SqlBool } from 'kysely'
import { tenantFields } from '../../../domain/access/roles'
import { roleOf } from '../../access/caller'
import { agreementCondition, tenantCondition } from '../../access/tenant'
import { compileTemplate, fillTemplate, Parameter } from '../../database/statements/template'
import type { RecordContext } from '../context'
import type { ListPlan } from '../list-plan'
import { type FilterOptions, filterCondition, keywordCondition, type ParsedFilter, type ParsedQuery, type SqlFilter } from '../list-query'
import { allOf, hasOneOf, type SqlContext, sqlContextOf } from '../projection'
import { recordStatement } from './record-statement'

/** A list call with its validated query. */
export interface ListCall {
  readonly context: RecordContext
  readonly plan: ListPlan
  readonly parsed: ParsedQuery
  /** A condition in addition to those of the query. */
  readonly condition?: RawBuilder<SqlBool> | undefined
}

/** The parts of a query from which SQL is built. The filters contain values, or parameters if the statement is compiled once and reused. */
export type SqlQuery = Pick<ParsedQuery, 'sort' | 'keyword'> & { readonly filters: readonly SqlFilter[] }

/** A statement on the records of a list. */
interface ListStatement<Row, Input extends ListCall> {
  /** Identifies the text of the statement among all statements for a query. */
  readonly shape: string
  /** Builds the statement. All other values that differ between the calls must be parameters. */
  readonly build: (context: SqlContext, query: SqlQuery) => RawBuilder<Row>
  readonly input: Input
}

/** Returns a statement on the records of a list. Its text is compiled once for all queries with the same filters and the same order, unless it depends on the values of the filters. */
export const listStatement = <Row, Input extends ListCall>({ shape, build, input }: ListStatement<Row, Input>): CompiledQuery<Row> => {
  const { context, plan, parsed } = input
  if (!hasFixedText(input)) return fillTemplate(compileTemplate(context.db, build(sqlContextOf(context), parsed)), input)
  return recordStatement(plan.resource, {
    shape: `${shape} ${queryShape(input)}`,
    build: (parameters) => build(parameters, { ...parsed, filters: parsed.filters.map(withParameters) }),
    input,
  })
}

/** Returns whether the text of the statements does not depend on the values of the query. A search for text has another operator for letters, and the filter of a virtual field can have other conditions for each value. */
const hasFixedText = ({ parsed: { filters, keyword }, condition }: ListCall): boolean =>
  !condition && keyword === '' && filters.every(({ field, match }) => !field.virtual && match !== 'contains')

/** Returns a text that is equal for the calls whose statements have the same text. */
const queryShape = ({ context: { scope }, parsed: { sort, filters, needsAllFields } }: ListCall): string => {
  const filterShapes = filters.map(({ field, match, values, mayBeEnd }) => `${field.name} ${match} ${values.length} ${mayBeEnd ?? ''}`)
  return [roleOf(scope), needsAllFields, sort.field.name, sort.order, ...filterShapes].join()
}

const withParameters = ({ values, ...filter }: ParsedFilter, filterIndex: number): SqlFilter => ({
  ...filter,
  values: values.map((_, index) => filterParameter(filterIndex, index)),
})

const filterParameter = (filterIndex: number, index: number): Parameter<ListCall> => new Parameter(({ parsed }) => parsed.filters[filterIndex]?.values[index])

/** Returns the SQL condition for the records that match a query and that the session may read. */
export const listCondition = (
  context: SqlContext,
  { plan: { visible }, condition }: Pick<ListCall, 'plan' | 'condition'>,
  { filters, keyword }: SqlQuery,
  options: FilterOptions = {},
): RawBuilder<SqlBool> =>
  allOf([
    tenantCondition(visible, context.scope),
    ...(visible.where ? [hasOneOf(visible.where)] : []),
    ...filters.map((filter) => filterCondition(visible, filter, context, options)),
    ...(keyword ? [keywordCondition(visible, keyword, context)] : []),
    ...(condition ? [condition] : []),
  ])

/** Returns the SQL condition for the agreements of a list: those that the session may use, restricted by the query's filter for agreements. */
export const agreementFilterOf = (context: SqlContext, { visible }: ListPlan, { filters }: SqlQuery): RawBuilder<SqlBool> =>
  allOf([
    agreementCondition(context.scope, 't'),
    ...filters.filter(({ field }) => field.name === tenantFields.agreement).map((filter) => filterCondition(visible, filter, context)),
  ])
