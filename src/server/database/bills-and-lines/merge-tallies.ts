import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../ports'
import { acceptedTally } from './accepted-lines'
import { billTally, paymentTally } from './bill-tally'
import { bankLineTally, lineTally } from './line-tallies'

const tallies: readonly Tally[] = [billTally, paymentTally, acceptedTally, lineTally, bankLineTally]

interface Tally {
  readonly table: string
  readonly group: readonly string[]
  readonly sums: readonly string[]
  /** Columns of the group: only the rows with the values of added rows are merged. */
  readonly mergedBy?: readonly [string, ...string[]]
}

/**
 * Merges the rows of each tally to which changes have added at least `minRowsToMerge` rows since the last merge, so
 * that queries add up few rows.
 * The sums stay the same.
 */
export const mergeTallies = async (db: Db): Promise<void> => {
  for (const tally of tallies) if (await hasManyUnmerged(db, tally)) await mergeTally(db, tally)
}

/** Minimum number of added rows for a merge. */
const minRowsToMerge = 100

const hasManyUnmerged = async (db: Db, { table }: Tally): Promise<boolean> => {
  const { rows } = await sql<{
    added: number
  }>`select count(*) as added from ${sql.table(table)} where not merged`.execute(db)
  return (rows[0]?.added ?? 0) >= minRowsToMerge
}

/** Replaces rows of a tally with one row for each group, and omits the groups whose sums are all zero. */
const mergeTally = async (db: Db, tally: Tally): Promise<void> => {
  const { table, group, sums, mergedBy = group } = tally
  const total = sums.map((sum) => sql`sum(${sql.id(sum)})`)
  await sql`
    with former as (delete from ${sql.table(table)} where ${isMerged(tally)} returning *)
    insert into ${sql.table(table)} (${columnList(group)}, ${columnList(sums)}, merged)
    select ${columnList(group)}, ${sql.join(total)}, true
    from former
    group by ${columnList(group)}
    having ${sql.join(
      total.map((sum) => sql`${sum} <> 0`),
      sql` or `,
    )}
    order by ${columnList(mergedBy)}`.execute(db)
}

/**
 * Returns the condition for the rows that are merged: all rows, or those with the values of added rows.
 * They are found by their physical location, so that indexes find them: `in` finds no empty values, and an `or` would
 * read the whole table.
 */
const isMerged = ({ table, mergedBy }: Tally): RawBuilder<unknown> => {
  if (mergedBy === undefined) return sql`true`
  const [rows, columns] = [sql.table(table), columnList(mergedBy)]
  return sql`ctid = any(array(
    select ctid from ${rows} where (${columns}) in (select ${columns} from ${rows} where not merged)
    union all
    select ctid from ${rows} where not merged
  ))`
}

const columnList = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.id(name)))
