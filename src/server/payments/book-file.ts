import { sql } from 'kysely'
import { plainAccount } from '../../domain/accounts/virtual-account'
import { taipeiToday } from '../../domain/dates/dates'
import type { JobRun, Ports } from '../ports'
import { type BookedLines, bookLines, type ReportedLine } from './book-lines'
import { channelOfLine, type PaymentLayout } from './channels'
import type { BankFileLine } from './files/bank-file'
import { plausibilityCheck } from './files/plausible-values'
import { readBankFile } from './files/read-bank-file'
import { holidaysFrom } from './holidays'
import { lineMaker, loadReferences, reportDay, type VerifiedFile } from './reported-lines'

/** A stored file of payments. */
export interface PaymentFile {
  readonly SerialId: number
  readonly name: string
  readonly layout: PaymentLayout
  readonly open: () => AsyncIterable<Uint8Array>
}

/** The numbers of booked lines by result, including those that an earlier attempt booked. */
export interface FileResult extends Omit<BookedLines, 'serialIds'> {}

type BookingPorts = Pick<Ports, 'backgroundDb' | 'clock' | 'layouts' | 'bankFileTools'>

/**
 * Verifies a file and books its lines in batches, each in a transaction of its own. An attempt whose process has ended is repeated from the beginning: lines that were
 * booked have no effect. Throws a refusal for a wrong file, of which nothing is booked.
 */
export const bookPaymentFile = async (ports: BookingPorts, file: PaymentFile, run: Pick<JobRun, 'confirm' | 'progress'>): Promise<FileResult> => {
  const { backgroundDb: db, clock } = ports
  const { verified, firstDay, count } = await verifyPaymentFile(ports, file)
  const makeLine = lineMaker(verified, { ...(await loadReferences(db)), holidays: await holidaysFrom(db, firstDay) })
  const counter = resultCounter()
  let done = 0
  for await (const batch of batchesOf(detailsOf(ports, file))) {
    const book = (lines: readonly ReportedLine[]): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await run.confirm(trx)
        const booked = await bookLines(trx, lines, { now: clock().toISOString(), user: 'system' })
        counter.add(booked, booked.repeated > 0 ? await ownLines(trx, lines, file.SerialId) : [])
      })
    await allEnded(halvesByAccount(batch.map(makeLine)).map(book))
    done += batch.length
    await run.progress(done, count)
  }
  return counter.result(count)
}

/** Divides lines into two halves, which a server books at once. Lines of the same account stay together in their order, because a reversal follows its payment. */
const halvesByAccount = (lines: readonly ReportedLine[]): readonly (readonly ReportedLine[])[] => {
  const isFirst = ({ VACAccount }: ReportedLine): boolean => (Number(plainAccount(VACAccount)) % accountModulus) % 2 === 0
  return [lines.filter(isFirst), lines.filter((line) => !isFirst(line))].filter(({ length }) => length > 0)
}

/** A prime that no check digit is computed with: the accounts of a company often have the same sum of digits, or the same remainder of 10 or 11. */
const accountModulus = 97

/** Waits until all work has ended, so that nothing goes on after a failure; throws the first failure. */
const allEnded = async (work: readonly Promise<void>[]): Promise<void> => {
  await Promise.allSettled(work)
  await Promise.all(work)
}

/** Reads a file to its end, so that nothing of a wrong one takes effect. */
const verifyPaymentFile = async (
  { layouts, bankFileTools, clock }: BookingPorts,
  { SerialId, name, layout, open }: PaymentFile,
): Promise<{ readonly verified: VerifiedFile; readonly firstDay: string; readonly count: number }> => {
  const reader = readBankFile(layouts[layout], open(), bankFileTools)
  const refuseImplausible = plausibilityCheck(layouts[layout], layout, taipeiToday(clock()))
  let [TransDate, firstDay]: [string | null, string] = [null, '9999-12-31']
  for (;;) {
    const { done, value } = await reader.next()
    if (done) {
      const { hash, count } = value
      return { verified: { SerialId, name, layoutName: layout, layout: layouts[layout], hash, TransDate }, firstDay, count }
    }
    refuseImplausible(value)
    if (value.part === 'header' && value.values.TransDate !== undefined) TransDate = String(value.values.TransDate)
    if (value.part !== 'detail') continue
    channelOfLine(value, layout, layouts[layout])
    const day = reportDay(value, TransDate)
    if (day < firstDay) firstDay = day
  }
}

async function* detailsOf({ layouts, bankFileTools }: BookingPorts, { layout, open }: PaymentFile): AsyncGenerator<BankFileLine> {
  for await (const line of readBankFile(layouts[layout], open(), bankFileTools)) if (line.part === 'detail') yield line
}

/** Number of lines that are booked at once, in one transaction or two. */
const batchLines = 2000

async function* batchesOf(lines: AsyncIterable<BankFileLine>): AsyncGenerator<readonly BankFileLine[]> {
  let batch: BankFileLine[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < batchLines) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

interface OwnLine {
  readonly id: number
  readonly result: 'writtenOff' | 'reversed' | 'exceptions'
}

/** Returns the lines on record that were booked from this file, of those with the identities of these lines. A payment that was reversed later was written off before. */
const ownLines = async (db: Ports['db'], lines: readonly ReportedLine[], fileId: number): Promise<readonly OwnLine[]> => {
  const { rows } = await sql<OwnLine>`
    select l.serial_id as id,
      case
        when l.write_off_status = 'Reversed' and l.write_off_time is null then 'reversed'
        when l.write_off_status in ('WrittenOff', 'Reversed') then 'writtenOff'
        else 'exceptions'
      end as result
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb)
      as r ("ChannelId" text, "TradeDate" date, "TxnSeq" text, "VACAccount" text, "AmountSign" text, "Amount" bigint)
    join transaction_line l on l.channel_id = r."ChannelId" and l.trade_date = r."TradeDate" and l.txn_seq = r."TxnSeq"
      and ltrim(coalesce(l.original_vac_account, l.vac_account), '0') = r."VACAccount" and l.amount_sign = r."AmountSign" and l.amount = r."Amount"
    where l.parent_serial_id is null and l.bank_file_serial_id = ${fileId}`.execute(db)
  return rows
}

const resultCounter = () => {
  const counted = new Set<number>()
  const counts = { writtenOff: 0, exceptions: 0, reversed: 0 }
  return {
    add: ({ serialIds, writtenOff, exceptions, reversed }: BookedLines, own: readonly OwnLine[]): void => {
      for (const id of serialIds) counted.add(id)
      counts.writtenOff += writtenOff
      counts.exceptions += exceptions
      counts.reversed += reversed
      for (const { id, result } of own) {
        if (counted.has(id)) continue
        counted.add(id)
        counts[result] += 1
      }
    },
    result: (lines: number): FileResult => ({ accepted: counted.size, repeated: lines - counted.size, ...counts }),
  }
}
