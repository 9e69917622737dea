import { type RawBuilder, sql } from 'kysely'
import { addDays, taipeiToday } from '../../../domain/dates/dates'
import { isEmailChannel, type NoticeChannel } from '../../../domain/message-channels'
import type { Row } from '../../database/tables'
import type { NoticeLinks } from '../../notices/bill-messages'
import type { Db, Ports } from '../../ports'
import { randomId } from '../../security/keys'

/** The purpose of a link in a notice: to open the bill, or to unsubscribe from the notices of the company. */
export type LinkPurpose = 'Bill' | 'Unsubscribe'

/**
 * Days for which a link to a bill can be opened after the deadline of the bill, or after the day of the notice if that
 * is the later day.
 */
export const billLinkDays = 90

/** Days for which a payer can unsubscribe by the link in an e-mail. */
const unsubscribeDays = 365

/** A bill whose notice has links. */
interface LinkedBill {
  readonly SerialId: number
  readonly PaymentEndDate: string
  readonly address: string | null
  readonly canVerifyPayer: boolean
}

/**
 * Creates the links of a notice with new tokens and stores the digests of the tokens.
 * Returns the links.
 * Without a public address of the portal there are no links; without data that identify the payer there is no link to
 * the bill.
 */
export const createLinks = async (
  ports: Pick<Ports, 'db' | 'clock' | 'settings'>,
  channel: NoticeChannel,
  bill: LinkedBill,
): Promise<NoticeLinks> => {
  const { publicAddress } = ports.settings
  if (publicAddress === null) return noLinks
  const today = taipeiToday(ports.clock())
  const lastDay = bill.PaymentEndDate > today ? bill.PaymentEndDate : today
  const create = async (purpose: LinkPurpose, path: string, until: string) =>
    `${publicAddress}/${path}/${await createToken(ports.db, { purpose, channel, bill, until })}`
  return {
    bill: bill.canVerifyPayer ? await create('Bill', 'bill', addDays(lastDay, billLinkDays)) : null,
    unsubscribe: isEmailChannel(channel)
      ? await create('Unsubscribe', 'unsubscribe', addDays(today, unsubscribeDays))
      : null,
  }
}

/** The links of a notice if the portal has no public address. */
const noLinks: NoticeLinks = { bill: null, unsubscribe: null }

/**
 * Returns the links for the preview of a notice, with a placeholder for the token, because tokens are created only when
 * a notice is sent.
 */
export const sampleLinks = (
  publicAddress: string | null,
  channel: NoticeChannel,
  { canVerifyPayer }: LinkedBill,
): NoticeLinks => {
  if (publicAddress === null) return noLinks
  const sample = (path: string) => `${publicAddress}/${path}/${'x'.repeat(24)}`
  return {
    bill: canVerifyPayer ? sample('bill') : null,
    unsubscribe: isEmailChannel(channel) ? sample('unsubscribe') : null,
  }
}

interface NewLink {
  readonly purpose: LinkPurpose
  readonly channel: NoticeChannel
  readonly bill: LinkedBill
  /** The last day on which the link works. */
  readonly until: string
}

const createToken = async (db: Db, { purpose, channel, bill, until }: NewLink): Promise<string> => {
  const token = randomId()
  await db
    .insertInto('notice_link')
    .values({
      token_hash: await tokenHashOf(token),
      purpose,
      channel,
      bill_serial_id: bill.SerialId,
      address_hash: addressHash(sql`${bill.address ?? ''}::text`),
      expire_time: `${addDays(until, 1)}T00:00:00+08:00`,
    })
    .execute()
  return token
}

/** Returns the link with this token; undefined if there is none for this purpose, or if it has expired. */
export const findLink = (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  purpose: LinkPurpose,
  tokenHash: string,
): Promise<NoticeLink | undefined> =>
  db
    .selectFrom('notice_link')
    .select(['channel', 'bill_serial_id', 'address_hash'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expire_time', '>', clock().toISOString())
    .$narrowType<{ readonly channel: NoticeChannel }>()
    .executeTakeFirst()

type NoticeLink = Pick<Row<'notice_link'>, 'bill_serial_id' | 'address_hash'> & { readonly channel: NoticeChannel }

/** Returns the digest of a token, in hexadecimal digits. */
export const tokenHashOf = async (token: string): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * Returns the SQL expression for the digest of an address, by which notices and unsubscriptions are compared.
 * The digest does not depend on upper and lower case.
 */
export const addressHash = (address: RawBuilder<unknown>): RawBuilder<string> =>
  sql`encode(sha256(convert_to(lower(${address}), 'UTF8')), 'hex')`
