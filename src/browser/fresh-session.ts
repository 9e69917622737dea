import type { CompanySession } from '../contract/session'
import { capabilities } from './capabilities'
import { call } from './http'
import { companySession, refreshCompanySession, sessionOwner } from './session'

/** Brings name, role and menu of the signed-in company user up to date; a backend that does not tell them leaves those of the sign-in. */
export const freshenSession = async (): Promise<void> => {
  const owner = sessionOwner()
  if (companySession() === null || !(await capabilities()).includes('EnterpriseArea.GetSession')) return
  const fresh = await call<CompanySession>('EnterpriseArea.GetSession', { quiet: true }).catch(() => null)
  // Somebody else may have signed in meanwhile.
  if (fresh && sessionOwner() === owner) refreshCompanySession(fresh)
}
