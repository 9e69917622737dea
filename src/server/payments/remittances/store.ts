import { sql } from 'kysely'
import { enumOptions } from '../../../domain/enums'
import type { Layout } from '../../../schema/layouts/layout'
import type { Db, JobRun, Ports } from '../../ports'
import { type BankFileLine, BankFileRefusal, positionText } from '../files/bank-file'
import { plausibilityCheck } from '../files/plausible-values'
import { readBankFile } from '../files/read-bank-file'
import { resendAdvice } from '../files/read-line'

/** A stored file of remittances. */
interface RemittanceFile {
  readonly serialId: number
  readonly layout: Layout
  /** The day on which the file was received. */
  readonly receivedOn: string
  /**
   * The content of the file, which is read in the same transaction because the embedded database has only one
   * connection.
   */
  readonly content: AsyncIterable<Uint8Array>
}

/** The days of a file of remittances, and the number of its lines that another file had already stored. */
export interface StoredRemittances {
  readonly days: readonly string[]
  readonly repeated: number
}

/** Maximum number of lines that one statement inserts. */
const linesPerStatement = 1000

/**
 * Stores those remittances of a file that no other file has stored, in the transaction that ends the job.
 * Throws a refusal if a channel is unknown, or a day or an amount is implausible.
 */
export const storeRemittances = async (
  { db, bankFileTools, clock }: Pick<Ports, 'db' | 'bankFileTools' | 'clock'>,
  { serialId, layout, receivedOn, content }: RemittanceFile,
  run: Pick<JobRun, 'confirm'>,
): Promise<StoredRemittances> => {
  const channels = new Set<unknown>(enumOptions('Channel').map(([code]) => code))
  const days = new Set<string>()
  // Remittances are sums, so their amount has no upper limit.
  const throwIfImplausible = plausibilityCheck(layout, { receivedOn, maxAmount: null })
  let lines: BankFileLine[] = []
  let repeated = 0
  // Two files with the same remittance must not be stored at the same time, because neither would find the remittance
  // of the other.
  await sql`lock table remittance in share row exclusive mode`.execute(db)
  const writeLines = async () => {
    repeated += lines.length - (await insertRemittances(db, { serialId, now: clock().toISOString() }, lines))
    lines = []
  }
  for await (const line of readBankFile(layout, content, bankFileTools)) {
    if (!channels.has(line.values.ChannelId)) throw unknownChannelRefusal(layout, line)
    throwIfImplausible(line)
    days.add(String(line.values.RemitDate))
    lines.push(line)
    if (lines.length === linesPerStatement) await writeLines()
  }
  await writeLines()
  await run.confirm(db)
  return { days: [...days], repeated }
}

const unknownChannelRefusal = ({ details }: Layout, { kind, lineNo, values }: BankFileLine): BankFileRefusal => {
  const { offset = 1, label } = details[kind]?.fields.ChannelId ?? {}
  return new BankFileRefusal(
    `${positionText(lineNo, offset, label)}是「${values.ChannelId}」，不是系統中的通路代碼。${resendAdvice}`,
    lineNo,
    offset,
  )
}

/**
 * Stores the lines that no other file contains, and returns their number.
 * Equal lines of one file are separate remittances.
 */
const insertRemittances = async (
  db: Db,
  { serialId, now }: { readonly serialId: number; readonly now: string },
  lines: readonly BankFileLine[],
): Promise<number> => {
  const rows = lines.map(({ lineNo, values }) => ({ lineNo, ...values }))
  const { numAffectedRows } = await sql`
    insert into remittance
      (bank_file_id, line_no, remit_date, remit_time, channel_id, market_item_code, amount, batch_no, create_user, create_time, update_user, update_time)
    select ${serialId}, "lineNo", "RemitDate", "RemitTime", "ChannelId", nullif("MarketItemCode", ''), "Amount", "BatchNo", '', ${now}::timestamptz, '', ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as line ("lineNo" integer, "RemitDate" date, "RemitTime" text, "ChannelId" text, "MarketItemCode" text, "Amount" bigint, "BatchNo" text)
    where not exists (
      select from remittance r
      where r.remit_date = "RemitDate" and r.remit_time is not distinct from "RemitTime" and r.channel_id = "ChannelId" and r.amount = "Amount" and r.batch_no = "BatchNo"
        and coalesce(r.market_item_code, '') = "MarketItemCode" and r.bank_file_id <> ${serialId}
    )`.execute(db)
  return Number(numAffectedRows)
}
