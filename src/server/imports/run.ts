import { sql } from 'kysely'
import { taipeiToday } from '../../domain/dates'
import type { SchemaSet } from '../../schema/schema-set'
import type { Db, JobRun, Ports } from '../ports'
import { loadFile } from '../store/files'
import { type Import, type ImportContext, importContext } from './context'
import { publish } from './publish'
import { noteReading } from './reading'
import { sheetLimits, stageRows } from './stage'
import { clearStaged } from './staging'

/** What an import works with. */
export interface ImportWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly run: JobRun
}

/** Does an import from its file to its final state. It may run again after a crash at any point: a file that was read to its end is not read again, and no bill is made twice. */
export const runBillImport = async (work: ImportWork, id: number): Promise<void> => {
  const { backgroundDb: db, clock } = work.ports
  const form = await takeImport(db, id)
  if (!form) return
  const context = await importContext(db, form, taipeiToday(clock()))
  if (form.TotalCount === 0) await readFile(work, context)
  await publish({ db, schemas: work.schemas, now: clock(), context, confirm: work.run.confirm })
}

const readFile = async ({ ports: { backgroundDb: db, sheets }, schemas, run }: ImportWork, context: ImportContext): Promise<void> => {
  await run.progress(0)
  const { form, agreement } = context
  const file = await loadFile(db, form.File, agreement.UniformNo)
  await clearStaged(db, form.SerialId)
  const reading = await stageRows(
    { db, bills: schemas.get('bills'), payer: schemas.get('payer'), context, progress: run.progress },
    sheets.read(file, sheetLimits),
  )
  await run.progress(reading.total, reading.total)
  await noteReading(db, form.SerialId, reading)
}

/** The import, marked as being worked on; undefined when it was deleted or is done. */
const takeImport = async (db: Db, id: number): Promise<Import | undefined> => {
  const { rows } = await sql<Import>`
    update bill_import
    set import_status = 'Processing'
    where serial_id = ${id} and import_status in ('Pending', 'Processing')
    returning
      serial_id as "SerialId", apply_code as "ApplyCode", import_batch_no as "ImportBatchNo", bill_term_id as "BillTermId",
      bill_category_code as "BillCategoryCode", currency_type as "CurrencyType", payment_start_date as "PaymentStartDate",
      payment_end_date as "PaymentEndDate", notices as "Notices", import_mode as "ImportMode", total_count as "TotalCount",
      file as "File", upload_user as "UploadUser"`.execute(db)
  return rows[0]
}
