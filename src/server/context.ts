import { taipeiToday } from '../domain/dates/dates'
import { Refusal, type ReturnCode } from '../domain/refusal'
import type { ConditionContext, RecordValues } from '../schema/language/language'
import type { Resource } from '../schema/language/resource'
import { isObject } from '../schema/language/shapes/shape'
import { actorOf, companyOf, reasonOf, roleOf } from './access/caller'
import { writeAuditLines } from './audit'
import { type Call, HttpRefusal } from './call'
import type { RecordContext, RecordKey } from './record-context'
import type { Scope } from './scope'

/** Returns the record context of a call. */
export const contextOf = ({ ports, schemas, modules, scope, client, creation }: Call): RecordContext => ({
  db: ports.db,
  schemas,
  modules,
  scope,
  clock: ports.clock,
  ip: client.ip,
  creation,
})

/** Returns the record key in the path of a call: the n-th parameter of the path is the value of the n-th key field. */
export const keyOf = (resource: Resource, { endpoint, params }: Pick<Call, 'endpoint' | 'params'>): RecordKey => {
  const values = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => params[name] ?? '')
  return Object.fromEntries(resource.key.map((field, index) => [field, values[index] ?? '']))
}

/** Returns the current date in Taipei. */
export const todayOf = ({ clock }: Pick<RecordContext, 'clock'>): string => taipeiToday(clock())

/** Returns the values on which conditions may depend in addition to the record. */
export const conditionContextOf = (context: Pick<RecordContext, 'scope' | 'clock'>): ConditionContext => ({
  today: todayOf(context),
  role: roleOf(context.scope),
  ...('userId' in context.scope ? { user: context.scope.userId } : {}),
})

/** Returns the refusal (404) for a record that does not exist or belongs to another company. */
export const notFound = (resource: Resource): HttpRefusal =>
  new HttpRefusal(404, `找不到這${resource.unit}${resource.noun}，可能已經刪除，或您沒有查詢的權限。`)

/**
 * Throws a refusal with the message of the first field if there are errors, by field; does nothing if there are none.
 * If `code` is a function, it is called only if there are errors.
 */
export const throwIfFieldErrors = (
  errors: Readonly<Record<string, string>>,
  code: ReturnCode | (() => ReturnCode) = '2002',
): void => {
  const messages = Object.values(errors)
  if (messages.length === 0) return
  const countNote = messages.length > 1 ? `（共 ${messages.length} 個欄位需要修正）` : ''
  throw new Refusal(typeof code === 'function' ? code() : code, `${messages[0]}${countNote}`, errors)
}

/**
 * Returns the code of a refusal for invalid values: 2006 if there is a forbidden change of state, which clients handle
 * differently, otherwise 2002.
 */
export const codeOfInvalidValues = (stateErrors: Readonly<Record<string, string>>): ReturnCode =>
  Object.keys(stateErrors).length > 0 ? '2006' : '2002'

/** Writes audit lines for changed or viewed records. `key` is the key of a record, or the whole record. */
export const auditRecord = (
  { db, clock, scope, ip }: RecordContext,
  resource: Pick<Resource, 'name' | 'key'>,
  ...events: readonly {
    readonly action: string
    readonly key: RecordValues
    readonly before?: RecordValues
    readonly after?: RecordValues
  }[]
): Promise<void> =>
  writeAuditLines(
    db,
    ...events.map(({ key, ...event }) => ({
      ...withReason(scope, event),
      at: clock(),
      userId: actorOf(scope),
      uniformNo: companyOf(scope),
      ip,
      resource: resource.name,
      recordKey: resource.key.map((name) => key[name]).join('~'),
    })),
  )

/**
 * Writes one audit line for an exported list (`Export`), or for a page of a list that a bank user has read (`Query`).
 */
export const auditList = (
  { db, clock, scope, ip }: RecordContext,
  resource: Pick<Resource, 'name'>,
  { action, count }: { readonly action: 'Export' | 'Query'; readonly count: number },
): Promise<void> =>
  writeAuditLines(db, {
    at: clock(),
    userId: actorOf(scope),
    uniformNo: companyOf(scope),
    ip,
    action,
    resource: resource.name,
    recordKey: '',
    after: { Count: count, ...reasonValue(scope) },
  })

/** Returns a read access with the reason that a bank user has given for it; a change unchanged. */
const withReason = <Event extends { readonly before?: RecordValues; readonly after?: RecordValues }>(
  scope: Scope,
  event: Event,
): Event => {
  const reason = reasonOf(scope)
  return event.before || event.after || reason === undefined ? event : { ...event, after: { Reason: reason } }
}

const reasonValue = (scope: Scope): RecordValues => {
  const reason = reasonOf(scope)
  return reason === undefined ? {} : { Reason: reason }
}

/** Returns the body of a call as a record. Throws a refusal (400) if it is not a JSON object. */
export const recordBody = (body: unknown): RecordValues => {
  if (isObject(body)) return body
  throw new HttpRefusal(400, '送出的資料須為一筆 JSON 物件。')
}
