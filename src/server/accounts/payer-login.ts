import type { PayerData, PayerLoginResponse, PaymentData } from '../../contract/call-responses'
import { plainAccount } from '../../domain/accounts/virtual-account'
import { Refusal } from '../../domain/refusal'
import { maskedName } from '../access/masks'
import { canUnmask } from '../access/own-data'
import { billsOf, countsOf, paymentsOf } from '../bills/payer-bills'
import type { Call } from '../call'
import { toTaipei } from '../database/times'
import { lockName } from '../database/transaction'
import type { Ports } from '../ports'
import type { PayerScope } from '../scope'
import { countAttempt, countSingleValueClaim, refundAttempt, signInLimits } from '../security/rate-limit'
import { signToken } from '../security/token'
import { grantsFor, type PayerClaim } from './payer-claim'
import { hasPayerSignedInFrom, lastPayerLogin, recordEvent } from './security-log'
import { endPayerSessions, findSession, type Grants, openSession } from './sessions'

/** Signs in a payer who matches the claim; every claim without a match gets the same refusal. */
export const loginPayer = async (call: Call, claim: PayerClaim): Promise<PayerLoginResponse> => {
  const { ports, client } = call
  await countAttempt(ports, signInLimits.address, client.ip)
  const [firstValue = '', ...otherValues] = valuesOf(claim)
  if (otherValues.length === 0) await countSingleValueClaim(ports, client.ip, firstValue)
  const grants = await grantsFor(ports.db, claim)
  // A claim without a match identifies no payer, so the attempt counts as one from an unknown address.
  const origin = (await hasPayerSignedInFrom(ports.db, subjectOf(grants ?? {}), client.ip)) ? 'known' : 'other'
  const attemptKeys = valuesOf(claim).map((value) => `${origin} ${value}`)
  for (const key of attemptKeys) await countAttempt(ports, signInLimits.account, key)
  if (grants === undefined) {
    await recordEvent(call, { event: 'wrong login', kind: 'payer', uniformNo: claim.UniformNo })
    throw new Refusal('1001', '查無符合的繳費資料，請確認輸入的內容，或洽詢您的代收單位。')
  }
  await refundAttempt(ports, signInLimits.address, client.ip)
  for (const key of attemptKeys) await refundAttempt(ports, signInLimits.account, key)
  return openPayerSession(call, grants)
}

/**
 * Returns the values of a claim, each with its company and field.
 * Attempts are counted for each value, because an attacker who has one value of a payer tries many values of the other
 * fields.
 */
const valuesOf = ({ UniformNo = '', VACAccount, ...person }: PayerClaim): readonly string[] =>
  Object.entries({ ...person, ...(VACAccount === undefined ? {} : { VACAccount: plainAccount(VACAccount) }) }).map(
    // A payer code is found in capital and in small letters, so all its spellings are one value.
    ([field, value]) => `${UniformNo} ${field} ${value.toUpperCase()}`,
  )

/** Opens a session with these grants, ends the payer's earlier ones, and returns the data for its screens. */
export const openPayerSession = async (call: Call, grants: Grants): Promise<PayerLoginResponse> => {
  const { ports, client } = call
  const at = ports.clock()
  const subject = subjectOf(grants)
  const lastSignIn = await lastPayerLogin(ports.db, subject)
  const sessionId = await ports.db.transaction().execute(async (trx) => {
    // Of two sign-ins at the same time, the later one ends the session of the earlier one.
    await lockName({ db: trx }, `payer session ${subject}`)
    await endPayerSessions(trx, subject, at)
    return openSession(trx, { kind: 'payer', subject, grants: { ...grants, lastSignIn }, ip: client.ip, at })
  })
  await recordEvent(call, { event: 'login', kind: 'payer', subject })
  const { payers = [], billIds = [], twoFactors: hasMobileAndIdentity = false } = grants
  const scope: PayerScope = { kind: 'payer', sessionId, payers, billIds, hasMobileAndIdentity }
  return { JWTToken: await signToken(ports, 'payer', sessionId, at), ...(await payerData(ports, scope, 1)) }
}

/** Returns the data for a payer's screens, with one page of bills and payments. */
export const payerData = async (ports: Ports, scope: PayerScope, page: number): Promise<PaymentData> => {
  const bills = await billsOf(ports, scope, page)
  const payments = await paymentsOf(ports, scope, page)
  const { counts, hasUnpaid } = await countsOf(ports, scope)
  const companyNames = new Set([...bills, ...payments].map(({ CustomerName }) => CustomerName))
  return {
    data: {
      PayerName: bills[0]?.PayerName ?? (await payerName(ports, scope)),
      CustomerName: [...companyNames].join('、'),
      ...(await sessionData(ports, scope)),
      MayReveal: canUnmask(scope),
      ...counts,
    },
    // 1: there are unpaid bills; 2: there are only payments.
    ModelType: hasUnpaid ? 1 : 2,
    DataLists1: bills,
    DataLists2: payments,
  }
}

const sessionData = async (
  { db, clock }: Ports,
  { sessionId }: PayerScope,
): Promise<Pick<PayerData, 'LoginTime' | 'LastLoginTime' | 'IsCut'>> => {
  const session = await findSession(db, 'payer', sessionId)
  const lastLogin = session?.grants.lastSignIn?.time ?? null
  return {
    LoginTime: toTaipei(session?.login_time ?? clock().toISOString()),
    LastLoginTime: lastLogin && toTaipei(lastLogin),
    // True if the session could not store all payers and bills.
    IsCut: session?.grants.cut ?? false,
  }
}

const payerName = async ({ db }: Ports, { payers }: PayerScope): Promise<string> => {
  const first = payers[0]
  if (first === undefined) return ''
  const payer = await db
    .selectFrom('payer')
    .select(['payer_name', 'id_no'])
    .where('apply_code', '=', first.ApplyCode)
    .where('payer_id', '=', first.PayerId)
    .executeTakeFirst()
  return maskedName(payer?.payer_name ?? '', payer?.id_no)
}

/** Returns the text that identifies the payer in sessions and in the security log. */
const subjectOf = ({ payers = [], billIds = [] }: Grants): string => {
  const payer = payers[0]
  return payer === undefined ? `bill ${billIds[0] ?? ''}` : `${payer.ApplyCode} ${payer.PayerId}`
}
