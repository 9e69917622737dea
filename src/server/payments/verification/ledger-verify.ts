import { sql } from 'kysely'
import type { Db } from '../../ports'
import { collectionChecks, type Invariant, type LedgerCheck, ledgerChecks, recordChecks } from './ledger-checks'

/** An invariant that does not hold: the number of records that break it, and the first of them. */
export interface BrokenInvariant {
  readonly invariant: Invariant | keyof typeof recordChecks | keyof typeof collectionChecks
  readonly count: number
  readonly first: readonly RecordDifference[]
}

/** A record that breaks an invariant; its serial id is null for sums over all lines. */
export interface RecordDifference {
  readonly SerialId: number | null
  readonly expected: string
  readonly actual: string
}

/**
 * Checks every invariant over the whole ledger, in one snapshot.
 * Returns those that are broken; none for a correct ledger.
 */
export const verifyLedger = (db: Db): Promise<readonly BrokenInvariant[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // The joins read all records. With less memory, PostgreSQL would write intermediate results to disk.
      await sql`set local work_mem = '64MB'`.execute(trx)
      const broken: BrokenInvariant[] = []
      for (const [name, check] of Object.entries(await checksOf(trx))) {
        const differences = await differencesOf(trx, check)
        if (differences.count > 0) broken.push({ invariant: name as BrokenInvariant['invariant'], ...differences })
      }
      return broken
    })

/** Returns the differences as lines of text, without personal data. */
export const differenceLines = (broken: readonly BrokenInvariant[]): readonly string[] =>
  broken.flatMap(({ invariant, count, first }) => [
    `${invariant}: ${count} ${count === 1 ? 'difference' : 'differences'}${count > first.length ? `, the first ${first.length}` : ''}`,
    ...first.map(
      ({ SerialId, expected, actual }) => `  ${SerialId ?? 'all lines'}: expected ${expected}, actual ${actual}`,
    ),
  ])

/** Maximum number of differences of an invariant that are returned. */
const maxDifferences = 100

const checksOf = async (db: Db): Promise<Readonly<Record<string, LedgerCheck>>> => {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('self_collection') is not null as exists`.execute(
    db,
  )
  return { ...ledgerChecks, ...recordChecks, ...(rows[0]?.exists ? collectionChecks : {}) }
}

const differencesOf = async (db: Db, check: LedgerCheck): Promise<Omit<BrokenInvariant, 'invariant'>> => {
  const { rows } = await sql<{ SerialId: number | null; expected: string; actual: string; count: number }>`
    select serial_id as "SerialId", expected::text, coalesce(actual::text, 'none') as actual, count(*) over () as count
    from (${check}) d
    where expected is distinct from actual
    order by serial_id
    limit ${maxDifferences}`.execute(db)
  return { count: rows[0]?.count ?? 0, first: rows.map(({ count: _, ...difference }) => difference) }
}
