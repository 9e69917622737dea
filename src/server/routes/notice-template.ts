import { placeholderProblem } from '../../domain/bills/notice-template'
import { Refusal } from '../../domain/refusal'
import type { RecordValues } from '../../schema/language/types'
import { companyOf } from '../access/caller'
import type { Controller } from '../call'
import { contextOf, keyOf, throwIfFieldErrors } from '../context'
import { inTransaction } from '../database/transaction'
import { createRecord } from '../records/create'
import { updateRecord } from '../records/update'

/**
 * The calls that create or change the notice template of a company; all other calls for templates are generic.
 * A company has at most one template, whose texts may contain only known placeholders.
 */
export const noticeTemplate: Controller = {
  create: (call) =>
    inTransaction(call.ports.db, async (db) => {
      const uniformNo = companyOf(call.scope)
      // If two users of the company create a template at the same time, the second one waits for this lock and then
      // finds the template of the first.
      await db.selectFrom('customer').select('uniform_no').where('uniform_no', '=', uniformNo).forUpdate().execute()
      const existing = await db
        .selectFrom('notice_template')
        .select('serial_id')
        .where('uniform_no', '=', uniformNo)
        .executeTakeFirst()
      if (existing) throw new Refusal('2003', '貴公司已有通知範本，請直接修改該份範本。')
      return createRecord({ ...contextOf(call), db }, call.schemas.get('noticeTemplate'), call.body, {
        afterWrite: requireKnownPlaceholders,
      })
    }),
  update: (call) => {
    const resource = call.schemas.get('noticeTemplate')
    return updateRecord(contextOf(call), resource, keyOf(resource, call), call.body, {
      afterWrite: requireKnownPlaceholders,
    })
  },
}

const requireKnownPlaceholders = async (_: unknown, record: RecordValues): Promise<void> => {
  const problems = ['MailSubject', 'MailBody', 'SmsText'].flatMap((name) => {
    const problem = placeholderProblem(String(record[name] ?? ''))
    return problem === null ? [] : [[name, problem] as const]
  })
  throwIfFieldErrors(Object.fromEntries(problems))
}
