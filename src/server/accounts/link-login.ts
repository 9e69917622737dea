import { sql } from 'kysely'
import type { PayerLoginResponse } from '../../contract/call-responses'
import { noticeChannels } from '../../domain/bills/bill-notice'
import { Refusal } from '../../domain/refusal'
import { findLink, tokenHashOf } from '../bills/notices/links'
import { isVisibleToPayers } from '../bills/payer-bills'
import type { Call } from '../call'
import type { Row } from '../database/tables'
import type { Ports } from '../ports'
import { billLinkLimit, countAttempt, refundAttempt, signInLimits } from '../security/rate-limit'
import { verifyCaptcha } from './captcha/captcha'
import { claimSpellings, matchesClaim, type PayerClaim, readLinkClaim } from './payer-claim'
import { openPayerSession } from './payer-login'
import { recordEvent } from './security-log'

/**
 * Signs in a payer with the link in a notice and with data that the notice does not contain.
 * The session can access only the bill of that notice.
 * A wrong token and wrong data get the same refusal.
 */
export const loginByLink = async (call: Call): Promise<PayerLoginResponse> => {
  const { ports, client } = call
  await verifyCaptcha(call)
  const { token, claim } = readLinkClaim(call.body)
  const tokenHash = await tokenHashOf(token)
  await countAttempt(ports, signInLimits.address, client.ip)
  await countAttempt(ports, billLinkLimit, tokenHash)
  const bill = await findIdentifiedBill(ports, tokenHash, claim)
  if (bill === undefined) {
    await recordEvent(call, { event: 'wrong login', kind: 'payer' })
    throw new Refusal(
      '1001',
      '連結已失效，或輸入的資料與帳單不符。請確認後再試；也可改由「繳款人登入」查詢，或洽收款單位。',
    )
  }
  await refundAttempt(ports, signInLimits.address, client.ip)
  await refundAttempt(ports, billLinkLimit, tokenHash)
  if (bill.bill_state === 'Void') throw new Refusal('2006', '這張帳單已作廢，請勿繳款；如有疑問，請洽收款單位。')
  return openPayerSession(call, { billIds: [bill.serial_id] })
}

type IdentifiedBill = Pick<Row<'bill'>, 'serial_id' | 'bill_state'>

const findIdentifiedBill = async (
  ports: Ports,
  tokenHash: string,
  claim: PayerClaim,
): Promise<IdentifiedBill | undefined> => {
  const link = await findLink(ports, 'Bill', tokenHash)
  // The payer must enter their ID number, or the field that the notice of this channel does not reveal.
  const hasRequiredField =
    link !== undefined && (claim.IdNo ?? claim[noticeChannels[link.channel].identifiedBy]) !== undefined
  // The statement runs for every token, so that the response time does not reveal whether the link exists.
  // No bill has the id 0.
  const matches = sql.join(
    claimSpellings(claim).map((spelling) => sql`(${matchesClaim(spelling, 'b')})`),
    sql` or `,
  )
  const { rows } = await sql<IdentifiedBill>`
    select b.serial_id, b.bill_state
    from bill b
    join agreement a on a.apply_code = b.apply_code
    where b.serial_id = ${hasRequiredField ? link.bill_serial_id : 0} and ${isVisibleToPayers} and (${matches})`.execute(
    ports.db,
  )
  return rows[0]
}
