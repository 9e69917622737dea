import type { CertificateKind } from '../../../domain/certificate'
import { macOf } from '../../accounts/keys'
import type { Ports } from '../../ports'

// Letters and digits that are not taken for each other on paper.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The code that proves a certificate: only the portal can compute it, and it no longer fits once the paid amount is another one. */
export const checkCodeOf = async ({ settings }: Pick<Ports, 'settings'>, kind: CertificateKind, id: number, paidAmount: number): Promise<string> => {
  const mac = await macOf(settings.secret, 'certificate', `${kind} ${id} ${paidAmount}`)
  const code = Array.from(mac.slice(0, 8), (byte) => letters[byte % letters.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
