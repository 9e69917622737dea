import type { Reader } from '../../access/documents'
import { FileAnswer, HttpRefusal } from '../../http/call'
import type { Ports } from '../../ports'
import { type CertificateKey, certificateOf } from './certificate'

/** The certificate as a download. Who may see it is the caller's business. */
export const certificateFile = async (ports: Ports, reader: Reader, key: CertificateKey): Promise<FileAnswer> => {
  const certificate = await certificateOf(ports, reader, key)
  if (certificate === undefined) throw new HttpRefusal(404, '查無這筆帳單，請重新查詢。')
  return new FileAnswer(`繳費證明_${certificate.billNo}.pdf`, 'application/pdf', new Uint8Array(await ports.certificates.print(certificate)))
}
