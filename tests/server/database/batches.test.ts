import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { executeTogether } from '../../../src/server/database/together'
import { portal } from '../../support/portal'

const { db } = await portal({ ownDatabase: true })
await sql`create table note (no integer primary key, text text)`.execute(db)

beforeEach(() => sql`truncate note`.execute(db))

const insert = (no: number, text = '') => sql`insert into note values (${no}, ${text})`
const numbers = async () =>
  (await sql<{ no: number }>`select no from note order by no`.execute(db)).rows.map(({ no }) => no)

test('statements that are sent together return their own rows', async () => {
  await insert(1).execute(db)
  const queries = [1, 2].map((no) =>
    sql<{ no: number }>`select ${no}::int as asked, no from note where no = ${no}`.compile(db),
  )
  expect(await executeTogether(db, queries)).toEqual([[{ asked: 1, no: 1 }], []])
  expect(await executeTogether(db, [])).toEqual([])
})

test('the first failure among statements that are sent together is thrown, and prevents the commit', async () => {
  await insert(1).execute(db)
  const work = db.transaction().execute(async (trx) => {
    await insert(2).execute(trx)
    const failing = [insert(3), insert(1), insert(4)].map((query) => query.compile(trx))
    await executeTogether(trx, failing).catch((error: unknown) =>
      expect(error).toMatchObject({ code: '23505', constraint: 'note_pkey' }),
    )
  })
  await expect(work).rejects.toThrow('one of its statements had failed')
  expect(await numbers()).toEqual([1])
})

test('a failure among statements that are sent together is thrown when all have ended, so that nobody else gets the connection before', async () => {
  await insert(1).execute(db)
  const start = performance.now()
  const queries = [insert(1), sql`select pg_sleep(0.2)`].map((query) => query.compile(db))
  await expect(executeTogether(db, queries)).rejects.toMatchObject({ code: '23505' })
  expect(performance.now() - start).toBeGreaterThan(190)
})

test('a statement that a failed transaction did not wait for is not committed on its own', async () => {
  for (let round = 0; round < 20; round++) {
    let withoutWaiting: Promise<unknown> = Promise.resolve()
    const work = db.transaction().execute(async (trx) => {
      await insert(round).execute(trx)
      withoutWaiting = insert(100 + round)
        .execute(trx)
        .then(() => insert(200 + round).execute(trx))
        .catch(String)
      throw new Error('refused')
    })
    await expect(work).rejects.toThrow('refused')
    expect(await withoutWaiting).toMatch('ransaction')
  }
  expect(await numbers()).toEqual([])
})

test('transactions of several callers do not affect each other, although one of them fails', async () => {
  await insert(1).execute(db)
  const work = [1, 2, 3].map((no) => db.transaction().execute((trx) => insert(no).execute(trx)))
  expect(await Promise.allSettled(work)).toMatchObject([
    { reason: { code: '23505' } },
    { status: 'fulfilled' },
    { status: 'fulfilled' },
  ])
  expect(await numbers()).toEqual([1, 2, 3])
})

test('a transaction without statements, and one that fails before its first statement, leave a connection that serves others', async () => {
  await db.transaction().execute(async () => {})
  await expect(
    db.transaction().execute(async () => {
      throw new Error('before the first statement')
    }),
  ).rejects.toThrow('before the first statement')
  await insert(1).execute(db)
  expect(await numbers()).toEqual([1])
})

test('a commit that fails leaves nothing of the transaction', async () => {
  await sql`create table reply (no integer references note (no) deferrable initially deferred)`.execute(db)
  const work = db.transaction().execute(async (trx) => {
    await insert(2).execute(trx)
    await sql`insert into reply values (9)`.execute(trx)
  })
  await expect(work).rejects.toMatchObject({ code: '23503' })
  await sql`drop table reply`.execute(db)
  await insert(3).execute(db)
  expect(await numbers()).toEqual([3])
})

test('values of all kinds reach the database unchanged', async () => {
  const bytes = new Uint8Array([0, 10, 255])
  const { rows } = await sql`
    select
      ${['a', 'b,"\\', null]}::text[] as texts, ${[1, 2]}::int[] as numbers, ${bytes}::bytea as bytes, ${true}::boolean as truth,
      ${null}::text as nothing, ${JSON.stringify({ a: ['{}'] })}::jsonb as json, ${'<%\'"\\'}::text as text, ${12.5}::numeric as number`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      texts: ['a', 'b,"\\', null],
      numbers: [1, 2],
      bytes,
      truth: true,
      nothing: null,
      json: { a: ['{}'] },
      text: '<%\'"\\',
      number: 12.5,
    },
  ])
})

test('arrays of all types of columns have the same elements on both engines', async () => {
  const { rows } = await sql`
    select
      array[1, null]::bigint[] as bigints, array[12.5]::numeric[] as numbers, array[true, false] as booleans, array['2026-11-20']::date[] as dates,
      array['2026-11-20 01:15:30+00']::timestamptz[] as times, array['{"a": "{,}"}']::jsonb[] as json, array['\\x0aff']::bytea[] as bytes,
      array['a\\"', 'NULL', '', null, E'b\n,c', '{}'] as texts, '{}'::text[] as none`.execute(db)
  expect(rows).toEqual([
    {
      ...{
        bigints: [1, null],
        numbers: [12.5],
        booleans: [true, false],
        dates: ['2026-11-20'],
        times: ['2026-11-20T01:15:30.000000Z'],
      },
      ...{
        json: [{ a: '{,}' }],
        bytes: [new Uint8Array([10, 255])],
        texts: ['a\\"', 'NULL', '', null, 'b\n,c', '{}'],
        none: [],
      },
    },
  ])
})

test('a prepared statement returns complete rows each time, and a value that cannot be converted rejects it alone', async () => {
  const read = (number: string) => sql`select ${number}::bigint as number, ${null}::text as nothing`.execute(db)
  for (let round = 0; round < 4; round++) {
    expect((await read('7')).rows).toEqual([{ number: 7, nothing: null }])
    await expect(read('9223372036854775807')).rejects.toThrow('too large for an exact integer')
  }
})

test('a prepared statement whose result would change fails at most once', async () => {
  await insert(1).execute(db)
  const read = () => sql`select * from note where no = ${1}`.execute(db)
  for (let round = 0; round < 3; round++) await read()
  await sql`alter table note add column extra text`.execute(db)
  await read().catch((error: unknown) => expect(error).toMatchObject({ code: '0A000' }))
  expect((await read()).rows).toEqual([{ no: 1, text: '', extra: null }])
  await sql`alter table note drop column extra`.execute(db)
})

test('rows that are longer than the buffers of an engine arrive unchanged', async () => {
  const text = '繳費😀'.repeat(50_000)
  const { rows } = await sql<{ text: string }>`select ${text}::text as text from generate_series(1, 3)`.execute(db)
  expect(rows.map((row) => row.text === text)).toEqual([true, true, true])
})

test('each of many repeated statements returns its own columns, although only some of them stay prepared', async () => {
  const read = async (no: number) => (await sql`select ${no}::int + 1 as ${sql.id(`column${no}`)}`.execute(db)).rows
  for (let round = 0; round < 3; round++)
    for (let no = 0; no < 250; no++) expect(await read(no)).toEqual([{ [`column${no}`]: no + 1 }])
})
