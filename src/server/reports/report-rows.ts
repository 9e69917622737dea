import { type RawBuilder, sql } from 'kysely'
import { fieldNamed, type RecordValues } from '../../schema/language/types'
import { currencyField } from '../../schema/text/value-text'
import { recordViewFor } from '../access/fields'
import { columnsOf } from '../database/table-definition'
import { fromRecords, listCondition } from '../records/list/list-condition'
import { columnOf, sameValues, sqlContextOf } from '../records/projection'
import { type ReportCall, reportOrder } from './report-call'

/** Number of rows that one statement reads. */
const rowsPerStep = 1000

/** The keys of a step of rows. */
interface KeyBlock {
  /** The values of each field of the key in the order of the rows, as the text of an array. */
  readonly keys: readonly string[]
  readonly count: number
  readonly currencies: readonly string[]
}

/** All rows of a report, whose order is already determined. */
export interface ReportRowSet {
  /** The number of rows when they were sorted. */
  readonly count: number
  /** The currencies of the amounts, each as the values of a record. */
  readonly currencies: readonly RecordValues[]
  /** Reads the rows in steps, each while the previous one is used, and shows them as lists do. */
  steps(): AsyncGenerator<readonly RecordValues[]>
}

/**
 * Returns all rows of a report in its order.
 * One statement sorts the rows and returns their keys in blocks, eight bytes for a row with a number as its key; the rows
 * are read by these keys, so that a report of a million rows neither counts off rows again and again nor holds them in
 * memory. Nothing has to be deleted if it is cancelled or its process dies.
 * Each step checks the conditions again: a row that has changed in the meantime is left out, instead of contradicting
 * the query.
 */
export const reportRowSet = async (call: ReportCall): Promise<ReportRowSet> => {
  const blocks = await readKeyBlocks(call)
  return {
    count: blocks.reduce((sum, { count }) => sum + count, 0),
    currencies: [...new Set(blocks.flatMap(({ currencies }) => currencies))].map((code) => ({ [currencyField]: code })),
    steps: async function* () {
      let next = blocks[0] && readStep(call, blocks[0])
      for (let index = 0; next; index += 1) {
        const rows = await next
        const block = blocks[index + 1]
        next = block && readStep(call, block)
        // A failure is thrown when the loop awaits the step; this `catch` only prevents an unhandled rejection.
        next?.catch(() => {})
        yield rows
      }
    },
  }
}

const readKeyBlocks = async (call: ReportCall): Promise<readonly KeyBlock[]> => {
  const names = keyColumns(call).map(({ name }) => name)
  const hasCurrency = fieldNamed(call.plan.visible.fields, currencyField) !== undefined
  const currency = hasCurrency ? columnOf(currencyField) : sql`null::text`
  const keys = names.map((name) => sql`array_agg(${sql.ref(`k.${name}`)} order by k.position)::text`)
  const { rows } = await sql<KeyBlock>`
    select array[${sql.join(keys)}] as keys, count(*) as count,
      coalesce(array_agg(distinct k.currency) filter (where k.currency is not null), '{}') as currencies
    from (
      select row_number() over (order by ${reportOrder(call)}) as position, ${currency} as currency,
        ${sql.join(names.map((name) => sql.ref(`t.${name}`)))}
      ${fromRecords(call)}
      where ${listCondition(call)}
    ) as k
    group by (k.position - 1) / ${sql.lit(rowsPerStep)}
    order by min(k.position)`.execute(call.context.db)
  return rows
}

const keyColumns = ({ plan: { resource } }: ReportCall) =>
  columnsOf(resource).filter(({ field }) => resource.key.includes(field.name))

const readStep = async (call: ReportCall, { keys }: KeyBlock): Promise<readonly RecordValues[]> => {
  const { context, plan, report } = call
  const columns = keyColumns(call)
  const values = columns.map(({ type }, index) => sql`${keys[index]}::${sql.raw(type)}[]`)
  const names = columns.map(({ name }) => sql.id(name))
  const { rows } = await sql<RecordValues>`
    select ${plan.fullProjection.select(sqlContextOf(context))}
    from unnest(${sql.join(values)}) with ordinality as k (${sql.join([...names, sql`position`])})
    join ${source(call)} on ${sameValues(plan.resource.key, 'k', 't')}
    where ${listCondition(call)}
    order by k.position`.execute(context.db)
  const show = recordViewFor(context, report, 'list')
  return rows.map((row) => show(plan.fullProjection.read(row), row))
}

const source = ({ plan, rows }: ReportCall): RawBuilder<unknown> =>
  rows ? sql`(${rows}) as t` : sql`${sql.table(plan.resource.table)} as t`
