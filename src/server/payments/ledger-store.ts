import { sql } from 'kysely'
import type { LedgerChange } from '../../domain/payments/ledger-change'
import { billIdOf, type Line, type LineFacts, paysBill } from '../../domain/payments/line'
import type { BatchFacts } from '../../domain/payments/working-ledger'
import { newIds } from '../database/new-ids'
import { executeTogether } from '../database/together'
import type { Db } from '../ports'
import { endProposalsOfReversedLines } from './handlings/handling-rows'
import type { LedgerContext } from './ledger-context'
import { type LineRow, lineOfRow, selectLines } from './line-rows'
import {
  type AgreementAccount,
  agreementAccounts,
  agreementsQuery,
  billIdsPaidBy,
  loadWhiteList,
  lockedBillsQuery,
  originalIdsOf,
  partIdsOf,
  waitingReversalsQuery,
} from './matching-records'
import { writeEntries } from './write-entries'
import { insertParts, updateLines, writeIncidents } from './write-lines'

/** Returns serial ids for new lines, in ascending order. */
export const newLineIds = (db: Db, count: number): Promise<readonly number[]> =>
  newIds(db, ['transaction_line', 'serial_id'], count)

/** Locks lines and returns them in the order of their serial ids. */
export const loadLines = async (db: Db, ids: readonly number[]): Promise<readonly Line[]> => {
  if (ids.length === 0) return []
  await sql`select from transaction_line where serial_id = any(${ids}::bigint[]) order by serial_id for no key update`.execute(
    db,
  )
  const { rows } =
    await sql<LineRow>`${selectLines} where l.serial_id = any(${ids}::bigint[]) order by l.serial_id`.execute(db)
  return rows.map(lineOfRow)
}

/**
 * Locks and returns the facts on which decisions about lines depend: their agreements, the bills and white-list entries
 * of their accounts, the lines with which they may form a pair of payment and reversal, the parts of divided lines, and
 * the bills that these lines have paid.
 * `chosenBills` are the serial ids of the bills that a person chose when handling a line; they are loaded with their
 * agreements.
 * The lines themselves must be locked already.
 * Whether a line is a repeat is decided by the unique index, so lines with the same identity are not loaded.
 */
export const loadFacts = async (
  db: Db,
  lines: readonly LineFacts[],
  chosenBills: readonly number[] = [],
): Promise<BatchFacts> =>
  loadFactsWith(db, lines, {
    chosenBills,
    parts: await partIdsOf(db, lines),
    paidBills: await billIdsPaidBy(db, lines),
  })

/**
 * Locks and returns the facts on which decisions about new lines depend.
 * No record refers to these lines yet, because they are not stored.
 */
export const loadFactsOfNewLines = (db: Db, lines: readonly LineFacts[]): Promise<BatchFacts> =>
  loadFactsWith(db, lines, { chosenBills: [], parts: [], paidBills: [] })

/** The serial ids of records that are related to stored lines. */
interface RelatedRecords {
  readonly chosenBills: readonly number[]
  readonly parts: readonly number[]
  readonly paidBills: readonly number[]
}

const loadFactsWith = async (
  db: Db,
  lines: readonly LineFacts[],
  { chosenBills, parts, paidBills }: RelatedRecords,
): Promise<BatchFacts> => {
  const waitingQuery = waitingReversalsQuery(lines).compile(db)
  const [agreements, waiting] = await executeTogether(db, [
    agreementsQuery(lines, chosenBills).compile(db),
    waitingQuery,
  ])
  const accounts = agreementAccounts(lines, agreements)
  const billsQuery = (related: readonly Line[]) =>
    lockedBillsQuery(accounts, [
      ...chosenBills,
      ...paidBills,
      ...related.filter(paysBill).flatMap((line) => billIdOf(line) ?? []),
    ]).compile(db)
  const firstLoaded = await loadLines(db, [
    ...parts,
    ...(await counterpartIdsOf(db, lines, { waiting, accounts, loaded: [] })),
  ])
  // Lines that were stored while this transaction waited for the lock of a bill become visible only when the lock is
  // held, so the search is repeated.
  const [bills, nowWaiting] = await executeTogether(db, [billsQuery(firstLoaded), waitingQuery])
  const missedIds = await counterpartIdsOf(db, lines, { waiting: nowWaiting, accounts, loaded: firstLoaded })
  const related = [...firstLoaded, ...(await loadLines(db, missedIds))]
  const [allBills] = missedIds.length > 0 ? await executeTogether(db, [billsQuery(related)]) : [bills]
  return { agreements, bills: allBills, whiteList: await loadWhiteList(db, accounts), lines: related }
}

/** The facts that a search for counterparts uses. */
interface CounterpartSearch {
  /** The reversals that wait for a payment with one of the accounts. */
  readonly waiting: readonly { readonly id: number }[]
  readonly accounts: readonly AgreementAccount[]
  /** Lines that are already locked and loaded. */
  readonly loaded: readonly Line[]
}

/**
 * Returns the serial ids of stored lines that may form a pair with one of these lines: originals of reversals, and
 * reversals that wait for a payment.
 * Leaves out the lines in `loaded`.
 */
const counterpartIdsOf = async (
  db: Db,
  lines: readonly LineFacts[],
  { waiting, accounts, loaded }: CounterpartSearch,
): Promise<readonly number[]> => {
  const loadedIds = new Set(loaded.map(({ SerialId }) => SerialId))
  const waitingIds = waiting.map(({ id }) => id).filter((id) => !loadedIds.has(id))
  const withReversals = [...lines, ...(await loadLines(db, waitingIds))]
  const ids = [...waitingIds, ...(await originalIdsOf(db, withReversals, accounts))]
  return [...new Set(ids)].filter((id) => !loadedIds.has(id))
}

/**
 * Writes the changes that result from decisions, in the transaction that loaded the facts.
 * `handlings.ts` records what people did or proposed.
 */
export const applyChange = async (
  db: Db,
  { lines, postings, incidents }: LedgerChange,
  context: LedgerContext,
): Promise<void> => {
  await insertParts(db, lines, context)
  await updateLines(db, lines, context)
  await endProposalsOfReversedLines(db, lines, context)
  if (postings.length > 0) await writeEntries(db, postings, context)
  if (incidents.length > 0) await writeIncidents(db, incidents, context)
}
