import { sql } from 'kysely'
import type { NoticeSubscription } from '../../../contract/call-responses'
import { type Call, HttpRefusal } from '../../call'
import type { Row } from '../../database/tables'
import type { Db } from '../../ports'
import { countAttempt, refundAttempt, unsubscribeLinkLimit } from '../../security/rate-limit'
import { findLink, tokenHashOf } from './links'

/** Returns whether the address of a link still receives the notices of its company. */
export const getSubscription = async (call: Call): Promise<NoticeSubscription> => {
  const { uniformNo, CustomerName, addressHash } = await linkedAddress(call)
  const unsubscription = await call.ports.db
    .selectFrom('notice_unsubscription')
    .select('unsubscribe_time')
    .where('uniform_no', '=', uniformNo)
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  return { CustomerName, IsSubscribed: unsubscription === undefined }
}

/** Unsubscribes the address of a link from the notices of its company; a repeated call changes nothing. */
export const unsubscribe = async (call: Call): Promise<NoticeSubscription> => {
  const { uniformNo, CustomerName, addressHash } = await linkedAddress(call)
  await call.ports.db
    .insertInto('notice_unsubscription')
    .values({ uniform_no: uniformNo, address_hash: addressHash, unsubscribe_time: call.ports.clock().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { CustomerName, IsSubscribed: false }
}

/** Subscribes the address of a link again. */
export const resubscribe = async (call: Call): Promise<NoticeSubscription> => {
  const { uniformNo, CustomerName, addressHash } = await linkedAddress(call)
  await call.ports.db
    .deleteFrom('notice_unsubscription')
    .where('uniform_no', '=', uniformNo)
    .where('address_hash', '=', addressHash)
    .execute()
  return { CustomerName, IsSubscribed: true }
}

interface LinkedAddress {
  readonly uniformNo: Row<'customer'>['uniform_no']
  readonly CustomerName: NonNullable<Row<'customer'>['customer_name']>
  readonly addressHash: Row<'notice_link'>['address_hash']
}

/**
 * Returns the company and the address of the link whose token is in the path.
 * Counts the attempt, and throws the same refusal (404) for every token without a valid link to a bill that exists.
 */
const linkedAddress = async ({ ports, params, client }: Call): Promise<LinkedAddress> => {
  await countAttempt(ports, unsubscribeLinkLimit, client.ip)
  const link = await findLink(ports, 'Unsubscribe', await tokenHashOf(params.Token ?? ''))
  const company = link && (await companyOfBill(ports.db, link.bill_serial_id))
  if (!company)
    throw new HttpRefusal(
      404,
      '這個連結已失效或不完整。請從最近一封繳款通知開啟連結，或請收款單位將通知方式改為「不通知」。',
    )
  // A valid link does not count, because mail providers unsubscribe many payers from a few IP addresses.
  await refundAttempt(ports, unsubscribeLinkLimit, client.ip)
  return { ...company, addressHash: link.address_hash }
}

const companyOfBill = async (db: Db, serialId: number): Promise<Omit<LinkedAddress, 'addressHash'> | undefined> => {
  const { rows } = await sql<Omit<LinkedAddress, 'addressHash'>>`
    select c.uniform_no as "uniformNo", c.customer_name as "CustomerName"
    from bill b
    join agreement a on a.apply_code = b.apply_code
    join customer c on c.uniform_no = a.uniform_no
    where b.serial_id = ${serialId}`.execute(db)
  return rows[0]
}
