import { sql } from 'kysely'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import type { Line, LineFacts } from '../../domain/payments/line'
import { isMatchedAgain, matchLines, rematchDays } from '../../domain/payments/match-lines'
import { isWaitingLine } from '../database/bills-and-lines/line-identity'
import type { Db, JobRun, Ports } from '../ports'
import { completeCorrections } from './handlings/handling-rows'
import type { LedgerContext } from './ledger-context'
import { applyChange, loadFacts, loadLines } from './ledger-store'
import { changedLineOf } from './line-rows'

/** Number of lines that are matched again in one transaction. */
const linesPerBatch = 500

/**
 * Repeats the matching of reversals that found nothing to take back, and then of payments that found no bill, because
 * the payment or the bill may have been stored later.
 * Each batch is a transaction that also confirms the job.
 * Returns the number of payments that were written off.
 */
export const rematchLines = async (
  ports: Pick<Ports, 'backgroundDb' | 'clock'>,
  run: Pick<JobRun, 'confirm'>,
): Promise<number> => {
  await rematchAll('Minus', ports, run)
  return rematchAll('Plus', ports, run)
}

const rematchAll = async (
  sign: LineFacts['AmountSign'],
  { backgroundDb: db, clock }: Pick<Ports, 'backgroundDb' | 'clock'>,
  run: Pick<JobRun, 'confirm'>,
): Promise<number> => {
  const now = clock()
  let [writtenOff, last] = [0, 0]
  for (;;) {
    const ids = await waitingLines(db, { sign, after: last, today: taipeiToday(now) })
    last = ids.at(-1) ?? 0
    if (ids.length === 0) return writtenOff
    writtenOff += await db.transaction().execute(async (trx) => {
      await run.confirm(trx)
      return rematch(trx, await lockWaiting(trx, ids, now), { now: now.toISOString(), user: 'system' })
    })
  }
}

interface NextLines {
  readonly sign: LineFacts['AmountSign']
  readonly after: number
  readonly today: string
}

/** Returns the serial ids of the next waiting lines. */
const waitingLines = async (db: Db, { sign, after, today }: NextLines): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select l.serial_id as id
    from transaction_line l
    where ${isWaitingLine} and l.serial_id > ${after} and l.amount_sign = ${sign}
      and l.create_time >= ${addDays(today, -rematchDays)}::date::timestamp at time zone 'Asia/Taipei'
    order by l.serial_id
    limit ${linesPerBatch}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks lines and returns those that still wait. */
const lockWaiting = async (db: Db, ids: readonly number[], now: Date): Promise<readonly Line[]> => {
  const today = taipeiToday(now)
  // `waitingLines` has already checked the age of the lines, so `isMatchedAgain` gets today's date as their day of
  // arrival.
  return (await loadLines(db, ids)).filter((line) => isMatchedAgain(line, { arrivedOn: today, today }))
}

/**
 * Matches locked lines again and writes those that changed.
 * If a line with a corrected account is written off, the correction is completed.
 * Returns the number of lines that were written off.
 */
export const rematch = async (db: Db, waiting: readonly Line[], context: LedgerContext): Promise<number> => {
  const { decisions, change } = matchLines(waiting, await loadFacts(db, waiting))
  const before = new Map(waiting.map((line) => [line.SerialId, contentOf(line)]))
  const lines = change.lines.filter((line) => before.get(line.SerialId) !== contentOf(line))
  await applyChange(db, { ...change, lines }, context)
  await completeCorrections(db, lines)
  return decisions.filter(({ decision }) => decision.kind === 'WrittenOff').length
}

const contentOf = (line: Line): string => JSON.stringify(changedLineOf(line))
