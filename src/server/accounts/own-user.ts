import { type Call, HttpRefusal } from '../http/call'
import { getUser, type PortalUser } from './portal-user'
import { findSession, type SignIn } from './sessions'

/** The user whose session calls, with the sign-in before that of the session. */
export const ownUser = async ({ ports, scope }: Call): Promise<PortalUser & { readonly lastSignIn: SignIn }> => {
  const session = scope.kind === 'company' || scope.kind === 'bank' ? await findSession(ports.db, 'company', scope.sessionId) : undefined
  const user = session && (await getUser(ports.db, Number(session.subject)))
  if (user === undefined) throw new HttpRefusal(401, '您尚未登入或登入狀態已失效，請重新登入。')
  return { ...user, lastSignIn: session?.grants.lastSignIn ?? { time: null, ip: null } }
}
