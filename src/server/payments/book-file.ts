import { sql } from 'kysely'
import { plainAccount } from '../../domain/accounts/virtual-account'
import { maxAmount } from '../../domain/bills/bill-upload'
import type { JobRun, Ports } from '../ports'
import { type BookedLines, bookLines, type ReportedLine } from './book-lines'
import { channelOfLine } from './channels'
import { adoptFees, correctLines } from './correct-lines'
import type { BankFileLine, BankFileSummary } from './files/bank-file'
import { plausibilityCheck } from './files/plausible-values'
import { readBankFile } from './files/read-bank-file'
import { holidaysFrom, lineMaker, loadReferences, reportDay, type VerifiedFile } from './reported-lines'

/** A stored file of payments. */
export interface PaymentFile extends Pick<VerifiedFile, 'SerialId' | 'name' | 'layout' | 'rules'> {
  /** The day on which the file was received. */
  readonly receivedOn: string
  readonly open: () => AsyncIterable<Uint8Array>
}

/** A file that was read to its end without a mistake. */
export interface VerifiedPaymentFile extends VerifiedFile, Pick<PaymentFile, 'open'> {
  readonly summary: BankFileSummary
  /** The first day on which the channel reported a line of the file. */
  readonly firstDay: string
}

/**
 * What is to be done with the lines of a file.
 * A line that is neither booked nor a correction has been booked from an earlier file.
 */
export interface BookingPlan {
  readonly isBooked: (lineNo: number) => boolean
  /** The booked lines by the numbers of the lines that correct them. */
  readonly corrections: ReadonlyMap<number, number>
}

/** How a file is booked. */
interface Booking {
  readonly file: VerifiedPaymentFile
  /** Default: every line is booked. */
  readonly plan?: BookingPlan
  /** The user to whom the audit trail attributes corrections. */
  readonly user?: string
}

/** The numbers of the lines of a file by result, including those that an earlier attempt booked. */
export type FileResult = Omit<BookedLines, 'serialIds'>

type BookingPorts = Pick<Ports, 'backgroundDb' | 'clock' | 'bankFileTools'>

/**
 * Books the lines of a file in batches, each in transactions of its own.
 * If the process dies, the job starts again from the first line; lines that are already booked have no effect.
 * A process that has lost the job notices this when it next reports its progress; the transactions that it commits
 * until then do no harm.
 */
export const bookPaymentFile = async (
  ports: BookingPorts,
  { file, plan, user = 'system' }: Booking,
  run: Pick<JobRun, 'progress'>,
): Promise<FileResult> => {
  const { backgroundDb: db, clock } = ports
  const { count } = file.summary
  const makeLine = await fileLineMaker(db, file)
  const book = async (batch: readonly NumberedLine[]): Promise<void> => {
    const { lines, corrections } = dividedBy(plan, batch)
    if (batch.length === 0) return
    const now = clock().toISOString()
    await db.transaction().execute(async (trx) => {
      // Persons lock lines before bills, too.
      await correctLines(trx, corrections, { now, user })
      if (lines.length === 0) return
      const { repeated } = await bookLines(trx, lines, { now, user: 'system' })
      if (repeated > 0) await adoptFees(trx, lines, { now, user: 'system' })
    })
  }
  const queues = twoQueues()
  let [booked, queued] = [0, 0]
  try {
    for await (const batch of batchesOf(ports, file, makeLine)) {
      await run.progress(booked, count)
      await queues.add(halvesByAccount(batch).map((half) => () => book(half)))
      // `add` has waited for all earlier batches.
      booked = queued
      queued += batch.length
    }
  } finally {
    // No transaction outlives the attempt, even if the attempt fails.
    await queues.waitUntilSettled()
  }
  await queues.end()
  await run.progress(queued, count)
  const stored = await storedLines(db, file.SerialId)
  return { ...stored, repeated: count - stored.accepted }
}

/** Yields the lines of a verified file as they are booked. */
export async function* numberedLines(ports: BookingPorts, file: VerifiedPaymentFile): AsyncGenerator<NumberedLine> {
  for await (const batch of batchesOf(ports, file, await fileLineMaker(ports.backgroundDb, file))) yield* batch
}

const fileLineMaker = async (db: Ports['db'], file: VerifiedPaymentFile) =>
  lineMaker(file, { ...(await loadReferences(db)), holidays: await holidaysFrom(db, file.firstDay) })

/** A line of a file as it is booked. */
interface NumberedLine {
  readonly lineNo: number
  readonly line: ReportedLine
}

/** Returns the lines that are booked, and those that correct booked lines. */
const dividedBy = (plan: BookingPlan | undefined, batch: readonly NumberedLine[]) => ({
  lines: batch.filter(({ lineNo }) => plan?.isBooked(lineNo) ?? true).map(({ line }) => line),
  corrections: batch.flatMap(({ lineNo, line }) => {
    const serialId = plan?.corrections.get(lineNo)
    return serialId === undefined ? [] : [{ serialId, line }]
  }),
})

