import { isChannelOffered } from '../../../contract/channel-settings'
import { maxBulkRecords, type RecordResult } from '../../../contract/envelope'
import { noticeName, noticeRefusal, repeatRefusal } from '../../../domain/bills/bill-notice'
import { taipeiToday } from '../../../domain/dates/dates'
import {
  isEmailChannel,
  isNoticeChannel,
  messageChannels,
  type NoticeChannel,
  noticeChannelCodes,
} from '../../../domain/message-channels'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf, companyOf } from '../../access/caller'
import { requireVisibleFields } from '../../access/documents'
import { agreementCondition } from '../../access/tenant'
import type { Call, Controller } from '../../call'
import { auditRecord, contextOf, notFound, recordBody } from '../../context'
import { createOnce } from '../../creation-requests'
import type { MessageContent } from '../../notices/messages'
import type { Db } from '../../ports'
import { readSerialIds } from '../serial-ids'
import { sampleLinks } from './links'
import { maskedRecipient, type NoticeBill, noticeBills, noticeContent } from './notice-bills'
import { billNoticeJob } from './send'

/** The calls that request notices of bills, one for each channel. */
export const noticeCalls: Controller = Object.fromEntries(
  noticeChannelCodes.map((channel) => [
    messageChannels[channel].billNotice.call,
    (call: Call) => requestNotices(call, channel),
  ]),
)

/**
 * Requests notices of bills, once for each RequestId: writes the run, a notice for each bill that allows one, and the
 * job that sends them.
 * Returns the result of each bill.
 */
const requestNotices = async (call: Call, channel: NoticeChannel) => {
  const { ports, scope } = call
  requireChannel(call, channel)
  const serialIds = noticeBillIds(recordBody(call.body))
  const request = async (trx: Db) => {
    const chosen = await chosenBills(trx, call, { channel, serialIds, lock: true })
    const accepted = chosen.filter(({ refusal }) => refusal === null)
    const RunId = accepted.length === 0 ? null : await insertRun(trx, call, channel)
    if (RunId !== null) {
      const notices = accepted.map(({ serialId, recipient }) => ({
        run_id: RunId,
        bill_serial_id: serialId,
        channel,
        recipient,
      }))
      await trx.insertInto('bill_notice').values(notices).execute()
      await ports.jobs.enqueue(trx, billNoticeJob, { RunId }, { uniformNo: companyOf(scope), userId: actorOf(scope) })
      const context = { ...contextOf(call), db: trx }
      const action = messageChannels[channel].billNotice.call
      await auditRecord(
        context,
        call.schemas.get('bills'),
        ...accepted.map(({ serialId }) => ({ action, key: { SerialId: serialId } })),
      )
    }
    return { RunId, QueuedCount: accepted.length, Results: chosen.map(resultOf) }
  }
  return ports.db.transaction().execute((trx) =>
    createOnce(
      { ...contextOf(call), db: trx },
      (outData) => (outData.RunId === null ? null : { outData }),
      () => request(trx),
    ),
  )
}

/**
 * Returns the preview of a request: the result and the masked recipient of each bill, and the text of the first notice.
 * Writes nothing.
 */
export const previewNotices = async (call: Call) => {
  const { Channel, ...body } = recordBody(call.body)
  if (!isNoticeChannel(Channel)) throw new Refusal('2002', '請選擇通知方式。', { Channel: '請選擇通知方式。' })
  requireChannel(call, Channel)
  const { db, settings } = call.ports
  const chosen = await chosenBills(db, call, { channel: Channel, serialIds: noticeBillIds(body) })
  const first = chosen.find(({ refusal }) => refusal === null)?.bill
  const { content } = first
    ? await noticeContent(call.ports, first, sampleLinks(settings.publicAddress, Channel, first))
    : {}
  return {
    Results: chosen.map((chosenBill) => ({
      ...resultOf(chosenBill),
      BillNo: chosenBill.bill?.BillNo ?? '',
      Recipient: chosenBill.recipient,
    })),
    Subject: isEmailChannel(Channel) ? (content?.subject ?? '') : '',
    Text: content ? previewText(Channel, content) : '',
  }
}

