import type { AuthProvider } from 'react-admin'
import { companySession, payerSession } from '../../browser/session/session'
import { payerHome, signInAccount, signInCompany, signInPayer, signOut } from '../../browser/session/sign-in'
import type { SchemaSet } from '../../schema/load/schema-set'
import { isAbility, isPermitted } from './access'

type LoginFields = Readonly<Record<string, string>>

/**
 * Creates react-admin's auth provider.
 * The admin area requires the session of a company or bank user; a payer is redirected to the sign-in page of payers.
 */
export const createAuthProvider = (schemas: SchemaSet): AuthProvider => ({
  login: ({ kind, fields }: { kind: keyof typeof signInMethods; fields: LoginFields }) => signInMethods[kind](fields),

  // React-admin runs this on every page, so it sends no request.
  // If the token has expired, the next request fails with 401.
  // With `message: false`, react-admin shows no message.
  checkAuth: async () => {
    if (!companySession())
      throw Object.assign(new Error(), { message: false, redirectTo: payerSession() ? '/client' : '/company' })
  },

  // The HTTP client handles 401: calls that fail at the same time share one dialog.
  // When the user confirms it, the root path opens.
  checkError: async () => {},

  // React-admin runs this several times when a session ends; only the first run finds a session to end.
  // React-admin also runs it when `checkAuth` rejects a payer who opens the admin area.
  // The payer stays signed in.
  logout: async () => {
    if (companySession()) await signOut()
    return payerSession() ? '/client' : '/company'
  },

  canAccess: async ({ action, resource }) => {
    const session = companySession()
    return (
      session !== null &&
      schemas.has(resource) &&
      isAbility(action) &&
      isPermitted(schemas.get(resource), session.menu, action)
    )
  },

  getIdentity: async () => {
    const session = companySession()
    if (!session) throw new Error('No company user is signed in.')
    return { id: session.data.UserId, fullName: session.data.UserName }
  },

  getPermissions: async () => companySession()?.menu ?? [],
})

// The pages of the public site sign in through the same functions.
const signInMethods = {
  company: async (fields: LoginFields) => {
    await signInCompany(fields)
    return { redirectTo: '/admin' }
  },
  payer: async (fields: LoginFields) => ({ redirectTo: payerHome(await signInPayer(fields)) }),
  // Calls AccountLogin, which despite its name identifies the payer by the mobile number with IdNo or PayerId, not by a
  // virtual account.
  account: async (fields: LoginFields) => ({ redirectTo: payerHome(await signInAccount(fields)) }),
}
