import { sql } from 'kysely'
import type { PushDelivery } from '../../../contract/call-responses'
import { canSeeUnmasked, recordViewFor } from '../../access/fields'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf, notFound } from '../../context'
import { toTaipei } from '../../database/times'
import { contentWithPortalName } from '../../notices/messages'
import type { Db, Settings } from '../../ports'
import { findRecord } from '../../records/get'
import { findNotice, type PushNotice, pushBody, pushMessage } from './notice'
import { pushJob } from './write-pushes'

/**
 * Returns what a notice sends, and when it is sent next.
 * The account and the remark of the payer are as the caller sees them on the detail page; reading them is audited.
 */
export const pushDelivery = async (call: Call): Promise<PushDelivery> => {
  const resource = call.schemas.get('ImmediateClientNotify')
  const context = contextOf(call)
  const record = await findRecord(context, resource, keyOf(resource, call))
  const notice = await findNotice(context.db, Number(record.SerialId))
  if (!notice) throw notFound(resource)
  const isWebService = notice.NotifyMethod === 'WebService'
  if (isWebService && canSeeUnmasked(context, resource, 'get'))
    await auditRecord(context, resource, { action: 'View', key: record })
  const { PayAccountTail = null, PayerRemark = null } = recordViewFor(call, resource, 'get')(record)
  return {
    Url: isWebService ? notice.NotifyUrl : null,
    Body: isWebService
      ? JSON.stringify({ ...pushBody(notice), PayAccountTail, PayerRemark }, null, 2)
      : messageText(notice, call.ports.settings),
    NextTime: await nextTime(context.db, notice),
  }
}

const messageText = (notice: PushNotice, settings: Settings): string => {
  const { subject, paragraphs, smsText } = contentWithPortalName(pushMessage(notice), settings)
  return notice.NotifyMethod === 'SMS' ? smsText : [subject, ...paragraphs].join('\n\n')
}

const nextTime = async (db: Db, { NotifyId, ResendCount, NotifyStatus }: PushNotice): Promise<string | null> => {
  if (NotifyStatus !== 'Pending' && NotifyStatus !== 'Failed') return null
  const job = await db
    .selectFrom('job')
    .select('due_time')
    .where('state', '=', sql.lit('waiting'))
    .where('name', '=', pushJob)
    .where(sql<boolean>`data @> ${JSON.stringify({ SerialId: NotifyId, Round: ResendCount })}::text::jsonb`)
    .executeTakeFirst()
  return job ? toTaipei(job.due_time) : null
}
