import { amountInWords, formatMoney } from '../money/money'

/** The content of a certificate of payment (繳費證明); texts are ready to print. */
export interface Certificate {
  readonly title: string
  /** The serial number of the certificate, and the code with which a reader verifies that it is genuine. */
  readonly certificateNo: string
  readonly checkCode: string
  /** The name of the portal where the certificate can be checked. */
  readonly portalName: string
  /** Address of the page that verifies the certificate; null if the portal's own address is not configured. */
  readonly verificationUrl: string | null
  /** The name of the bank that issues the certificate; empty if the table of banks does not contain the bank. */
  readonly bankName: string
  readonly companyName: string
  readonly uniformNo: string
  /** Masked if the reader may not view it unmasked. */
  readonly payerName: string
  readonly termName: string
  readonly billNo: string
  readonly currency: string
  /** The items of the bill. */
  readonly items: readonly { readonly name: string; readonly amount: number }[]
  readonly payments: readonly {
    readonly paidTime: string
    readonly channel: string
    readonly receiptNo: string
    readonly amount: number
  }[]
  /** The amount that the certificate states: as a number, in figures and in words (壹仟零伍拾元整). */
  readonly paidAmount: number
  readonly paidText: string
  readonly paidInWords: string
  readonly printedOn: string
}

/** Returns a certificate with its title and with its amount in figures and in words. */
export const composeCertificate = (source: Omit<Certificate, 'paidText' | 'paidInWords' | 'title'>): Certificate => ({
  ...source,
  title: '繳費證明',
  paidText: formatMoney(source.paidAmount, source.currency),
  paidInWords: amountInWords(source.paidAmount, source.currency),
})

/** The subject of a certificate: a whole bill, or one payment. */
export interface CertificateSubject {
  readonly kind: 'Bill' | 'Payment'
  readonly id: number
}

/**
 * Returns the serial number of a certificate: the first letter of its kind, and the id of the bill or payment with ten
 * digits.
 */
export const certificateNo = ({ kind, id }: CertificateSubject): string =>
  `${kind.charAt(0)}${String(id).padStart(10, '0')}`

/** Returns the subject of a serial number, or null if the number is malformed. */
export const parseCertificateNo = (no: string): CertificateSubject | null => {
  const [, letter, digits] = /^([BP])(\d{10})$/.exec(no) ?? []
  return letter && digits ? { kind: letter === 'B' ? 'Bill' : 'Payment', id: Number(digits) } : null
}

/** Returns the address of the page that verifies a certificate, with its form filled in. */
export const certificateCheckAddress = (portalAddress: string, no: string, code: string): string =>
  `${portalAddress}/certificate-check?CertificateNo=${no}&CheckCode=${code}`
