import { sql } from 'kysely'
import { plainAccount } from '../../../domain/accounts/virtual-account'
import type { EnumCode } from '../../../domain/enums'
import { type FileComparison, fileComparison } from '../../../domain/payments/compare-files'
import { nextUpdateTime } from '../../database/times'
import type { Db, Ports } from '../../ports'
import { type BookingPlan, numberedLines, type VerifiedPaymentFile } from '../book-file'
import type { BankFileSummary } from '../files/bank-file'
import { storeDifferences } from './differences'
import { summaryColumns } from './outcome'
import { bookedPayments, comparingText, type FileHeader, lockHeader, otherFiles } from './same-header'

type HoldPorts = Pick<Ports, 'backgroundDb' | 'bankFileTools' | 'clock' | 'log'>

/** A file of payments whose processing begins. */
export interface StartedFile {
  readonly id: number
  /** The header by which the file is compared with earlier ones; null if it is not. */
  readonly header: FileHeader | null
  /** What an operator has said about the file when it was held. */
  readonly decision: EnumCode<'HoldDecision'> | null
}

/** A file that is held because earlier files have the same header. */
export interface HeldFile extends StartedFile {
  readonly header: FileHeader
  /** The latest of the earlier files. */
  readonly earlier: number
  /** Whether an earlier file is still being booked, so that a comparison would be too early. */
  readonly isTooEarly: boolean
  /** The time of the last change of the record. A comparison is stored only if the record has not changed since. */
  readonly updateTime: string
}

/**
 * Stores the summary of a file before any of its lines is booked.
 * Holds the file if an earlier one with the same header is booked or may be, and nobody has decided about this one.
 * The header is locked meanwhile, so that of two files that arrive at the same moment one is held.
 * Returns 'changed' if somebody has decided about the file or deleted it in the meantime.
 */
export const startBooking = (
  { backgroundDb, clock }: HoldPorts,
  file: StartedFile,
  summary: BankFileSummary,
): Promise<HeldFile | 'booking' | 'changed'> =>
  backgroundDb.transaction().execute(async (trx) => {
    const { id, header, decision } = file
    if (header) await lockHeader(trx, header)
    const others = header && decision === null ? await otherFiles(trx, id, header) : null
    const isHeld = others !== null && others.booked !== null
    const { rows } = await sql<{ updateTime: string }>`
      update bank_file
      set ${summaryColumns(summary)}, ${isHeld ? heldColumns : sql`import_status = 'Processing'`}, update_time = ${nextUpdateTime(clock())}
      where serial_id = ${id} and import_status in ('Processing', 'Held') and hold_decision is not distinct from ${decision}
      returning update_time as "updateTime"`.execute(trx)
    if (!rows[0]) return 'changed'
    return header && others?.booked != null
      ? { ...file, ...rows[0], header, earlier: others.booked, isTooEarly: others.isInProgress }
      : 'booking'
  })

const heldColumns = sql`import_status = 'Held', hold_reason = 'SameHeader', equal_count = null, new_count = null, missing_count = null,
  corrected_count = null, error_message = ${comparingText}`

/**
 * Compares a held file with the lines that files with the same header have booked, and stores the differences for the
 * operator who decides about it.
 * If the file has the same lines in another order, nobody needs to decide: returns the plan by which no line is booked.
 * Otherwise returns 'held'.
 */
export const compareHeldFile = async (
  ports: HoldPorts,
  file: VerifiedPaymentFile,
  held: HeldFile,
): Promise<BookingPlan | 'held'> => {
  const { backgroundDb: db, log } = ports
  // The end of the earlier file queues the comparison again.
  if (held.isTooEarly) return 'held'
  const comparison = await compareWithBooked(ports, file, held.header)
  const isSame = comparison.added.length + comparison.corrected.length + comparison.missing.length === 0
  const isStored = await db.transaction().execute(async (trx) => {
    const isUnchanged = await storeComparison(ports, trx, { held, comparison, isSame })
    if (isUnchanged) await storeDifferences(trx, held.id, comparison)
    return isUnchanged
  })
  if (isStored && !isSame) log.warn('bank file held', { file: held.id, earlier: held.earlier })
  return isStored && isSame ? nothingToBook : 'held'
}

const nothingToBook: BookingPlan = { isBooked: () => false, corrections: new Map() }

const compareWithBooked = async (
  ports: HoldPorts,
  file: VerifiedPaymentFile,
  header: FileHeader,
): Promise<FileComparison> => {
  const { add, result } = fileComparison(await bookedPayments(ports.backgroundDb, header))
  for await (const { lineNo, line } of numberedLines(ports, file))
    add({ ...line, VACAccount: plainAccount(line.VACAccount), lineNo })
  return result()
}

interface Comparison {
  readonly held: HeldFile
  readonly comparison: FileComparison
  readonly isSame: boolean
}

/**
 * Stores the figures of a comparison; returns false if the record has changed since the comparison began.
 * A file with the same lines is no longer held.
 */
const storeComparison = async (
  { clock }: HoldPorts,
  trx: Db,
  { held, comparison, isSame }: Comparison,
): Promise<boolean> => {
  const { equalCount, added, corrected, missing } = comparison
  const figures = {
    equal: equalCount,
    added: added.length + corrected.length,
    missing: missing.length + corrected.length,
    corrected: corrected.length,
  }
  const status = isSame ? sql`import_status = 'Processing', hold_reason = null` : sql`import_status = 'Held'`
  const { numAffectedRows = 0n } = await sql`
    update bank_file
    set ${status}, equal_count = ${figures.equal}, new_count = ${figures.added}, missing_count = ${figures.missing}, corrected_count = ${figures.corrected},
      error_message = ${isSame ? null : heldText(held.earlier, figures)}, update_time = ${nextUpdateTime(clock())}
    where serial_id = ${held.id} and import_status = 'Held' and update_time = ${held.updateTime}::timestamptz`.execute(
    trx,
  )
  return numAffectedRows > 0n
}

type HeldFigures = Readonly<Record<'equal' | 'added' | 'missing' | 'corrected', number>>

const heldText = (earlier: number, { equal, added, missing, corrected }: HeldFigures): string => {
  const [equalText, addedText, missingText, correctedText] = [equal, added, missing, corrected].map((count) =>
    count.toLocaleString('en-US'),
  )
  const pairs = corrected > 0 ? `（其中各 ${correctedText} 筆的帳號、金額與交易日相同）` : ''
  const counts = `${equalText} 筆相同、${addedText} 筆新增、${missingText} 筆缺少${pairs}`
  return `檔頭的代收機構與日期和先前的檔案（序號 ${earlier}）相同，內容不同：${counts}。尚未入帳，請確認是「更正版」或「追加」；檔案有誤時請刪除。`
}
