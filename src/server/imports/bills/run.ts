import { sql } from 'kysely'
import { taipeiToday } from '../../../domain/dates'
import type { SchemaSet } from '../../../schema/schema-set'
import { randomId } from '../../accounts/keys'
import { loadFile } from '../../files'
import type { Db, JobRun, Ports } from '../../ports'
import { clearStage, leaveToRetention, refreshStatistics } from '../stage'
import { type Import, type ImportContext, importContext } from './context'
import { writeReadResult } from './error-log'
import { publishBills } from './publish'
import { readFile, sheetLimits } from './read-file'

/** What an import works with. */
export interface ImportWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly run: JobRun
}

/** Does an import from its file to its final state. After a crash at any point it runs again from the first row: nothing is published before the one transaction that ends it. */
export const runBillImport = async (work: ImportWork, id: number): Promise<void> => {
  const { backgroundDb: db, clock } = work.ports
  const form = await takeImport(db, id)
  if (!form) return
  const context = await importContext(db, form, taipeiToday(clock()))
  // The former version published in steps: of an import that it had begun to publish, the rest is on the stage.
  let isNeeded = form.SuccessCount > 0
  const stage = isNeeded ? formerStage(id) : randomId()
  try {
    if (!isNeeded) await stageFile(work, context, stage)
    await publishBills({ db, schemas: work.schemas, now: clock(), context, stage, run: work.run })
    isNeeded = false
    await refreshStatistics(db, 'bill')
  } finally {
    if (!isNeeded) await clearStage(db, stage).catch(leaveToRetention)
  }
}

/** Returns the name of the stage of an import that the former version began to publish. */
export const formerStage = (id: number): string => `bill/${id}`

const stageFile = async ({ ports: { backgroundDb: db, sheets }, schemas, run }: ImportWork, context: ImportContext, stage: string): Promise<void> => {
  await run.progress(0)
  const { form, agreement } = context
  const file = await loadFile(db, form.File, agreement.UniformNo)
  const result = await readFile({ db, schemas, context, stage, progress: run.progress }, sheets.read(file, sheetLimits))
  await run.progress(result.total, result.total)
  await writeReadResult(db, form.SerialId, result)
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
      payment_end_date as "PaymentEndDate", notices as "Notices", import_mode as "ImportMode", success_count as "SuccessCount",
      file as "File", upload_user as "UploadUser"`.execute(db)
  return rows[0]
}
