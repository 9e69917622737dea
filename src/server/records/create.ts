import { columnName } from '../../schema/column-name'
import { isEntered } from '../../schema/complete-form'
import { stateErrors } from '../../schema/state-errors'
import type { Resource, Row } from '../../schema/types'
import { validate } from '../../schema/validate'
import { columnsOf } from '../store/columns'
import { actorOf } from '../store/tenant'
import { inTransaction } from '../store/transaction'
import { beginnings, runningNumbers } from './beginnings'
import { auditRecord, codeOf, type RecordContext, type RecordKey, refuseWrong } from './context'
import { refuseDuplicate } from './duplicates'
import { findRecord, presentRecord } from './get'
import { bodyRow } from './input'
import { referenceErrors } from './references'
import { toColumn } from './rows'
import { aroundOf } from './sight'
import { tenantErrors, withTenant } from './tenant-input'
import { withoutWithheld } from './withheld'

/** What a controller adds to a generic change: values that no user may type, and work in the same transaction. */
export interface RecordExtras {
  readonly values?: Row
  /** Runs after the row is written and before the transaction ends. */
  readonly after?: (context: RecordContext, record: Row) => Promise<void>
}

/** Adds a record of the session's company; answers it as a detail page shows it. */
export const createRecord = (context: RecordContext, resource: Resource, input: unknown, extras: RecordExtras = {}): Promise<Row> =>
  inTransaction(context.db, async (db) => {
    const own = { ...context, db }
    const begun = await beginnings(own, resource)
    const said = withTenant(own, resource, {
      ...begun,
      ...(await judged(own, resource, { ...entered(resource, begun), ...withoutWithheld(own, resource, bodyRow(input)) })),
      ...extras.values,
    })
    const row = { ...said, ...(await runningNumbers(own, resource, said)) }
    const key = await insert(own, resource, row)
    const record = await findRecord(own, resource, key)
    await auditRecord(own, resource, { action: 'Create', key, after: record })
    await extras.after?.(own, record)
    return presentRecord(own, resource, record)
  })

const judged = async (context: RecordContext, resource: Resource, input: Row): Promise<Row> => {
  const around = aroundOf(context)
  const { value, errors } = validate(resource, withTenant(context, resource, input), { mode: 'create', ...around })
  refuseWrong(
    { ...errors, ...tenantErrors(context, resource, value) },
    codeOf(stateErrors(resource.fields, { row: value, previous: undefined, today: around.today })),
  )
  refuseWrong(await referenceErrors(context, resource, value))
  return value
}

/** Those of the values that stand in forms, so that the rules of their fields are asked of them. */
const entered = ({ fields }: Resource, values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.some((field) => field.name === name && isEntered(field))))

const insert = async (context: RecordContext, resource: Resource, row: Row): Promise<RecordKey> => {
  const now = context.clock().toISOString()
  const actor = actorOf(context.scope)
  const columns = columnsOf(resource, context.schemas).filter(({ field }) => row[field.name] !== undefined)
  const values = Object.fromEntries(columns.map(({ name, type, field }) => [name, toColumn(type, row[field.name])]))
  const trail = { create_user: actor, create_time: now, update_user: actor, update_time: now }
  const inserted = await context.db
    .insertInto(resource.table)
    .values({ ...values, ...trail })
    .returning(resource.key.map(columnName))
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => refuseDuplicate(resource, row, error))
  return Object.fromEntries(resource.key.map((name) => [name, String(inserted[columnName(name)])]))
}
