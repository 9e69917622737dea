import { openSession } from '../../src/server/accounts/sessions'
import type { Ports } from '../../src/server/ports'
import { signToken } from '../../src/server/security/token'

/** Returns a token of a company user, as a sign-in returns it. */
export const companyToken = async (
  ports: Ports,
  serialId: number,
  grants: { readonly reason?: string } = {},
): Promise<string> => token(ports, 'company', String(serialId), grants)

/** The reason of bank users for looking at personal data, where a test does not concern it. */
export const testReason = '例行查核'

/** Returns a token of a payer, as a sign-in returns it. */
export const payerToken = async (
  ports: Ports,
  grants: { payers?: { ApplyCode: string; PayerId: string }[]; billIds?: number[]; twoFactors?: boolean },
): Promise<string> => token(ports, 'payer', JSON.stringify(grants), grants)

const token = async (ports: Ports, kind: 'company' | 'payer', subject: string, grants: object): Promise<string> => {
  const at = ports.clock()
  return signToken(ports, kind, await openSession(ports.db, { kind, subject, grants, ip: '127.0.0.1', at }), at)
}