const previewText = (channel: NoticeChannel, { paragraphs, link, note, smsText }: MessageContent): string =>
  isEmailChannel(channel)
    ? [...paragraphs, ...(link ? [`${link.label}：${link.url}`] : []), ...(note === undefined ? [] : [note])].join('\n')
    : smsText

/**
 * Throws a refusal if the portal cannot send notices by this channel, or if a field that the notices reveal is hidden
 * from the role.
 */
const requireChannel = (call: Call, channel: NoticeChannel): void => {
  if (!isChannelOffered(channel, call.ports.settings))
    throw new Refusal('2006', `本行目前未提供${noticeName(channel)}，請改用${noticeName('Email')}。`)
  requireVisibleFields(
    call,
    [...noticeFields, messageChannels[channel].billNotice.address.field],
    '無法寄送含有該資料的通知',
  )
}

// The fields of a bill that its notices contain.
const noticeFields = [
  'BillNo',
  'BillTermId',
  'PayerName',
  'CurrencyType',
  'ShouldPayAmount',
  'PaidAmount',
  'PaymentEndDate',
  'VACAccount',
]

const noticeBillIds = ({ SerialIds }: RecordValues): readonly number[] =>
  readSerialIds(SerialIds, `一次最多通知 ${maxBulkRecords} 張帳單，請分次寄送。`)

/** A bill that the caller has chosen. */
interface ChosenBill {
  readonly serialId: number
  /** Undefined for a bill that the session may not access. */
  readonly bill: NoticeBill | undefined
  readonly recipient: string
  /** The reason why the payer of the bill is not notified; null if the payer is notified. */
  readonly refusal: Pick<RecordResult, 'ReturnCode' | 'ReturnMsg'> | null
}

interface ChosenBillsQuery {
  readonly channel: NoticeChannel
  readonly serialIds: readonly number[]
  /** Whether the bills are locked first; otherwise two requests at the same time could both send a notice. */
  readonly lock?: true
}

const chosenBills = async (
  db: Db,
  call: Call,
  { channel, serialIds, lock }: ChosenBillsQuery,
): Promise<readonly ChosenBill[]> => {
  const visible = db
    .selectFrom('bill as b')
    .select('serial_id')
    .where('serial_id', 'in', serialIds)
    .where(agreementCondition(call.scope, 'b'))
    .orderBy('serial_id')
  const visibleIds = (await (lock ? visible.forUpdate() : visible).execute()).map(({ serial_id }) => serial_id)
  const bills = await noticeBills(db, channel, visibleIds)
  const today = taipeiToday(call.ports.clock())
  return serialIds.map((serialId) => {
    const bill = bills.get(serialId)
    if (!bill)
      return {
        serialId,
        bill,
        recipient: '',
        refusal: { ReturnCode: '2004', ReturnMsg: notFound(call.schemas.get('bills')).message },
      }
    const reason = noticeRefusal(bill, channel) ?? repeatRefusal(bill, channel, today)
    return {
      serialId,
      bill,
      recipient: maskedRecipient(channel, bill.address),
      refusal: reason === null ? null : { ReturnCode: '2006', ReturnMsg: reason },
    }
  })
}

const resultOf = ({ serialId, refusal }: ChosenBill): RecordResult => ({
  SerialId: serialId,
  ...(refusal ?? { ReturnCode: '0000', ReturnMsg: '' }),
})

const insertRun = async (trx: Db, { ports, scope }: Call, channel: NoticeChannel): Promise<number> => {
  const run = {
    channel,
    uniform_no: companyOf(scope),
    request_user: actorOf(scope),
    request_time: ports.clock().toISOString(),
  }
  return (await trx.insertInto('bill_notice_run').values(run).returning('run_id').executeTakeFirstOrThrow()).run_id
}
