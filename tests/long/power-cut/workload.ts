import type { PGlite } from '@electric-sql/pglite'

/** The sum that the database must contain from the first batch on. */
export const total = 1_000_000

const accounts = 50

/** Rows of a batch. */
export const rowsOf = (batch: number): number => (batch % 40 === 0 ? 1500 : 1 + (batch % 12))

/** The tables of the workload. */
export const prepare = async (db: PGlite): Promise<void> => {
  await db.exec(`
    create table account (id integer primary key, amount bigint not null);
    insert into account select no, ${total / accounts} from generate_series(1, ${accounts}) no;
    create table entry (batch integer not null, no integer not null, note text not null, primary key (batch, no));
    create index entry_note on entry (note)`)
}

/** One transaction: new rows, a transfer between two accounts, old rows changed or gone. */
export const commitBatch = (db: PGlite, batch: number): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.query(
      `insert into entry select $1::int, no, md5(($1::int * 7919 + no)::text) from generate_series(1, $2::int) no`,
      [batch, rowsOf(batch)],
    )
    await trx.query('update account set amount = amount - $1::int where id = $2::int', [batch, 1 + (batch % accounts)])
    await trx.query('update account set amount = amount + $1::int where id = $2::int', [
      batch,
      1 + ((batch * 7 + 1) % accounts),
    ])
  })

/** Other work of a database: checkpoints, vacuum, new tables and indexes, dropped tables. */
export const maintain = async (db: PGlite, batch: number): Promise<void> => {
  if (batch % 35 === 0) await db.exec('checkpoint')
  if (batch % 90 === 0) await db.exec('vacuum (analyze) entry')
  if (batch % 50 === 0)
    await db.exec(
      `create table extra_${batch} as select * from entry where batch > ${batch - 20}; create index on extra_${batch} (note)`,
    )
  if (batch % 100 === 0) await db.exec(`drop table extra_${batch - 50}; truncate extra_${batch}`)
}

/** The state after a cut: the batches, and whether the database is consistent. */
export interface Found {
  readonly batches: readonly number[]
  readonly complaints: readonly string[]
}

/** Reads everything, through the tables and through their indexes. */
export const look = async (db: PGlite): Promise<Found> => {
  const complaints: string[] = []
  const batches: number[] = []
  const { rows } = await db.query<{ batch: number; count: number; whole: boolean }>(
    'select batch, count(*)::int as count, bool_and(note = md5((batch * 7919 + no)::text)) as whole from entry group by batch',
  )
  for (const { batch, count, whole } of rows) {
    batches.push(batch)
    if (count !== rowsOf(batch) || !whole)
      complaints.push(`batch ${batch} has ${count} of ${rowsOf(batch)} rows${whole ? '' : ', wrong ones'}`)
  }
  const sum = (await db.query<{ sum: number }>('select sum(amount)::int as sum from account')).rows[0]?.sum
  if (sum !== total) complaints.push(`the accounts hold ${sum}`)
  await db.exec('set enable_seqscan = off')
  const indexed = (await db.query<{ count: number }>("select count(*)::int as count from entry where note >= ''"))
    .rows[0]?.count
  const expected = batches.reduce((all, batch) => all + rowsOf(batch), 0)
  if (indexed !== expected) complaints.push(`an index has ${indexed} of ${expected} rows`)
  await db.exec('reset enable_seqscan')
  await db.exec(
    'create table after_the_cut (no integer); insert into after_the_cut values (1); checkpoint; drop table after_the_cut',
  )
  return { batches, complaints }
}
