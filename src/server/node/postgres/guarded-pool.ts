import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable } from '../../store/database-unavailable'
import { statementNames } from './statement-names'

/** A pool that says plainly when the server is away, and never lends a broken connection twice. */
export const guardedPool = (pool: pg.Pool): PostgresPool => {
  // A connection that breaks while nobody asks it anything tells so by an event, which without a listener would end this process; the next query meets the fact.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const nameOf = statementNames()
  return {
    connect: async () => guarded(await pool.connect().catch(unavailable), nameOf),
    end: () => pool.end(),
  }
}

const guarded = (client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient => {
  let broken = false
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    try {
      return await client.query({ text, values: [...values], name: values.length > 0 ? nameOf(text) : undefined })
    } catch (error) {
      if (!isBroken(error)) throw error
      broken = true
      return unavailable(error)
    }
  }
  return {
    // Kysely names the row type where it built the query; cursors are not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken),
  }
}

const unavailable = (cause: unknown): never => {
  throw new DatabaseUnavailable(cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause), { cause })
}

/** Connection failures (class 08), a server that stops or starts (57P01 to 57P03) and errors of the socket; all else is an answer of the server. */
const isBroken = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (/^[0-9A-Z]{5}$/.test(code)) return /^(08|57P0[123])/.test(code)
  return code !== '' || /connection|queryable|read timeout|terminat/i.test(error.message)
}
