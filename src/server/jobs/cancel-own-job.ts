import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import { type Call, type Handler, HttpRefusal } from '../call'
import type { Db } from '../ports'
import { audit } from '../store/audit'
import { actorOf, companyOf } from '../store/tenant'

/** Asks one of the user's own jobs to stop; somebody else's is not there for her. */
export const cancelOwnJob: Handler = async (call): Promise<null> => {
  const { ports, scope, params, caller } = call
  const id = Number(params.JobId)
  await ports.db.transaction().execute(async (trx) => {
    if (!(await isOwn(trx, call, id))) throw new HttpRefusal(404, '找不到這項作業，可能已經刪除。')
    if (!(await ports.jobs.cancel(trx, id))) throw new Refusal('2006', '這項作業已經結束，不能再取消；結果請見作業通知。')
    await audit(trx, {
      at: ports.clock(),
      userId: actorOf(scope),
      uniformNo: companyOf(scope),
      ip: caller.ip,
      action: 'Cancel',
      resource: 'job',
      recordKey: String(id),
    })
  })
  return null
}

const isOwn = async (trx: Db, { scope }: Call, id: number): Promise<boolean> => {
  if (!Number.isSafeInteger(id)) return false
  const { rows } = await sql`
    select 1 from job where id = ${id} and uniform_no = ${companyOf(scope)} and user_id = ${actorOf(scope)}`.execute(trx)
  return rows.length > 0
}
