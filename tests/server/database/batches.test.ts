import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { executeRequiring, rowsToRequire, withAssumption } from '../../../src/server/database/statements/assumptions'
import { executeAndCommit, executeTogether, executeWithNext } from '../../../src/server/database/statements/batch-connection'
import { type RowVersion, versionOf } from '../../../src/server/database/statements/row-versions'
import { portal } from '../../support/portal'

const { db } = await portal({ ownDatabase: true })
await sql`create table note (no integer primary key, text text)`.execute(db)

beforeEach(() => sql`truncate note`.execute(db))

const insert = (no: number, text = '') => sql`insert into note values (${no}, ${text})`
const numbers = async () => (await sql<{ no: number }>`select no from note order by no`.execute(db)).rows.map(({ no }) => no)

test('statements that are sent together return their own rows', async () => {
  await insert(1).execute(db)
  const queries = [1, 2].map((no) => sql<{ no: number }>`select ${no}::int as asked, no from note where no = ${no}`.compile(db))
  expect(await executeTogether(db, queries)).toEqual([[{ asked: 1, no: 1 }], []])
  expect(await executeTogether(db, [])).toEqual([])
})

test('a statement that waits runs before the next one, or with the commit', async () => {
  await db.transaction().execute(async (trx) => {
    await executeWithNext(trx, insert(1).compile(trx))
    expect((await sql`select no from note`.execute(trx)).rows).toEqual([{ no: 1 }])
    await executeWithNext(trx, insert(2).compile(trx))
  })
  await executeWithNext(db, insert(3).compile(db))
  expect(await numbers()).toEqual([1, 2, 3])
})

test('the failure of a statement that waits prevents the commit', async () => {
  await insert(1).execute(db)
  const work = db.transaction().execute(async (trx) => {
    await insert(2).execute(trx)
    await executeWithNext(trx, insert(1).compile(trx))
  })
  await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'note_pkey' })
  expect(await numbers()).toEqual([1])
})

test('a commit that fails affects no transaction of another caller, although the caller waits for no response', async () => {
  await insert(1).execute(db)
  const failing = db.transaction().execute((trx) => executeWithNext(trx, insert(1).compile(trx)))
  const others = [2, 3].map((no) => db.transaction().execute((trx) => insert(no).execute(trx)))
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  await Promise.all(others)
  expect(await numbers()).toEqual([1, 2, 3])
})

test('after a failure none of the remaining statements runs, and they can be repeated', async () => {
  // Repeated statements are prepared, those after the failure as well.
  for (let round = 0; round < 4; round++) {
    const failing = [insert(1), sql`select 1 / ${0}::int`, insert(2, 'after')].map((query) => query.compile(db))
    await expect(executeTogether(db, failing)).rejects.toMatchObject({ code: '22012' })
  }
  expect(await numbers()).toEqual([])
  await executeTogether(
    db,
    [insert(1), insert(2, 'after')].map((query) => query.compile(db)),
  )
  expect(await numbers()).toEqual([1, 2])
})

test('a transaction without statements sends nothing, and its connection serves others', async () => {
  await db.transaction().execute(async () => {})
  await expect(
    db.transaction().execute(async () => {
      throw new Error('before the first statement')
    }),
  ).rejects.toThrow('before the first statement')
  await insert(1).execute(db)
  expect(await numbers()).toEqual([1])
})

test('the last statement of a transaction can be committed in the same message; the transaction executes nothing afterwards', async () => {
  const work = db.transaction().execute(async (trx) => {
    await insert(1).execute(trx)
    const { rows } = await executeAndCommit(trx, sql<{ no: number }>`insert into note values (2, '') returning no`.compile(trx))
    expect(rows).toEqual([{ no: 2 }])
    await insert(3).execute(trx)
  })
  await expect(work).rejects.toThrow('already been committed')
  expect(await numbers()).toEqual([1, 2])
})

test('a last statement that fails, or a commit that fails, leaves nothing of the transaction', async () => {
  await insert(1).execute(db)
  await sql`create table reply (no integer references note (no) deferrable initially deferred)`.execute(db)
  const failures = [insert(1), sql`insert into reply values (9)`].map((last) =>
    db.transaction().execute(async (trx) => {
      await insert(2).execute(trx)
      return executeAndCommit(trx, last.compile(trx))
    }),
  )
  expect(await Promise.allSettled(failures)).toMatchObject([{ reason: { code: '23505' } }, { reason: { code: '23503' } }])
  await sql`drop table reply`.execute(db)
  await insert(3).execute(db)
  expect(await numbers()).toEqual([1, 3])
})

const versionsOfNotes = async (...numbers: readonly number[]): Promise<readonly RowVersion[]> => {
  const { rows } = await sql<{ version: RowVersion }>`
    select ${versionOf('note', 'n')} as version from note n where no in (${sql.join(numbers)}) order by no`.execute(db)
  return rows.map(({ version }) => version)
}

/** Returns a handle that assumes that the first note is stored as it is now, the calls of its confirmation, and a write that requires this itself. */
const assumingHandle = async () => {
  await insert(100).execute(db)
  const calls: string[] = []
  const handle = withAssumption(db, { versions: await versionsOfNotes(100), confirm: () => void calls.push('confirmed') })
  const write = (no: number, condition: boolean) =>
    executeRequiring(handle, sql`insert into note select ${no}::int, '' where ${condition} returning no`.compile(db))
  return { handle, calls, write }
}

