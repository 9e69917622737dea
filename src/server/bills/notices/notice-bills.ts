import { type RawBuilder, sql } from 'kysely'
import type { LatestNotice, NoticeFacts } from '../../../domain/bills/bill-notice'
import { defaultTemplate, type NoticeTemplate } from '../../../domain/bills/notice-template'
import { taipeiToday } from '../../../domain/dates/dates'
import { isEmailChannel, messageChannels, type NoticeChannel } from '../../../domain/message-channels'
import { maskedContact } from '../../access/masks'
import type { Row } from '../../database/tables'
import {
  billNoticeContent,
  type NoticeLinks,
  type NotifiedBill,
  type WayToPay,
  wayToPay,
} from '../../notices/bill-messages'
import type { MessageContent } from '../../notices/messages'
import type { Db, Ports } from '../../ports'
import { billTables } from '../bill-sql'
import { isVisibleToPayers } from '../payer-bills'
import { channelsOfBill } from '../payment-codes'
import { addressHash } from './links'

/** A bill with the content of its notice and the facts that decide whether the notice is sent. */
export interface NoticeBill extends NoticeFacts, LatestNotice, Omit<NotifiedBill, 'isPayable'> {
  readonly SerialId: number
  /**
   * Whether the bill has data by which its payer can be verified: data that the payer knows and the notice does not
   * contain.
   */
  readonly canVerifyPayer: boolean
  /** The company's own texts; null if it uses the default ones. */
  readonly Template: NoticeTemplate | null
}

/** Returns the bills with these keys, by key. */
export const noticeBills = async (
  db: Db,
  channel: NoticeChannel,
  serialIds: readonly number[],
): Promise<ReadonlyMap<number, NoticeBill>> => {
  if (serialIds.length === 0) return new Map()
  const { address, time, identifiedBy } = noticeColumns(channel)
  const { rows } = await sql<NoticeRow>`
    select
      b.serial_id as "SerialId", b.bill_no as "BillNo", coalesce(t.bill_term_name, b.bill_term_id) as "BillTermName",
      c.customer_name as "CustomerName", c.customer_phone as "CustomerPhone", b.payer_name as "PayerName", b.id_no as "IdNo",
      b.currency_type as "CurrencyType", b.should_pay_amount as "ShouldPayAmount", b.paid_amount as "PaidAmount",
      b.should_pay_amount - b.paid_amount as "UnpaidAmount", b.payment_end_date as "PaymentEndDate", b.vac_account as "VACAccount",
      coalesce(b.debit_flag, false) as "DebitFlag", b.bill_state as "BillState", ${address} as address, ${time} as "sentAt",
      not ${isVisibleToPayers} as "isDraft", b.account_state = 'Released' as "isAccountReleased",
      coalesce(p.notify_method ? 'None', false) as "hasDeclinedNotices",
      ${isEmailChannel(channel) ? isUnsubscribed(address) : sql`false`} as "isUnsubscribed",
      coalesce(nullif(b.id_no, ''), nullif(${identifiedBy}, '')) is not null as "canVerifyPayer",
      case when nt.serial_id is not null then
        jsonb_build_object('MailSubject', nt.mail_subject, 'MailBody', nt.mail_body, 'SmsText', nt.sms_text)
      end as "Template",
      exists (
        select from bill_notice n where n.bill_serial_id = b.serial_id and n.channel = ${channel} and n.notify_status in ('Pending', 'Failed')
      ) as "hasUnsentNotice"
    from bill b
    ${billTables}
    left join notice_template nt on nt.uniform_no = c.uniform_no
    left join payer p on p.apply_code = b.apply_code and p.payer_id = b.payer_id
    where b.serial_id in (${sql.join(serialIds)})`.execute(db)
  return new Map(
    rows.map(({ sentAt, ...bill }) => [bill.SerialId, { ...bill, sentOn: sentAt && taipeiToday(new Date(sentAt)) }]),
  )
}

type NoticeRow = Omit<NoticeBill, 'sentOn'> & { readonly sentAt: string | null }

const isUnsubscribed = (address: RawBuilder<unknown>) => sql<boolean>`exists (
  select from notice_unsubscription s where s.uniform_no = a.uniform_no and s.address_hash = ${addressHash(address)}
)`

/**
 * Returns the columns of a bill `b` for a channel: the address for its notices, the time of the latest notice, and the
 * column that, besides the ID number, identifies the payer who opens a link.
 */
export const noticeColumns = (channel: NoticeChannel) => {
  const { address, timeColumn, identifiedBy } = messageChannels[channel].billNotice
  return {
    address: billColumn(address.column),
    time: billColumn(timeColumn),
    identifiedBy: billColumn(identifiedBy.column),
  }
}

const billColumn = (column: keyof Row<'bill'>): RawBuilder<unknown> => sql.ref(`b.${column}`)

/** Returns the masked address of a recipient, for the log and the screens of notices. */
export const maskedRecipient = (channel: NoticeChannel, address: string | null): string =>
  maskedContact(messageChannels[channel].contact, address ?? '')

/** Returns the notice of a bill as of today, with these links and without its slip, and how the payer pays. */
export const noticeContent = async (
  ports: Ports,
  bill: NoticeBill,
  links: NoticeLinks,
): Promise<{ readonly content: MessageContent; readonly pays: WayToPay }> => {
  const facts = { ...bill, isPayable: (await channelsOfBill(ports, bill.SerialId)).length > 0 }
  const { publicAddress } = ports.settings
  const content = billNoticeContent(facts, {
    today: taipeiToday(ports.clock()),
    publicAddress,
    links,
    template: bill.Template ?? defaultTemplate,
  })
  return { content, pays: wayToPay(facts) }
}
