import type { CertificateCheck } from '../../../contract/extensions'
import { parseCertificateNo } from '../../../domain/certificate'
import { foldFullWidth } from '../../../domain/full-width'
import { mask } from '../../../domain/mask'
import { Refusal } from '../../../domain/refusal'
import { certificateLimit, countTry } from '../../accounts/rate-limit'
import { toTaipei } from '../../database/times'
import type { Call } from '../../http/call'
import { certificateFacts } from './certificate'
import { checkCodeOf } from './check-code'

/** Tells whoever holds a certificate whether the portal knows it, and what it says. */
export const checkCertificate = async ({ ports, query, caller }: Call): Promise<CertificateCheck> => {
  await countTry(ports, certificateLimit, caller.ip)
  const no = typed(query.CertificateNo)
  const parsed = parseCertificateNo(no)
  const facts = parsed === null ? undefined : await certificateFacts(ports.db, parsed.kind, parsed.id)
  if (parsed === null || facts === undefined || (await checkCodeOf(ports, parsed.kind, parsed.id, facts.paidAmount)) !== typed(query.CheckCode)) {
    throw new Refusal('2004', '查無這份繳費證明，請確認證明編號與查驗碼。')
  }
  return {
    CertificateNo: no,
    CustomerName: facts.companyName,
    BillNo: facts.billNo,
    PayerName: mask('name', facts.payerName),
    CurrencyType: facts.currency,
    PaidAmount: facts.paidAmount,
    PaidTime: toTaipei(`${facts.payments.at(-1)?.paidTime.slice(0, 19) ?? ''}.000000Z`),
  }
}

const typed = (values: readonly string[] = []): string =>
  foldFullWidth(values[0] ?? '')
    .trim()
    .toUpperCase()
