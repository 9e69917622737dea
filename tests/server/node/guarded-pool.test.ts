import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { guardedPool } from '../../../src/server/node/guarded-pool'

test('after a transaction that could not begin, no other statement is sent, and the connection is closed', async () => {
  const sent: string[] = []
  const released: unknown[] = []
  // A server that cancels `begin` cannot be arranged, so this pool stands for it.
  const client = {
    query: async ({ text }: { readonly text: string }) => {
      sent.push(text)
      await setTimeout(1)
      if (text === 'begin') throw Object.assign(new Error('canceling statement due to user request'), { code: '57014' })
      return { command: text.toUpperCase(), rowCount: 1, rows: [] }
    },
    release: (mustClose: unknown) => released.push(mustClose),
  }
  const pool = Object.assign(new EventEmitter(), {
    connect: async () => client,
    end: async () => {},
  }) as unknown as pg.Pool
  const db = new Kysely({ dialect: new PostgresDialect({ pool: guardedPool(pool, { nameOf: () => undefined }) }) })
  const work = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    await sql`select 2`.execute(trx)
  })
  await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
  expect(sent).toEqual(['begin', 'select 1'])
  expect(released).toEqual([true])
})
