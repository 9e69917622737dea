import type { Selectable } from 'kysely'
import type { SessionInfo } from '../../contract/extensions'
import type { Tables } from '../database/tables'
import { toTaipei } from '../database/times'
import type { Ports } from '../ports'
import { idleEnd } from './idle-end'

/** The last sign-ins of a user, newest first; `ownSession` is the one that asks. */
export const sessionsOf = async (ports: Ports, userId: number, ownSession: string): Promise<readonly SessionInfo[]> => {
  const rows = await ports.db
    .selectFrom('session')
    .select(['session_id', 'login_time', 'last_seen', 'ip', 'ended_at', 'end_reason'])
    .where('kind', '=', 'company')
    .where('subject', '=', String(userId))
    .orderBy('login_time', 'desc')
    .limit(20)
    .$narrowType<Pick<Ending, 'end_reason'>>()
    .execute()
  return rows.map((row) => ({
    LoginTime: toTaipei(row.login_time),
    LastSeenTime: toTaipei(row.last_seen),
    IP: row.ip,
    ...endOf(row, ports),
    Current: row.session_id === ownSession,
  }))
}

// A session that lies idle ends by itself, and nobody is there to note it.
const endOf = ({ ended_at, end_reason, last_seen }: Ending, ports: Ports): Pick<SessionInfo, 'EndTime' | 'EndReason'> => {
  if (ended_at !== null) return { EndTime: toTaipei(ended_at), EndReason: end_reason }
  const end = idleEnd(last_seen, ports)
  return ports.clock() > end ? { EndTime: toTaipei(end.toISOString()), EndReason: 'idle' } : { EndTime: null, EndReason: null }
}

interface Ending extends Pick<Selectable<Tables['session']>, 'last_seen' | 'ended_at'> {
  readonly end_reason: SessionInfo['EndReason']
}
