import { sql } from 'kysely'
import type { WhiteListCheckType } from '../../../domain/accounts/white-list'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf, companyOf } from '../../access/caller'
import { requireActiveAgreement } from '../../active-agreement'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { nextUpdateTime } from '../../database/times'
import { deleteHiddenFile, hideFile } from '../../files'
import type { SheetRow } from '../../ports'
import type { RecordContext } from '../../record-context'
import { createWithFiles, type FormFile } from '../../records/form-files'
import { findRecord } from '../../records/get'
import { readFirstRows } from '../upload-rows'
import { asksAboutHidden } from '../uploaded-files'
import { whiteListUploads } from './publish'
import { readHeader } from './row'

/**
 * Accepts an upload: validates the form and the first rows of the file, then stores the file, the upload and its job.
 */
export const uploadWhiteList = (call: Call): Promise<RecordValues> => {
  const { ports, schemas, scope, form } = call
  const file = form?.get('File')
  return createWithFiles(call, schemas.get('whiteListImportList'), {
    check: async (context, { input, files }) => {
      await requireActive(context, input)
      for (const uploaded of files) await requireValidSheet(call, uploaded, input)
    },
    values: {
      OriFileName: file instanceof File ? file.name : null,
      UploadUser: actorOf(scope),
      UploadTime: ports.clock().toISOString(),
    },
    afterWrite: async ({ db }, { SerialId }) =>
      void (await ports.jobs.enqueue(
        db,
        whiteListUploads.job,
        { SerialId },
        { uniformNo: companyOf(scope), userId: actorOf(scope) },
      )),
  })
}

/** Throws a refusal if the agreement of the form is inactive. */
const requireActive = async ({ db }: RecordContext, { ApplyCode }: RecordValues): Promise<void> => {
  const code = String(ApplyCode)
  const agreement = await db
    .selectFrom('agreement')
    .select('agreement_status')
    .where('apply_code', '=', code)
    .executeTakeFirst()
  // `createRecord` reports a reference to an agreement that does not exist.
  if (agreement) requireActiveAgreement(code, agreement.agreement_status, '新增特殊檢核資料')
}

/** Throws a refusal if the titles of a file are wrong, or if the file has no data. */
const requireValidSheet = async (call: Call, file: FormFile, { WhiteListFileType }: RecordValues): Promise<void> => {
  // The cast is safe, because the form has been validated.
  const headerOf = (titles: SheetRow) => readHeader(titles, WhiteListFileType as WhiteListCheckType)
  const firstRows = await readFirstRows(call.ports.sheets, file, {
    asksAboutHidden: asksAboutHidden(call),
    headerOf,
    codePositionIn: ({ positions }) => positions.get('VACAccount'),
  })
  if ('problem' in firstRows) throw new Refusal('3003', firstRows.problem, { File: firstRows.problem })
}

/**
 * Deletes an upload and disables the entries that it added.
 * Throws a refusal (2006) if one of them has been used for a payment.
 */
export const deleteWhiteListUpload = async (call: Call): Promise<null> => {
  const context = contextOf(call)
  const resource = call.schemas.get('whiteListImportList')
  const file = await call.ports.db.transaction().execute(async (db) => {
    const trxContext = { ...context, db }
    const key = keyOf(resource, call)
    const record = await findRecord(trxContext, resource, key, { lock: true })
    if (record.ImportStatus === 'Processing') throw new Refusal('2006', '這個檔案正在處理中，請等處理完成後再刪除。')
    await disableEntries(trxContext, record)
    await db.deleteFrom('white_list_import').where('serial_id', '=', Number(record.SerialId)).execute()
    await hideFile(db, String(record.File))
    await auditRecord(trxContext, resource, { action: 'Delete', key, before: record })
    return String(record.File)
  })
  await deleteHiddenFile(call.ports.backgroundDb, file)
  return null
}

/**
 * Disables the active entries that an upload added, each with its audit line.
 * Throws a refusal (2006) if any entry of the upload has been used for a payment.
 */
const disableEntries = async ({ db, clock, scope, ip }: RecordContext, { SerialId }: RecordValues): Promise<void> => {
  const entries = await db
    .selectFrom('white_list')
    .select('used_times')
    .where('import_serial_id', '=', Number(SerialId))
    .orderBy('serial_id')
    .forUpdate()
    .execute()
  const used = entries.filter(({ used_times }) => used_times > 0).length
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
