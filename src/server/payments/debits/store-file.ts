import { sql } from 'kysely'
import { taipeiTime } from '../../../domain/dates/dates'
import { unknownMediaType } from '../../../domain/file-kinds'
import { Refusal } from '../../../domain/refusal'
import { type LayoutLine, layoutNamed } from '../../../schema/layouts/layout'
import { createFile, makeFileVisible, writeContent } from '../../files'
import type { Db, Ports } from '../../ports'
import type { LineValues } from '../files/bank-file'
import { misfitText } from '../files/fit-value'
import { writeBankFile } from '../files/write-bank-file'
import type { DebitFile } from './batches'
import { type FileValues, filledValues, lineFiller, type RequestValues, writtenLine } from './media'

/** One record of a file that is to be written. */
export interface FileRecord {
  /** What a reply repeats, besides the sequence number, to name the record. */
  readonly reference: string
  readonly billSerialId: number | null
  readonly payerSerialId: number | null
  readonly amount: number
  readonly values: RequestValues
  /** The bill or payer, for the refusal of a value that does not fit. */
  readonly title: string
}

/** A file that is to be written. */
export interface NewDebitFile {
  readonly batchId: number
  readonly layoutName: string
  readonly mediaFormat: string
  readonly applyCode: string
  /** The day by which replies name the file. */
  readonly day: string
  readonly values: Pick<FileValues, 'UniformNo' | 'RealAccount' | 'TxId' | 'DebitDate'>
  readonly includesExported: boolean
  /** Whether a second person must release the file. */
  readonly needsRelease: boolean
  readonly requestUser: string
  readonly records: readonly FileRecord[]
}

type StorePorts = Pick<Ports, 'layouts' | 'bankFileTools' | 'clock' | 'settings'>

/**
 * Writes a file and its records in the transaction `db`, which must hold the lock of the agreement.
 * Throws a refusal that names the first record with a value that does not fit the layout.
 */
export const storeDebitFile = async (ports: StorePorts, db: Db, file: NewDebitFile): Promise<DebitFile> => {
  const layout = layoutNamed(ports.layouts, file.layoutName)
  const [kind, line] = writtenLine(layout)
  const fileValues = fileValuesOf(ports, file)
  const start = await lastSeq(db, file)
  const fill = lineFiller(line, fileValues)
  const records = file.records.map((record, index) => {
    const seq = start + index + 1
    return { record, seq, sent: fill({ ...record.values, Seq: String(seq) }) }
  })
  refuseMisfits(ports, line, records)
  const header = layout.header ? { header: filledValues(layout.header, fileValues) } : {}
  const details = records.map(({ sent }) => ({ kind, values: sent }))
  const storedFileId = await createFile(db, {
    name: await fileName(db, file),
    type: unknownMediaType,
    uniformNo: file.values.UniformNo ?? '',
  })
  await writeContent(db, storedFileId, writeBankFile(layout, { ...header, details }, ports.bankFileTools.big5))
  await makeFileVisible(db, storedFileId)
  const stored = await insertFile(ports, db, { file, storedFileId })
  await insertRecords(db, { file, fileId: stored.FileId, records })
  return stored
}

/** Returns the values of a file as a whole. */
const fileValuesOf = (
  { clock, settings }: Pick<Ports, 'clock' | 'settings'>,
  { applyCode, values }: NewDebitFile,
): FileValues => {
  const [CreateDate = '', time = ''] = taipeiTime(clock()).split('T')
  return {
    ...values,
    ApplyCode: applyCode,
    PresentingBank: settings.bankCode,
    CreateDate,
    CreateTime: time.replaceAll(':', ''),
  }
}

/**
 * Returns the last sequence number that the files of an agreement have for a day.
 * The numbers continue from file to file and from format to format: a reply names one record, and two debits of a bill
 * never become lines with the same transaction number.
 */
