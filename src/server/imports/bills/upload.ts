import { sql } from 'kysely'
import { latestDeadline } from '../../../domain/bills/bill'
import { parseDate } from '../../../domain/dates/roc-date'
import { type EnumCode, enums } from '../../../domain/enums'
import { Refusal, type ReturnCode } from '../../../domain/refusal'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { validate } from '../../../schema/rules/validate'
import { actorOf } from '../../access/caller'
import { requireMaintainer } from '../../access/operations'
import { tenantErrors } from '../../access/tenant'
import { keepFile, sheetMediaType, unknownMediaType, writeFile } from '../../files'
import { type Call, HttpRefusal } from '../../http/call'
import type { Sheets } from '../../ports'
import { conditionContextOf, contextOf, type RecordContext, refuseInvalid } from '../../records/context'
import { createRecord } from '../../records/create'
import { reserveBatchNo } from './bill-numbers'
import { lateDeadlineMessage } from './figures'
import { readHeader } from './parsed-row'
import { billImportJob, sheetLimits } from './run'

/** Accepts an upload: validates the form and the first rows of the file, then stores file, import and job. */
export const uploadBills = async (call: Call): Promise<RecordValues> => {
  const { ports, schemas, form } = call
  const context = contextOf(call)
  const resource = schemas.get('billImportList')
  requireMaintainer(context, resource)
  const { fields, file } = readForm(form)
  const input = { ...withBlankRequired(resource, fields), ...(file && fileFields(file, fields)) }
  refuseFormErrors(formErrors(context, input), file)
  if (!file) throw new HttpRefusal(400, '請選擇上傳檔案。')
  const uniformNo = await companyOfAgreement(context, input)
  await refuseWrongTerm(context, input)
  const bytes = new Uint8Array(await file.arrayBuffer())
  await refuseWrongSheet(ports.sheets, { name: file.name, bytes }, input)
  const File = await writeFile(ports.backgroundDb, { name: file.name, type: sheetMediaType(file.name), bytes, uniformNo })
  return ports.db.transaction().execute(async (db) => {
    await keepFile(db, File)
    const userId = actorOf(context.scope)
    const ImportBatchNo = await reserveBatchNo(db, ports.clock())
    return createRecord({ ...context, db }, resource, input, {
      values: { File, ImportBatchNo, UploadUser: userId, UploadTime: ports.clock().toISOString(), PDFStatus: 'NotNeeded' },
      afterWrite: async (_, { SerialId }) => void (await ports.jobs.enqueue(db, billImportJob, { SerialId }, { uniformNo, userId })),
    })
  })
}

const readForm = (form: FormData | undefined): { readonly fields: RecordValues; readonly file: File | null } => {
  if (!form) throw new HttpRefusal(400, '上傳的表單不完整，請重新選擇檔案後再試。')
  const fields: Record<string, unknown> = {}
  for (const [name, value] of form.entries()) if (name !== 'File' && typeof value === 'string') fields[name] = value
  const file = form.get('File')
  return { fields, file: file instanceof File ? file : null }
}

/** Returns the form with blanks for missing required fields, so that no default chooses currency and printing for the user. */
const withBlankRequired = ({ fields }: Resource, entered: RecordValues): RecordValues => ({
  ...Object.fromEntries(fields.filter(({ required }) => required).map(({ name }) => [name, ''])),
  ...entered,
})

// Taken from the file: the form could contain another name.
const fileFields = ({ name, size }: File, { OriFileName }: RecordValues): RecordValues => ({
  File: { name, size },
  OriFileName: isEmpty(OriFileName) ? '' : name,
})

/** Refuses a form with errors; if only the file is wrong, with the code of its error. */
const refuseFormErrors = (errors: Readonly<Record<string, string>>, file: File | null): void =>
  refuseInvalid(errors, file && Object.keys(errors).join() === 'File' ? fileCode(file) : '2002')

const fileCode = ({ name, size }: File): ReturnCode => (sheetMediaType(name) === unknownMediaType ? '3001' : size === 0 ? '3003' : '3002')

const formErrors = (context: RecordContext, input: RecordValues): Readonly<Record<string, string>> => {
  const resource = context.schemas.get('billImportList')
  const { value, errors } = validate(resource, input, { mode: 'create', ...conditionContextOf(context) })
  return { ...tenantErrors(context, resource, value), ...errors }
}

/** Returns the company of an agreement; refuses an inactive one. */
const companyOfAgreement = async ({ db }: RecordContext, { ApplyCode }: RecordValues): Promise<string> => {
  const { rows } = await sql<{ company: string | null; status: string | null }>`
    select uniform_no as company, agreement_status as status from agreement where apply_code = ${String(ApplyCode)}`.execute(db)
  const { company, status } = rows[0] ?? {}
  // Creating the record refuses a reference to an agreement that does not exist.
  if (!rows[0] || status === 'Active') return company ?? ''
  const state = status && isStatus(status) ? `已${enums.AgreementStatus[status]}` : '尚未生效'
  const message = `委託單位 ${ApplyCode} 的代收約定${state}，不能上傳帳單；請改選其他委託單位，或洽往來分行。`
  throw new Refusal('2006', message, { ApplyCode: message })
}

const isStatus = (status: string): status is EnumCode<'AgreementStatus'> => Object.hasOwn(enums.AgreementStatus, status)

/** Refuses a closed term, and a deadline that is too late for the term. */
const refuseWrongTerm = async ({ db }: RecordContext, { ApplyCode, BillTermId, PaymentEndDate }: RecordValues): Promise<void> => {
  const { rows } = await sql<{ status: string; start: string }>`
    select term_status as status, payment_start_date as start from bill_term
    where apply_code = ${String(ApplyCode)} and bill_term_id = ${String(BillTermId ?? '')}`.execute(db)
  const [term] = rows
  if (term?.status === 'Closed') {
    const message = `期別「${BillTermId}」已結案，不可再新增帳單，請改選其他期別。`
    throw new Refusal('2006', message, { BillTermId: message })
  }
  const deadline = parseDate(String(PaymentEndDate ?? ''))
  if (term && deadline !== null && deadline > latestDeadline(term.start)) {
    refuseInvalid({ PaymentEndDate: lateDeadlineMessage(String(BillTermId), latestDeadline(term.start)) })
  }
}

/** Reads the header and the first row, so that a wrong file is refused during the upload and not minutes later. */
const refuseWrongSheet = async (sheets: Sheets, file: { name: string; bytes: Uint8Array }, { BillTermId }: RecordValues): Promise<void> => {
  let rowCount = 0
  for await (const row of sheets.read(file, sheetLimits)) {
    if (rowCount === 0) readHeader(row, { hasTerm: Boolean(BillTermId) })
    rowCount += 1
    if (rowCount > 1) return
  }
  throw new Refusal('3003', `檔案「${file.name}」${rowCount === 0 ? '沒有任何資料' : '只有標題列，沒有資料'}，請填寫後再上傳。`)
}
