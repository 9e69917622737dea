import type { Resource } from '../../../schema/resource'
import type { Row } from '../../../schema/types'
import { actorOf, companyOf } from '../../access/caller'
import type { Call } from '../../http/call'
import type { Db } from '../../ports'
import { auditRecord, contextOf, keyOf, type RecordContext, type RecordKey } from '../../records/context'
import { findRecord } from '../../records/get'
import { lockUsers } from './rules'

/** Work on one user of the caller's company, in a transaction that holds all of them. */
export interface UserWork {
  readonly context: RecordContext
  readonly resource: Resource
  readonly key: RecordKey
  /** The user before the work. */
  readonly user: Row
  readonly actor: string
  readonly at: Date
}

/** Finds the user that the path names and does the work; a user of another company is like one that does not exist. */
export const onUser = <T>(call: Call, work: (trx: Db, on: UserWork) => Promise<T>): Promise<T> => {
  const resource = call.schemas.get('portalUser')
  const key = keyOf(resource, call)
  return call.ports.db.transaction().execute(async (trx) => {
    const context = { ...contextOf(call), db: trx }
    await lockUsers(trx, companyOf(call.scope))
    const user = await findRecord(context, resource, key, true)
    return work(trx, { context, resource, key, user, actor: actorOf(call.scope), at: call.ports.clock() })
  })
}

/** The line of the audit trail for an action on a user. */
export const auditAction = async ({ context, resource, key, user }: UserWork, action: string): Promise<void> =>
  auditRecord(context, resource, { action, key, before: user, after: await findRecord(context, resource, key) })
