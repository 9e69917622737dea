import { sql } from 'kysely'
import type { WhiteListCheckType } from '../../../domain/accounts/white-list'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf, companyOf } from '../../access/caller'
import { requireActiveAgreement } from '../../active-agreement'
import { nextUpdateTime } from '../../database/times'
import { deleteHiddenFile, hideFile } from '../../files'
import type { Call } from '../../http/call'
import type { SheetRow, Sheets } from '../../ports'
import { auditRecord, contextOf, keyOf, type RecordContext } from '../../records/context'
import { createWithFiles, type FormFile } from '../../records/form-files'
import { findRecord } from '../../records/get'
import { sheetLimits } from '../stage'
import { isExampleRow, readHeader } from './header'
import { whiteListImportJob } from './run'

/** Accepts an upload: validates the form and the first rows of the file, then stores file, upload and job. */
export const uploadWhiteList = (call: Call): Promise<RecordValues> => {
  const { ports, schemas, scope, form } = call
  const file = form?.get('File')
  return createWithFiles(call, schemas.get('whiteListImportList'), {
    check: async ({ db }, { input, files }) => {
      await requireActive(db, input)
      for (const uploaded of files) await requireValidSheet(ports.sheets, uploaded, input)
    },
    values: { OriFileName: file instanceof File ? file.name : null, UploadUser: actorOf(scope), UploadTime: ports.clock().toISOString() },
    afterWrite: async ({ db }, { SerialId }) =>
      void (await ports.jobs.enqueue(db, whiteListImportJob, { SerialId }, { uniformNo: companyOf(scope), userId: actorOf(scope) })),
  })
}

const requireActive = async (db: RecordContext['db'], { ApplyCode }: RecordValues): Promise<void> => {
  const { rows } = await sql<{ status: string | null }>`select agreement_status as status from agreement where apply_code = ${String(ApplyCode)}`.execute(db)
  const [agreement] = rows
  // A reference to an agreement that does not exist is refused when the record is created.
  if (agreement) requireActiveAgreement(String(ApplyCode), agreement.status, '新增特殊檢核資料')
}

/** Reads the header and the first rows, so that a wrong file is refused during the upload and not minutes later. */
const requireValidSheet = async (sheets: Sheets, { name, bytes }: FormFile, { WhiteListFileType }: RecordValues): Promise<void> => {
  const rows: SheetRow[] = []
  for await (const row of sheets.read({ name, bytes }, sheetLimits)) {
    rows.push(row)
    if (rows.length === 3) break
  }
  const [titles, first, second] = rows
  // The form was validated.
  const header = titles && readHeader(titles, WhiteListFileType as WhiteListCheckType)
  if (header && first && !(isExampleRow(first, header) && !second)) return
  const found = !header ? '沒有任何資料' : first ? '只有標題列與範例列，沒有資料' : '只有標題列，沒有資料'
  const message = `檔案「${name}」${found}，請填寫後再上傳。`
  throw new Refusal('3003', message, { File: message })
}

/** Deletes an upload and disables the entries that it added, if none of them has been paid. */
export const deleteWhiteListImport = async (call: Call): Promise<null> => {
  const context = contextOf(call)
  const resource = call.schemas.get('whiteListImportList')
  const file = await call.ports.db.transaction().execute(async (db) => {
    const trxContext = { ...context, db }
    const key = keyOf(resource, call)
    const record = await findRecord(trxContext, resource, key, { lock: true })
    if (record.ImportStatus === 'Processing') throw new Refusal('2006', '這個檔案正在處理中，請等處理完成後再刪除。')
    await disableEntries(trxContext, record)
    await sql`delete from white_list_import where serial_id = ${record.SerialId}`.execute(db)
    await hideFile(db, String(record.File))
    await auditRecord(trxContext, resource, { action: 'Delete', key, before: record })
    return String(record.File)
  })
  await deleteHiddenFile(call.ports.backgroundDb, file)
  return null
}

/** Disables the entries that an upload added, each with its audit line. Throws a refusal (2006) if one of them was used for a payment, even if it is disabled by now. */
const disableEntries = async ({ db, clock, scope, ip }: RecordContext, { SerialId }: RecordValues): Promise<void> => {
  const { rows } = await sql<{ used: number }>`
    select used_times as used from white_list where import_serial_id = ${SerialId} order by serial_id for update`.execute(db)
  const used = rows.filter((row) => row.used > 0).length
  if (used > 0) throw new Refusal('2006', `這批資料已有 ${used} 筆使用過，不能整批刪除；請到特殊檢核資料明細逐筆停用。`)
  const now = clock()
  await sql`
    with disabled as (
      update white_list
      set white_list_state = 'Disabled', update_user = ${actorOf(scope)}, update_time = ${nextUpdateTime(now)}
      where import_serial_id = ${SerialId} and white_list_state = 'Active'
      returning serial_id
    )
    insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key, before, after)
    select ${now.toISOString()}::timestamptz, ${actorOf(scope)}, ${companyOf(scope)}, ${ip}, 'Disable', 'whiteList', serial_id::text, '{"WhiteListState":"Active"}', '{"WhiteListState":"Disabled"}'
    from disabled
    order by serial_id`.execute(db)
}
