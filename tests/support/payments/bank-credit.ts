import type { BankCredit } from '../../../src/contract/bank-credits'
import { signatureHeaders } from '../../../src/contract/headers'
import { requestSignature } from '../../../src/server/security/request-signature'
import type { Answer } from '../client'
import type { Portal } from '../portal'

/** A payment of a bill's remainder at an ATM, as the bank's system reports it. */
export const bankCredit = (values: Partial<BankCredit> & Pick<BankCredit, 'VACAccount'>): BankCredit => ({
  TradeDate: '2026-11-20',
  TradeTime: '095959',
  AccountDate: '2026-11-20',
  TxnSeq: '000123',
  ChannelId: '06',
  CurrencyType: 'TWD',
  AmountSign: 'Plus',
  Amount: 1000,
  ...values,
})

interface Signing {
  readonly secret?: Uint8Array<ArrayBuffer>
  /** Seconds after the portal's time. */
  readonly later?: number
  /** What is signed instead of what is sent. */
  readonly signed?: { readonly method?: string; readonly path?: string; readonly body?: string }
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
  readonly ip?: string
}

/** Sends a body to Ext/BankCredits, signed as the bank's system does unless the options differ. */
export const sendSigned = async (
  { ports, clock, request }: Pick<Portal, 'ports' | 'clock' | 'request'>,
  body: unknown,
  signing: Signing = {},
): Promise<Answer> => {
  const [secret = new Uint8Array(32)] = signing.secret ? [signing.secret] : ports.settings.bankCreditSecrets
  const path = signing.path ?? '/api/Ext/BankCredits'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const timestamp = String(Math.floor(clock().getTime() / 1000) + (signing.later ?? 0))
  const signed = {
    timestamp,
    method: 'POST',
    path,
    ...signing.signed,
    body: new TextEncoder().encode(signing.signed?.body ?? text),
  }
  return request('POST', path, {
    body: text,
    headers: {
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: await requestSignature(secret, signed),
      ...signing.headers,
    },
    ...(signing.ip ? { ip: signing.ip } : {}),
  })
}