const lastSeq = async (db: Db, { day, applyCode }: NewDebitFile): Promise<number> => {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0) as seq
    from internal_debit_record
    where debit_date = ${day} and apply_code = ${applyCode}`.execute(db)
  return Number(rows[0]?.seq)
}

interface NumberedRecord {
  readonly record: FileRecord
  readonly seq: number
  readonly sent: LineValues
}

const refuseMisfits = (
  { bankFileTools }: Pick<Ports, 'bankFileTools'>,
  line: LayoutLine,
  records: readonly NumberedRecord[],
): void => {
  const ofRecords = records[0] ? ['Seq', ...Object.keys(records[0].record.values)] : []
  const fields = Object.fromEntries(Object.entries(line.fields).filter(([name]) => ofRecords.includes(name)))
  const ownLine = { ...line, fields }
  for (const [index, { record, sent }] of records.entries()) {
    // The other values are the same in all records.
    const misfit = misfitText(index === 0 ? line : ownLine, sent, bankFileTools.big5)
    if (misfit !== null) throw new Refusal('2002', `${record.title}的${misfit}，不能匯出；請更正後再匯出。`)
  }
}

/** Returns a name for the file that tells it from the other files of its batch. */
const fileName = async (db: Db, { batchId, mediaFormat, applyCode, day }: NewDebitFile): Promise<string> => {
  const { rows } = await sql<{ no: number }>`
    select count(*) + 1 as no from internal_debit_file where batch_id = ${batchId}`.execute(db)
  return `${mediaFormat}_${applyCode}_${day.replaceAll('-', '')}_${batchId}-${rows[0]?.no}.txt`
}

interface StoredContent {
  readonly file: NewDebitFile
  readonly storedFileId: string
}

const insertFile = async (
  { clock }: Pick<Ports, 'clock'>,
  db: Db,
  { file, storedFileId }: StoredContent,
): Promise<DebitFile> => {
  const { rows } = await sql<DebitFile>`
    insert into internal_debit_file (batch_id, state, includes_exported, file_id, record_count, total_amount, request_user, request_time)
    values (
      ${file.batchId}, ${file.needsRelease ? 'Proposed' : 'Released'}, ${file.includesExported}, ${storedFileId}, ${file.records.length},
      ${file.records.reduce((sum, { amount }) => sum + amount, 0)}, ${file.requestUser}, ${clock().toISOString()}::timestamptz
    )
    returning debit_file_id as "FileId", state as "State", file_id as "StoredFileId", record_count as "RecordCount",
      request_user as "RequestUser", request_time as "RequestTime"`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error('The record of a debit file was not inserted.')
  return stored
}

/** Number of records that one statement inserts. */
const recordsPerStatement = 5000

const insertRecords = async (
  db: Db,
  {
    file,
    fileId,
    records,
  }: { readonly file: NewDebitFile; readonly fileId: number; readonly records: readonly NumberedRecord[] },
): Promise<void> => {
  const state = file.needsRelease ? 'Proposed' : 'Unanswered'
  // The next rows are prepared while the database inserts the previous ones.
  let inserted: Promise<unknown> = Promise.resolve()
  for (let start = 0; start < records.length; start += recordsPerStatement) {
    const rows = records
      .slice(start, start + recordsPerStatement)
      .map(({ record: { reference, billSerialId, payerSerialId, amount }, seq, sent }) => ({
        ...{ seq, reference, bill: billSerialId, payer: payerSerialId, amount, sent },
      }))
    const json = JSON.stringify(rows)
    await inserted
    inserted = sql`
      insert into internal_debit_record (
        debit_file_id, media_format, debit_date, seq, reference, apply_code, bill_serial_id, payer_serial_id, amount, sent, state
      )
      select ${fileId}, ${file.mediaFormat}, ${file.day}, seq, reference, ${file.applyCode}, bill, payer, amount, sent, ${state}
      from jsonb_to_recordset(${json}::text::jsonb)
        as r (seq bigint, reference text, bill bigint, payer bigint, amount bigint, sent jsonb)
      order by seq`.execute(db)
  }
  await inserted
}
