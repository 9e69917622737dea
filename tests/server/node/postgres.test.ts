import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../../src/server/node/database'

test.runIf(inject('databaseUrl') !== '')(
  'long work on a server has plans and connections of its own: all of its connections taken, a request still gets one',
  async () => {
    const { db, backgroundDb, close } = await openDatabase({ databaseUrl: inject('databaseUrl') })
    try {
      const plans = async (one: typeof db) => (await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(one)).rows[0]?.plan_cache_mode
      expect([await plans(db), await plans(backgroundDb)]).toEqual(['auto', 'force_custom_plan'])
      let done = 0
      const long = Array.from({ length: 10 }, () =>
        sql`select pg_sleep(0.5)`.execute(backgroundDb).then(() => {
          done += 1
        }),
      )
      await sql`select 1`.execute(db)
      expect(done).toBe(0)
      await Promise.all(long)
    } finally {
      await close()
    }
  },
)
