import {
  type Certificate,
  type CertificateSubject,
  certificateCheckAddress,
  certificateNo,
  composeCertificate,
} from '../../domain/bills/certificate'
import { certifiedStates, counteredPart } from '../../domain/bills/certified-payments'
import { taipeiToday } from '../../domain/dates/dates'
import { formatRocLong } from '../../domain/dates/roc-date'
import { enumText } from '../../domain/enums'
import { cancelledOrReversedText } from '../../domain/payments/entry-state'
import { Refusal } from '../../domain/refusal'
import { type DocumentAccess, payerNamesFor } from '../access/documents'
import { FileDownload, HttpRefusal } from '../call'
import { toTaipei } from '../database/times'
import type { Ports } from '../ports'
import { type CertificateFacts, certificateFacts, checkCodeOf } from './certificate-facts'

/**
 * Returns the certificate of a bill with at least one live payment, or of one live payment, with the payer's name as
 * `access` allows; undefined if the bill or payment does not exist.
 * Throws a refusal if nothing is paid.
 * The caller must check that the user may see the bill.
 */
export const certificateOf = async (
  ports: Ports,
  access: DocumentAccess,
  subject: CertificateSubject,
): Promise<Certificate | undefined> => {
  const facts = await certificateFacts(ports, subject)
  if (facts === undefined) return undefined
  const state = certifiedStates(facts.entries).at(-1)
  if (state === undefined || state.paidAmount === 0) throw new Refusal('2006', refusalText(facts, subject))
  const certificateNumber = certificateNo(subject)
  const code = await checkCodeOf(ports.settings.certificateSecrets[0], subject, state)
  const { publicAddress } = ports.settings
  const [payerName = ''] = await payerNamesFor(access, [
    { SerialId: facts.billId, PayerName: facts.payerName, IdNo: facts.idNo },
  ])
  return composeCertificate({
    ...facts,
    payerName,
    certificateNo: certificateNumber,
    checkCode: code,
    portalName: ports.settings.portalName,
    verificationUrl: publicAddress && certificateCheckAddress(publicAddress, certificateNumber, code),
    items: facts.items.map(({ FeeName, Amount }) => ({ name: FeeName, amount: Amount })),
    paidAmount: state.paidAmount,
    payments: state.payments.map(({ paidTime, channel, receiptNo, amount }) => ({
      paidTime: timeText(paidTime),
      channel: enumText('Channel', channel),
      receiptNo,
      amount,
    })),
    printedOn: formatRocLong(taipeiToday(ports.clock())),
  })
}

/** Returns the reason why a bill or payment without live money has no certificate. */
const refusalText = ({ entries, billNo }: CertificateFacts, { kind }: CertificateSubject): string => {
  const countered = counteredPart(entries, entries)
  if (countered === null) return `帳單 ${billNo} 尚未繳費，繳費入帳後才能下載繳費證明。`
  const counterText = `已於 ${timeText(countered.time).slice(0, 10)} ${cancelledOrReversedText(countered.state)}`
  return kind === 'Bill'
    ? `帳單 ${billNo} 的繳費${counterText}，重新繳費入帳後才能下載繳費證明。`
    : `帳單 ${billNo} 的這筆繳費${counterText}，沒有繳費證明；如有疑問，請洽收款單位。`
}

/** Converts a UTC time such as `2026-11-20T01:15:30.123` to Taipei time, `2026/11/20 09:15`. */
const timeText = (utc: string): string => {
  const local = toTaipei(utc.slice(0, 19))
  return `${local.slice(0, 10).replaceAll('-', '/')} ${local.slice(11, 16)}`
}

/** Returns the certificate as a download. The caller must check that the user may see the bill. */
export const certificateFile = async (
  ports: Ports,
  access: DocumentAccess,
  subject: CertificateSubject,
): Promise<FileDownload> => {
  const certificate = await certificateOf(ports, access, subject)
  if (certificate === undefined) throw new HttpRefusal(404, '查無這筆帳單，請重新查詢。')
  return new FileDownload(
    `繳費證明_${certificate.billNo}_${certificate.certificateNo}.pdf`,
    'application/pdf',
    await ports.certificates.print(certificate),
  )
}
