import { noticeRefusal } from '../../../domain/bills/bill-notice'
import { isEmailChannel, messageChannels, type NoticeChannel } from '../../../domain/message-channels'
import { Refusal } from '../../../domain/refusal'
import type { DocumentAccess } from '../../access/documents'
import { errorDetails } from '../../database/errors'
import { JobCancelled } from '../../jobs/job-rows'
import { asMessage, type MessageContent, maxAttachmentBytes } from '../../notices/messages'
import { MessageDeferred, MessageRefused } from '../../notices/notices'
import type { Db, JobData, JobRun, Ports } from '../../ports'
import { slipFile } from '../slip'
import { createLinks } from './links'
import { maskedRecipient, type NoticeBill, noticeBills, noticeContent } from './notice-bills'

/** The job that sends the notices of a run. */
export const billNoticeJob = 'billNotices'

/** A notice that has not been sent yet. */
interface UnsentNotice {
  readonly notice_id: number
  readonly bill_serial_id: number
  readonly channel: NoticeChannel
}

/** The result of one attempt to send a notice. */
interface SendResult {
  /** A notice with `Failed` is sent again later, one with `GiveUp` is not. */
  readonly status: 'Success' | 'Failed' | 'GiveUp'
  readonly reason: string | null
  /**
   * Set if the mail server or SMS gateway could not be reached, so that the other notices of the run would fail as
   * well.
   */
  readonly isUnreachable?: true
}

/**
 * Sends the unsent notices of a run.
 * Throws an error if a notice must be retried, so that the job is retried.
 * A notice that was rejected permanently is not sent again.
 */
export const sendNotices = async (ports: Ports, noticeRunId: number, jobRun: JobRun): Promise<void> => {
  const unsent = await unsentNotices(ports.db, noticeRunId)
  const { total } = await ports.db
    .selectFrom('bill_notice')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('run_id', '=', noticeRunId)
    .executeTakeFirstOrThrow()
  let remaining = unsent.length
  await jobRun.progress(total - remaining, total)
  for (const notice of unsent) {
    const result = await sendNotice(ports, notice)
    await ports.db.transaction().execute((trx) => writeSendResult({ ...ports, db: trx }, notice, result))
    if (result.status !== 'Failed') remaining -= 1
    await jobRun.progress(total - remaining, total)
    if (result.isUnreachable) break
  }
  if (remaining > 0) throw new Error(`${remaining} of ${total} notices have not been sent yet.`)
}

// Notices with the fewest attempts come first, so that a message on which the server hangs does not delay the others
// forever.
const unsentNotices = (db: Db, runId: number): Promise<readonly UnsentNotice[]> =>
  db
    .selectFrom('bill_notice')
    .select(['notice_id', 'bill_serial_id', 'channel'])
    .where('run_id', '=', runId)
    .where('notify_status', 'in', ['Pending', 'Failed'])
    .orderBy('tries')
    .orderBy('notice_id')
    .$narrowType<Pick<UnsentNotice, 'channel'>>()
    .execute()

/**
 * Tries to send a notice.
 * Reads the current bill, because it may have been paid, voided or changed since the request.
 */
const sendNotice = async (
  ports: Ports,
  { bill_serial_id, channel }: UnsentNotice,
): Promise<SendResult & { readonly recipient?: string }> => {
  const bill = (await noticeBills(ports.db, channel, [bill_serial_id])).get(bill_serial_id)
  const refusal = bill === undefined ? '帳單已刪除。' : noticeRefusal(bill, channel)
  if (bill === undefined || refusal !== null) return { status: 'GiveUp', reason: refusal }
  return { ...(await composeAndSend(ports, bill, channel)), recipient: maskedRecipient(channel, bill.address) }
}

