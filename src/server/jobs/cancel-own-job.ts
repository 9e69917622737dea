import { Refusal } from '../../domain/refusal'
import { actorOf, companyOf } from '../access/caller'
import { audit } from '../audit'
import { type Call, type Handler, HttpRefusal } from '../http/call'
import type { Db } from '../ports'
import { keyNumber } from '../records/key-value'

/** Asks one of the user's own jobs to stop; the jobs of others are not found. */
export const cancelOwnJob: Handler = async (call): Promise<null> => {
  const { ports, scope, params, caller } = call
  const id = keyNumber(params.JobId ?? '')
  await ports.db.transaction().execute(async (trx) => {
    if (id === null || !(await isOwn(trx, call, id))) throw new HttpRefusal(404, '找不到這項作業，可能已經刪除。')
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
  const own = trx.selectFrom('job').select('id').where('id', '=', id).where('uniform_no', '=', companyOf(scope)).where('user_id', '=', actorOf(scope))
  return (await own.executeTakeFirst()) !== undefined
}