const change = () => sql`update note set text = 'changed' where no = 100`.execute(db)

test('after vacuum full, which moves rows to the places of others, no row is taken for one that was read before', async () => {
  await insert(1).execute(db)
  const [before] = await versionsOfNotes(1)
  if (!before) throw new Error('The note was not inserted.')
  const handle = withAssumption(db, { versions: [before], confirm: () => {} })
  await sql`vacuum full note`.execute(db)
  // A row can keep its place and its transaction id, or get those of a row that was deleted.
  const [after] = await versionsOfNotes(1)
  expect(after?.file).not.toBe(before.file)
  await expect(sql`select no from note`.execute(handle)).rejects.toThrow('changed since')
})

test('several rows of a table are required each in its own version', async () => {
  for (const no of [1, 2]) await insert(no).execute(db)
  const [first, second] = await versionsOfNotes(1, 2)
  if (!first || !second) throw new Error('The notes were not inserted.')
  const read = (...versions: readonly RowVersion[]) => sql`select no from note order by no`.execute(withAssumption(db, { versions, confirm: () => {} }))
  expect((await read(first, second)).rows).toEqual([{ no: 1 }, { no: 2 }])
  await expect(read({ ...first, xmin: second.xmin }, { ...second, xmin: first.xmin })).rejects.toThrow('changed since')
})

test('an assumption is checked with the first statement only', async () => {
  const { handle, calls } = await assumingHandle()
  expect(rowsToRequire(handle)).toMatchObject([{ table: 'note', locks: false }])
  expect((await sql`select no from note`.execute(handle)).rows).toEqual([{ no: 100 }])
  await change()
  await insert(1).execute(handle)
  expect(rowsToRequire(handle)).toBeUndefined()
  expect(calls).toEqual(['confirmed'])
  expect(await numbers()).toEqual([1, 100])
})

test.each([
  ['a query', () => sql`select 1`],
  ['a write', () => insert(1)],
])('%s and all further statements fail if an assumption is false', async (_, first) => {
  const { handle, calls } = await assumingHandle()
  await change()
  await expect(first().execute(handle)).rejects.toThrow('has changed')
  await expect(insert(2).execute(handle)).rejects.toThrow('has changed')
  expect(calls).toEqual([])
  expect(await numbers()).toEqual([100])
})

test('a transaction fails and is rolled back if an assumption is false', async () => {
  const { handle } = await assumingHandle()
  await change()
  await expect(handle.transaction().execute((trx) => insert(1).execute(trx))).rejects.toThrow('has changed')
  await insert(2).execute(db)
  expect(await numbers()).toEqual([2, 100])
})

test('a write that requires the rows itself takes the place of the check', async () => {
  const { handle, calls, write } = await assumingHandle()
  expect(await write(1, true)).toEqual([{ no: 1 }])
  await change()
  await sql`select 1`.execute(handle)
  expect(calls).toEqual(['confirmed'])
})

test('such a write fails without confirmation if it writes nothing, and counts as executed if it fails otherwise', async () => {
  await insert(1).execute(db)
  const { calls, write } = await assumingHandle()
  await expect(write(2, false)).rejects.toThrow('has changed')
  expect(calls).toEqual([])
  await expect(write(1, true)).rejects.toMatchObject({ code: '23505' })
  expect(calls).toEqual(['confirmed'])
  expect(await numbers()).toEqual([1, 100])
})

test('values of all kinds reach the database unchanged', async () => {
  const bytes = new Uint8Array([0, 10, 255])
  const { rows } = await sql`
    select
      ${['a', 'b,"\\', null]}::text[] as texts, ${[1, 2]}::int[] as numbers, ${bytes}::bytea as bytes, ${true}::boolean as truth,
      ${null}::text as nothing, ${JSON.stringify({ a: ['{}'] })}::jsonb as json, ${'<%\'"\\'}::text as text, ${12.5}::numeric as number`.execute(db)
  expect(rows).toEqual([
    { texts: ['a', 'b,"\\', null], numbers: [1, 2], bytes, truth: true, nothing: null, json: { a: ['{}'] }, text: '<%\'"\\', number: 12.5 },
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
      ...{ bigints: [1, null], numbers: [12.5], booleans: [true, false], dates: ['2026-11-20'], times: ['2026-11-20T01:15:30.000000Z'] },
      ...{ json: [{ a: '{,}' }], bytes: [new Uint8Array([10, 255])], texts: ['a\\"', 'NULL', '', null, 'b\n,c', '{}'], none: [] },
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

test('a prepared statement whose result would change fails only once', async () => {
  await insert(1).execute(db)
  const read = () => sql`select * from note where no = ${1}`.execute(db)
  for (let round = 0; round < 3; round++) await read()
  await sql`alter table note add column extra text`.execute(db)
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
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
  for (let round = 0; round < 3; round++) for (let no = 0; no < 250; no++) expect(await read(no)).toEqual([{ [`column${no}`]: no + 1 }])
})