const composeAndSend = async (ports: Ports, bill: NoticeBill, channel: NoticeChannel): Promise<SendResult> => {
  const content = await contentOf(ports, bill, channel).catch((error: unknown) => compositionFailure(ports, error))
  if ('status' in content) return content
  if (content.attachments?.some(({ bytes }) => bytes.length > maxAttachmentBytes))
    return { status: 'GiveUp', reason: tooLargeText }
  const address = bill.address ?? ''
  try {
    await ports.notices.send(asMessage(channel, messageChannels[channel].normalize(address), content, ports.settings))
    return { status: 'Success', reason: null }
  } catch (error) {
    return sendingFailure(ports, error, channel)
  }
}

const tooLargeText = `繳款單檔案超過 ${maxAttachmentBytes / 1024 / 1024} MB，無法以電子郵件寄送，請下載後以其他方式交付。`

/** Returns the content of a notice, with the current slip if the payer pays with a slip. */
const contentOf = async (ports: Ports, bill: NoticeBill, channel: NoticeChannel): Promise<MessageContent> => {
  const { content, pays } = await noticeContent(ports, bill, await createLinks(ports, channel, bill))
  return isEmailChannel(channel) && pays === 'slip'
    ? { ...content, attachments: [await slipFile(ports, attachmentAccess, bill.SerialId)] }
    : content
}

// The name and the postal address are always masked, because the e-mail address may belong to another person by now.
const attachmentAccess: DocumentAccess = { canSeeName: () => false, address: 'masked', audit: async () => {} }

/** Returns the result for a notice whose content or slip cannot be composed; the other notices of the run are sent. */
const compositionFailure = ({ log }: Ports, error: unknown): SendResult => {
  if (error instanceof Refusal) return { status: 'GiveUp', reason: error.message }
  log.error('bill notice not composed', errorDetails(error))
  return { status: 'Failed', reason: '系統發生錯誤，系統會自動再寄。' }
}

/** Returns the result for a notice that the mail server or SMS gateway rejected, deferred, or could not receive. */
const sendingFailure = ({ log }: Ports, error: unknown, channel: NoticeChannel): SendResult => {
  log.warn('bill notice not accepted', { channel, message: error instanceof Error ? error.message : String(error) })
  const { gateway, addressLabel } = messageChannels[channel]
  if (error instanceof MessageRefused)
    return { status: 'GiveUp', reason: `${gateway}拒收，請確認${addressLabel}是否正確。` }
  if (error instanceof MessageDeferred)
    return { status: 'Failed', reason: `${gateway}暫時不收這封通知，系統會自動再寄。` }
  return { status: 'Failed', reason: `${gateway}目前無法連線，系統會自動再寄。`, isUnreachable: true }
}

const writeSendResult = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { notice_id, bill_serial_id, channel }: UnsentNotice,
  { status, reason, recipient }: SendResult & { readonly recipient?: string },
): Promise<void> => {
  const now = clock().toISOString()
  await db
    .updateTable('bill_notice')
    .set((eb) => ({
      notify_status: status,
      reason,
      tries: eb('tries', '+', 1),
      finish_time: status === 'Failed' ? null : now,
      ...(recipient && { recipient }),
    }))
    .where('notice_id', '=', notice_id)
    .execute()
  if (status === 'Success')
    await db
      .updateTable('bill')
      .set(messageChannels[channel].billNotice.timeColumn, now)
      .where('serial_id', '=', bill_serial_id)
      .execute()
}

/** Marks the unsent notices of a run as abandoned (`GiveUp`), because its job was cancelled or is no longer retried. */
export const endUnsentNotices = async (
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  { RunId }: JobData,
  cause: unknown,
): Promise<void> => {
  const isCancelled = cause instanceof JobCancelled
  const { numUpdatedRows } = await db
    .updateTable('bill_notice')
    .set({
      notify_status: 'GiveUp',
      reason: isCancelled ? '已由使用者取消。' : '多次重送仍未成功，已停止重送。',
      finish_time: clock().toISOString(),
    })
    .where('run_id', '=', Number(RunId))
    .where('notify_status', 'in', ['Pending', 'Failed'])
    .executeTakeFirst()
  if (!isCancelled) log.error('bill notices abandoned', { run: Number(RunId), count: Number(numUpdatedRows) })
}
