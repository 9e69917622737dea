import { sql } from 'kysely'
import type { BankFileDifferences } from '../../../contract/call-responses'
import { maxListedDifferences } from '../../../contract/list-query'
import type { FileComparison, FilePayment } from '../../../domain/payments/compare-files'
import type { Call } from '../../call'
import { contextOf, keyOf } from '../../context'
import type { Db } from '../../ports'
import { findRecord } from '../../records/get'
import type { BookingPlan } from '../book-file'

/** Number of rows that one statement inserts. */
const rowsPerStatement = 5000

interface DifferenceRow {
  readonly kind: 'New' | 'Corrected' | 'Missing'
  readonly line: number | null
  readonly booked: number | null
  readonly facts: Pick<FilePayment, 'VACAccount' | 'Amount' | 'TradeDate' | 'StoreNo'> | null
}

/**
 * Stores the differences of a held file in place of those of an earlier comparison.
 * They are the plan by which the file is booked, so every attempt books the same lines.
 */
export const storeDifferences = async (
  db: Db,
  fileId: number,
  { added, corrected, missing }: FileComparison,
): Promise<void> => {
  await deleteDifferences(db, fileId)
  const rows: readonly DifferenceRow[] = [
    ...added.map((payment, index) => ({
      kind: 'New' as const,
      line: payment.lineNo,
      booked: null,
      facts: listedFacts(payment, index),
    })),
    ...corrected.map(({ booked, payment }, index) => ({
      kind: 'Corrected' as const,
      line: payment.lineNo,
      booked: booked.SerialId,
      facts: listedFacts(payment, index),
    })),
    ...missing.map(({ SerialId }) => ({ kind: 'Missing' as const, line: null, booked: SerialId, facts: null })),
  ]
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await sql`
      insert into bank_file_difference (bank_file_serial_id, kind, line_no, line_serial_id, facts)
      select ${fileId}, kind, line, booked, nullif(facts, 'null'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + rowsPerStatement))}::text::jsonb)
        as r (kind text, line integer, booked bigint, facts jsonb)`.execute(db)
  }
}

const listedFacts = ({ VACAccount, Amount, TradeDate, StoreNo }: FilePayment, index: number): DifferenceRow['facts'] =>
  index < maxListedDifferences ? { VACAccount, Amount, TradeDate, StoreNo } : null

/** Deletes the differences of a file. */
export const deleteDifferences = async (db: Db, fileId: number): Promise<void> => {
  await db.deleteFrom('bank_file_difference').where('bank_file_serial_id', '=', fileId).execute()
}

/** Returns what is to be done with the lines of a file that replaces earlier ones. */
export const planOf = async (db: Db, fileId: number): Promise<BookingPlan> => {
  const rows = await db
    .selectFrom('bank_file_difference')
    .select(['line_no', 'line_serial_id'])
    .where('bank_file_serial_id', '=', fileId)
    .where('line_no', 'is not', null)
    .execute()
  const corrections = new Map<number, number>()
  const added = new Set<number>()
  for (const { line_no, line_serial_id } of rows) {
    if (line_no === null) continue
    if (line_serial_id === null) added.add(line_no)
    else corrections.set(line_no, line_serial_id)
  }
  return { isBooked: (lineNo) => added.has(lineNo), corrections }
}

/**
 * Returns the first differences of each kind between a file and the lines that earlier files had booked, with the
 * present state of these lines.
 */
export const differencesOf = async (call: Call): Promise<BankFileDifferences> => {
  const resource = call.schemas.get('bankFile')
  const { SerialId } = await findRecord(contextOf(call), resource, keyOf(resource, call))
  return { Differences: await listDifferences(call.ports.db, Number(SerialId)) }
}

const listDifferences = async (db: Db, fileId: number): Promise<BankFileDifferences['Differences']> => {
  const { rows } = await sql<BankFileDifferences['Differences'][number]>`
    select d.kind as "Kind", d.line_no as "LineNo", d.line_serial_id as "LineSerialId",
      coalesce(d.facts ->> 'VACAccount', l.original_vac_account, l.vac_account) as "VACAccount", coalesce((d.facts ->> 'Amount')::bigint, l.amount) as "Amount",
      coalesce((d.facts ->> 'TradeDate')::date, l.trade_date) as "TradeDate", d.facts ->> 'StoreNo' as "StoreNo", l.store_no as "BookedStoreNo",
      case when d.line_serial_id is not null then coalesce(l.write_off_status, 'NotWrittenOff') end as "WriteOffStatus"
    from unnest(array['Missing', 'Corrected', 'New']) with ordinality as k (kind, position)
    cross join lateral (
      select * from bank_file_difference
      where bank_file_serial_id = ${fileId} and kind = k.kind
      order by line_no, line_serial_id
      limit ${maxListedDifferences}
    ) d
    left join transaction_line l on l.serial_id = d.line_serial_id
    order by k.position, d.line_no, d.line_serial_id`.execute(db)
  return rows
}