type Work = () => Promise<void>

/**
 * Returns two queues that run their work concurrently.
 * Neither queue waits for the other one, so the database server always has work for two processors.
 */
const twoQueues = () => {
  let tails: readonly Promise<void>[] = [Promise.resolve(), Promise.resolve()]
  /** Waits for the end of all work, even if some of it has failed. */
  const waitUntilSettled = () => Promise.allSettled(tails)
  /** Waits for the end of all work; rejects if any of it has failed. */
  const end = async (): Promise<void> => {
    const ending = tails
    await waitUntilSettled()
    await Promise.all(ending)
  }
  /**
   * Adds work to each queue, and waits for the end of all earlier work; rejects if any of it has failed.
   * A queue in which work has failed starts nothing else.
   */
  const add = (works: readonly Work[]): Promise<void> => {
    const earlier = end()
    tails = tails.map((tail, index) => tail.then(works[index]))
    // The next call of `add` or `end` rejects with the failure. Until then, it must not count as unhandled.
    for (const tail of tails) tail.catch(() => {})
    return earlier
  }
  return { add, end, waitUntilSettled }
}

/**
 * Divides lines into two halves, which are booked concurrently.
 * Lines of the same account stay together in their order, because a reversal follows its payment.
 */
export const halvesByAccount = (lines: readonly NumberedLine[]): readonly (readonly NumberedLine[])[] => {
  const isFirst = ({ line: { VACAccount } }: NumberedLine): boolean =>
    (Number(plainAccount(VACAccount)) % accountModulus) % 2 === 0
  return [lines.filter(isFirst), lines.filter((line) => !isFirst(line))]
}

/**
 * A prime that no scheme of check digits uses.
 * The accounts of a company often have the same digit sum, or the same remainder modulo 10 or 11, so they would all be
 * in one half.
 */
const accountModulus = 97

/** Reads a file to its end, so that no line of an invalid file takes effect. Throws a refusal at the first mistake. */
export const verifyPaymentFile = async (
  { bankFileTools }: Pick<Ports, 'bankFileTools'>,
  { receivedOn, ...file }: PaymentFile,
): Promise<VerifiedPaymentFile> => {
  const { layout, rules } = file
  const reader = readBankFile(layout, file.open(), bankFileTools)
  const throwIfImplausible = plausibilityCheck(layout, { receivedOn, maxAmount })
  let TransDate: string | null = null
  // Later than the day of any line.
  let firstDay = '9999-12-31'
  for (;;) {
    const { done, value } = await reader.next()
    if (done) return { ...file, hash: value.hash, TransDate, summary: value, firstDay }
    throwIfImplausible(value)
    if (value.part === 'header' && value.values.TransDate !== undefined) TransDate = String(value.values.TransDate)
    if (value.part !== 'detail') continue
    // Throws a refusal for an unknown channel.
    channelOfLine(value, rules.channel, layout)
    const day = reportDay(value, TransDate)
    if (day < firstDay) firstDay = day
  }
}

/** Number of lines in a batch, whose two halves are booked in one transaction each. */
const linesPerBatch = 2000

async function* batchesOf(
  { bankFileTools }: BookingPorts,
  { layout, open }: VerifiedPaymentFile,
  makeLine: (line: BankFileLine) => ReportedLine,
): AsyncGenerator<readonly NumberedLine[]> {
  let batch: NumberedLine[] = []
  for await (const line of readBankFile(layout, open(), bankFileTools)) {
    if (line.part === 'detail') batch.push({ lineNo: line.lineNo, line: makeLine(line) })
    if (batch.length < linesPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Returns the numbers of the lines that were stored from a file, by result.
 * A payment that was reversed later counts as written off.
 */
export const storedLines = async (db: Ports['db'], fileId: number): Promise<Omit<FileResult, 'repeated'>> => {
  const { rows } = await sql<Omit<FileResult, 'repeated'>>`
    select count(*) as accepted, count(*) filter (where result = 'writtenOff') as "writtenOff",
      count(*) filter (where result = 'exception') as exceptions, count(*) filter (where result = 'reversed') as reversed
    from (
      select case
        when write_off_status = 'Reversed' and write_off_time is null then 'reversed'
        when write_off_status in ('WrittenOff', 'Reversed') then 'writtenOff'
        else 'exception'
      end as result
      from transaction_line
      where bank_file_serial_id = ${fileId} and parent_serial_id is null
    ) lines`.execute(db)
  return rows[0] ?? { accepted: 0, writtenOff: 0, exceptions: 0, reversed: 0 }
}
