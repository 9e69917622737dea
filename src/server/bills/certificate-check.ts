import type { CertificateCheck } from '../../contract/call-responses'
import { type CertificateSubject, parseCertificateNo } from '../../domain/bills/certificate'
import { certifiedStates, counteredPart } from '../../domain/bills/certified-payments'
import { Refusal } from '../../domain/refusal'
import { foldText } from '../../domain/text-folding'
import { maskedName } from '../access/masks'
import type { Call } from '../call'
import { toTaipei } from '../database/times'
import type { Ports } from '../ports'
import { singleValue } from '../query-values'
import { certificateLimit, countAttempt } from '../security/rate-limit'
import { type CertificateFacts, certificateFacts, checkCodeOf } from './certificate-facts'

/**
 * Checks a certificate by its number and check code.
 * Returns the certified values, and whether a payment was taken back after the certificate was printed.
 * Counts the attempt, and throws a refusal if the number or the code is wrong.
 */
export const checkCertificate = async ({ ports, query, client }: Call): Promise<CertificateCheck> => {
  await countAttempt(ports, certificateLimit, client.ip)
  const certificateNo = normalize(singleValue(query, 'CertificateNo'))
  const subject = parseCertificateNo(certificateNo)
  const facts = subject === null ? undefined : await certificateFacts(ports, subject)
  const state =
    subject &&
    facts &&
    (await printedState(ports, { subject, facts, code: normalize(singleValue(query, 'CheckCode')) }))
  if (!facts || !state) throw new Refusal('2004', '查無這份繳費證明，請確認證明編號與查驗碼。')
  const countered = counteredPart(facts.entries, state.payments)
  return {
    CertificateNo: certificateNo,
    CustomerName: facts.companyName,
    BillNo: facts.billNo,
    PayerName: maskedName(facts.payerName, facts.idNo),
    CurrencyType: facts.currency,
    PaidAmount: state.paidAmount,
    PaidTime: toTaipei(state.paidTime),
    CurrentAmount: certifiedStates(facts.entries).at(-1)?.paidAmount ?? 0,
    EntryState: countered?.state ?? 'Live',
    CounterAmount: countered?.amount ?? 0,
    CounterTime: countered && toTaipei(countered.time),
  }
}

interface CodeToCheck {
  readonly subject: CertificateSubject
  readonly facts: CertificateFacts
  readonly code: string
}

/**
 * Returns the state of the payments, current or earlier, for which a certificate with this code would have been
 * printed, and the time of its last payment; undefined if there is none.
 * The certificate may have been printed with an earlier secret.
 */
const printedState = async ({ settings }: Ports, { subject, facts, code }: CodeToCheck) => {
  for (const state of certifiedStates(facts.entries).toReversed()) {
    const lastPayment = state.payments.at(-1)
    // Without a live payment no certificate is printed.
    if (lastPayment === undefined) continue
    for (const secret of settings.certificateSecrets)
      if ((await checkCodeOf(secret, subject, state)) === code) return { ...state, paidTime: lastPayment.paidTime }
  }
  return undefined
}

const normalize = (text = ''): string => foldText(text).toUpperCase()
