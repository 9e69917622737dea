import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { uniqueViolation } from '../../../src/server/database/errors'
import { inTransaction } from '../../../src/server/database/transaction'
import { testDatabase } from '../../support/database/database'

const { db, close } = await testDatabase()
afterAll(close)

test('both engines return the same plain values', async () => {
  const { rows } = await sql`select
    date '2026-11-30' as day,
    9007199254740991::bigint as big,
    sum(x)::numeric as total,
    timestamptz '2026-11-20 09:15:30.1234+08' as moment,
    timestamptz '2026-11-20 09:15:30+08' as round_moment,
    '\\x00ff10'::bytea as bytes,
    '{"a":[1,"二"]}'::jsonb as json,
    true as yes,
    null::date as nothing,
    count(*) as count
    from (values (1::bigint), (2)) as v (x)`.execute(db)
  expect(rows).toEqual([
    {
      day: '2026-11-30',
      big: 9007199254740991,
      total: 3,
      moment: '2026-11-20T01:15:30.123400Z',
      round_moment: '2026-11-20T01:15:30.000000Z',
      bytes: new Uint8Array([0, 255, 16]),
      json: { a: [1, '二'] },
      yes: true,
      nothing: null,
      count: 2,
    },
  ])
})

test('values are written and read unchanged', async () => {
  await sql`create table round_trip (day date, big bigint, moment timestamptz, bytes bytea, json jsonb, yes boolean, words text)`.execute(
    db,
  )
  const row = {
    day: '2024-02-29',
    big: -9007199254740991,
    moment: '2026-11-20T01:15:30.123456Z',
    bytes: new Uint8Array(300).map((_, i) => i),
    json: JSON.stringify([{ FeeName: "管理費 ' \\ 😀" }]),
    yes: false,
    words: '',
  }
  await db.insertInto('round_trip').values(row).execute()
  expect(await db.selectFrom('round_trip').selectAll().execute()).toEqual([{ ...row, json: JSON.parse(row.json) }])
})

test('an error about a unique index has the name of the index', async () => {
  await sql`create table unique_here (a text, b text)`.execute(db)
  await sql`create unique index unique_here_b_key on unique_here (b)`.execute(db)
  await sql`insert into unique_here values ('1', 'x')`.execute(db)
  const error = await sql`insert into unique_here values ('2', 'x')`.execute(db).catch((reason: unknown) => reason)
  expect(uniqueViolation(error)).toBe('unique_here_b_key')
  expect(uniqueViolation(new Error('other'))).toBeUndefined()
})

test('a failed transaction leaves no data, and others wait for it instead of joining it', async () => {
  await sql`create table diary (line text)`.execute(db)
  let outside: Promise<unknown> | undefined
  const failing = inTransaction(db, async (trx) => {
    await sql`insert into diary values ('inside')`.execute(trx)
    outside = sql`insert into diary values ('outside')`.execute(db)
    await sql`insert into diary values ('inside')`.execute(trx)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await outside
  expect(await db.selectFrom('diary').selectAll().execute()).toEqual([{ line: 'outside' }])
})
