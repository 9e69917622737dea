import type { Db } from '../../ports'
import { type OpenDatabase, openDatabase } from '../database'
import type { NodeSettings } from '../settings/settings'

/** Milliseconds after which the database counts as unreachable; monitors wait only a few seconds for a response. */
const timeoutMs = 2000

/**
 * Opens a connection for monitors, which must get a response even while requests use all other connections.
 * The embedded engine has a single connection, which is shared.
 */
export const openMonitorDatabase = async (
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  {
    databaseUrl,
    isDatabasePooled,
    databaseTls,
  }: Pick<NodeSettings, 'databaseUrl' | 'isDatabasePooled' | 'databaseTls'>,
): Promise<{ readonly db: Db; close(): Promise<void> }> => {
  if (engine !== 'postgres') return { db, close: async () => {} }
  const timeouts = { connect: timeoutMs, statement: timeoutMs }
  return openDatabase({ databaseUrl, isDatabasePooled, databaseTls, pool: { requests: 1, background: 1 }, timeouts })
}
