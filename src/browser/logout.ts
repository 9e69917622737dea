import { call } from './http'
import { clearSessions, openSession } from './session'

/** Ends every session: in this browser at once, on the server as far as it can be reached. */
export const logoutAll = (): Promise<void> => {
  const told = tellLogout()
  clearSessions()
  return told
}

/** Tells the server alone, for who clears what is stored here in another way. */
export const tellLogout = (): Promise<void> => {
  const session = openSession()
  // The request takes the token along before it is forgotten; whether it arrives changes nothing here.
  const told = session && call(session.kind === 'company' ? 'EnterpriseArea.Logout' : 'PayerArea.Logout', { quiet: true, overlay: false })
  return Promise.resolve(told).then(ignore, ignore)
}

const ignore = () => {}
