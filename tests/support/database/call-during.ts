import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../../src/server/ports'
import type { Answer } from '../client'

/**
 * Executes a change in a transaction on a server, and meanwhile a call, until the call waits for the change.
 * Returns the response to the call.
 */
export const callDuring = async (db: Db, change: RawBuilder<unknown>, call: () => Promise<Answer>): Promise<Answer> => {
  const someoneWaits = sql<{ found: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as found`
  const { response } = await db.transaction().execute(async (trx) => {
    await change.execute(trx)
    const called = call()
    called.catch(() => {})
    await expect.poll(async () => (await someoneWaits.execute(db)).rows[0]?.found).toBe(true)
    return { response: called }
  })
  return response
}
