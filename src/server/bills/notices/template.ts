import { placeholderProblem } from '../../../domain/bills/notice-template'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { companyOf } from '../../access/caller'
import { throwIfFieldErrors } from '../../context'
import type { RecordChange, RecordContext } from '../../record-context'

/** Throws a refusal if a template contains an unknown placeholder, or if the company of a new template has one. */
export const requireValidTemplate = async (
  context: RecordContext,
  { record, before }: RecordChange,
): Promise<undefined> => {
  if (!before) await requireFirstTemplate(context)
  requireKnownPlaceholders(record)
}

const requireFirstTemplate = async ({ db, scope }: RecordContext): Promise<void> => {
  const uniformNo = companyOf(scope)
  // If two users of the company create a template at the same time, the second one waits for this lock and then finds
  // the template of the first.
  await db.selectFrom('customer').select('uniform_no').where('uniform_no', '=', uniformNo).forUpdate().execute()
  const existing = await db
    .selectFrom('notice_template')
    .select('serial_id')
    .where('uniform_no', '=', uniformNo)
    .executeTakeFirst()
  if (existing) throw new Refusal('2003', '貴公司已有通知範本，請直接修改該份範本。')
}

const requireKnownPlaceholders = (record: RecordValues): void => {
  const problems = ['MailSubject', 'MailBody', 'SmsText'].flatMap((name) => {
    const problem = placeholderProblem(String(record[name] ?? ''))
    return problem === null ? [] : [[name, problem] as const]
  })
  throwIfFieldErrors(Object.fromEntries(problems))
}
