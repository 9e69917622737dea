import { sql } from 'kysely'
import type { Layout } from '../../../../schema/layouts/layout'
import type { Db } from '../../../ports'
import {
  type BankFileLine,
  BankFileRefusal,
  type BankFileSummary,
  type BankFileTools,
  type LineValue,
  type LineValues,
} from '../../files/bank-file'
import { readBankFile } from '../../files/read-bank-file'
import { authorizationFormat, type DebitFormat } from '../media'

/** The fields by which a reply names a record, besides the sequence number. */
export const namingFields = (format: DebitFormat): { readonly day: string; readonly reference: string } =>
  format === authorizationFormat
    ? { day: 'CreateDate', reference: 'DebitUserNo' }
    : { day: 'DebitDate', reference: 'VACAccount' }

/** A line of a reply. */
export interface Answer {
  readonly lineNo: number
  readonly kind: string
  readonly day: string
  readonly seq: number
  readonly reference: string
  /** The code of the result; empty if the line has none. */
  readonly code: string
  readonly values: LineValues
}

/** A record of an exported file, as far as a reply needs it. */
export interface SentRecord {
  readonly RecordId: number
  readonly FileId: number
  readonly ApplyCode: string
  readonly Seq: number
  readonly Day: string
  readonly Reference: string
  readonly BillSerialId: number | null
  readonly PayerSerialId: number | null
  readonly Amount: number
  readonly Sent: LineValues
  readonly State: 'Unanswered' | 'Succeeded' | 'Refused' | 'Voided'
  readonly ResultCode: string | null
}

/** An answer with the record that it names; null if it names none. */
export interface NamedAnswer {
  readonly answer: Answer
  readonly record: SentRecord | null
}

/** Number of answers that are processed together. */
const answersPerBatch = 2000

/** Yields the answers of a reply in batches, and returns the summary of the file. */
export async function* answersIn(
  layout: Layout,
  chunks: AsyncIterable<Uint8Array>,
  { format, ...tools }: BankFileTools & { readonly format: DebitFormat },
): AsyncGenerator<readonly Answer[], BankFileSummary> {
  const lines = readBankFile(layout, chunks, tools)
  const naming = namingFields(format)
  let batch: Answer[] = []
  for (;;) {
    const { done, value } = await lines.next()
    if (done) {
      if (batch.length > 0) yield batch
      return value
    }
    if (value.part === 'detail') batch.push(answerOf(value, naming))
    if (batch.length < answersPerBatch) continue
    yield batch
    batch = []
  }
}

const answerOf = ({ lineNo, kind, values }: BankFileLine, naming: ReturnType<typeof namingFields>): Answer => ({
  lineNo,
  kind,
  day: String(values[naming.day]),
  seq: Number(values.Seq),
  reference: String(values[naming.reference]),
  code: String(values.ResultCode ?? ''),
  values,
})

/** Finds the records that answers name. `lock` locks them in the order of their keys. */
export const nameAnswers = async (
  db: Db,
  format: DebitFormat,
  { answers, lock = false }: { readonly answers: readonly Answer[]; readonly lock?: boolean },
): Promise<readonly NamedAnswer[]> => {
  const wanted = answers.map(({ day, seq, reference }) => ({ day, seq, reference }))
  const { rows } = await sql<SentRecord>`
    select r.debit_record_id as "RecordId", r.debit_file_id as "FileId", r.apply_code as "ApplyCode", r.seq as "Seq", r.debit_date as "Day", r.reference as "Reference",
      r.bill_serial_id as "BillSerialId", r.payer_serial_id as "PayerSerialId", r.amount as "Amount", r.sent as "Sent", r.state as "State",
      r.result_code as "ResultCode"
    from internal_debit_record r
    where (r.debit_date, r.seq, r.reference) in (
      select day, seq, reference
      from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as w (day date, seq bigint, reference text)
    ) and r.media_format = ${format} and r.state in ('Unanswered', 'Succeeded', 'Refused', 'Voided')
    order by r.debit_record_id
    ${lock ? sql`for update of r` : sql``}`.execute(db)
  const records = new Map<string, SentRecord[]>()
  for (const row of rows) {
    const key = keyOf({ day: row.Day, seq: row.Seq, reference: row.Reference })
    records.set(key, [...(records.get(key) ?? []), row])
  }
  return answers.map((answer) => ({ answer, record: recordOf(answer, records.get(keyOf(answer)) ?? []) }))
}

/**
 * Returns the record that an answer names; null if there is none.
 * Files of several agreements can have records of the same name; the answer is about the one that was sent like it.
 * Throws a refusal if that applies to several.
 */
const recordOf = (answer: Answer, records: readonly SentRecord[]): SentRecord | null => {
  const [first = null, second] = records
  if (second === undefined) return first
  const [same, another] = records.filter((record) => changedValue(answer, record) === null)
  if (same && another)
    throw new BankFileRefusal(
      `第 ${answer.lineNo} 列與匯出檔（序號 ${same.FileId}、${another.FileId}）的交易序號 ${answer.seq} 都相同，無法判斷是哪一筆的回覆，整個檔案沒有處理。請洽資訊單位。`,
      answer.lineNo,
      1,
    )
  return same ?? first
}

/** Returns the name of a value of an answer that differs from what was sent; null if all are the same. */
export const changedValue = ({ values }: Answer, { Sent, Amount }: SentRecord): string | null =>
  Object.keys(values).find((name) => isChanged(values[name], name === 'Amount' ? Amount : Sent[name])) ?? null

// The amount is kept when the sent values are deleted, because a later reply must still have it.
const isChanged = (value: LineValue | undefined, sent: LineValue | undefined): boolean =>
  sent !== undefined && sent !== value

const keyOf = ({ day, seq, reference }: Pick<Answer, 'day' | 'seq' | 'reference'>): string =>
  `${day} ${seq} ${reference}`
