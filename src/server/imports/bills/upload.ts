import { billImportSpec } from '../../../contract/bill-import'
import { confirmHidden } from '../../../contract/confirmations'
import { latestDeadline } from '../../../domain/bills/bill'
import { titleOf } from '../../../domain/bills/bill-upload'
import { lateDeadlineMessage } from '../../../domain/bills/bill-values'
import { parseDate } from '../../../domain/dates/roc-date'
import { extensionOf } from '../../../domain/file-kinds'
import { Refusal, type ReturnCode } from '../../../domain/refusal'
import type { Resource } from '../../../schema/language/resource'
import { fieldNamed, type RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { validateRecord } from '../../../schema/rules/validate'
import { actorOf } from '../../access/caller'
import { requireBankOperatorForSharedData } from '../../access/operations'
import { tenantErrors } from '../../access/tenant'
import { requireActiveAgreement } from '../../active-agreement'
import { slipRequesterOf } from '../../bills/batches/make-pdf'
import { reserveImportBatchNo } from '../../bills/bill-numbers'
import { type Call, HttpRefusal } from '../../call'
import { conditionContextOf, contextOf, throwIfFieldErrors } from '../../context'
import type { SheetRow } from '../../ports'
import type { RecordContext } from '../../record-context'
import { createRecord } from '../../records/create'
import { readMapping, storeMapping } from '../mapping'
import { titlesIn } from '../upload'
import { readFirstRows } from '../upload-rows'
import { asksAboutHidden, readUploadedFile, reserveUpload, storeUpload, type UploadedFile } from '../uploaded-files'
import { billUploads } from './context'
import { mappedColumns, mappedHeader, readHeader, type UploadHeader, unpairedColumns } from './parsed-row'

/**
 * Accepts an upload: validates the form and the first rows of the file, then stores the file, the import and its job.
 */
export const uploadBills = async (call: Call): Promise<RecordValues> => {
  const { ports, schemas } = call
  const context = contextOf(call)
  const resource = schemas.get('billImportList')
  const { file, input, uniformNo } = await readForm(call)
  const { titles, columns } = await readColumns(call, file, input)
  const mappingInput = { resource: resource.name, spec: billImportSpec(columnSettingsOf(input)), titles }
  if (call.form?.has('Mapping')) await storeMapping(call, mappingInput, Object.fromEntries(columns))
  const slips = isPrintedAtOnce(input) ? { slips: slipRequesterOf(call) } : {}
  const File = file.id ?? (await storeUpload(call, resource.name, file))
  return ports.db.transaction().execute(async (db) => {
    await reserveUpload(db, File)
    const userId = actorOf(context.scope)
    const ImportBatchNo = await reserveImportBatchNo(db, ports.clock())
    return createRecord({ ...context, db }, resource, input, {
      values: {
        File,
        ImportBatchNo,
        UploadUser: userId,
        UploadTime: ports.clock().toISOString(),
        PDFStatus: input.BillImportPDFSetting === 'None' ? 'NotNeeded' : 'Pending',
        ColumnMapping: mappedColumns(columns, titles),
      },
      afterWrite: async (_, { SerialId }) =>
        void (await ports.jobs.enqueue(db, billUploads.job, { SerialId, ...slips }, { uniformNo, userId })),
    })
  })
}

const isPrintedAtOnce = ({ BillImportPDFSetting }: RecordValues): boolean =>
  BillImportPDFSetting === 'Single' || BillImportPDFSetting === 'Merge'

/** The values of a valid upload form. */
interface UploadForm {
  readonly input: RecordValues
  readonly file: UploadedFile
  /** The company of the agreement. */
  readonly uniformNo: string
}

/**
 * Reads the form of an upload.
 * Throws a refusal for invalid fields, an inactive agreement, a closed term, a deadline that is too late for the term,
 * or a missing file.
 */
export const readForm = async (call: Call): Promise<UploadForm> => {
  const context = contextOf(call)
  const resource = call.schemas.get('billImportList')
  requireBankOperatorForSharedData(context, resource)
  const fields = formFields(call.form)
  const file = await readUploadedFile(call, resource.name)
  const input = { ...withEmptyRequired(resource, fields), ...(file && fileValues(file, fields)) }
  refuseFormErrors(formErrors(context, input), file && codeOfFileError(resource, file))
  const uniformNo = await companyOfActiveAgreement(context, input)
  await requireValidTerm(context, input)
  if (!file) throw new HttpRefusal(400, '請選擇上傳檔案。')
  return { input, file, uniformNo }
}

/** Fields of the form that are not entered values of the import. */
const otherFields: readonly string[] = ['File', 'FileId', 'Mapping', confirmHidden]

const formFields = (form: FormData | undefined): RecordValues => {
  if (!form) throw new HttpRefusal(400, '上傳的表單不完整，請重新選擇檔案後再試。')
  return Object.fromEntries(
    [...form.entries()].filter(([name, value]) => !otherFields.includes(name) && typeof value === 'string'),
  )
}

/**
 * Returns the settings of the form that change the columns of the file: whether the form sets the term of all bills.
 */
export const columnSettingsOf = ({ BillTermId }: RecordValues): { readonly hasTerm: boolean } => ({
  hasTerm: Boolean(BillTermId),
})

/**
 * Adds empty strings for missing required fields, because users must choose the currency and the printing themselves: a
 * missing field would get its default.
 */
const withEmptyRequired = ({ fields }: Resource, formFields: RecordValues): RecordValues => ({
  ...Object.fromEntries(fields.filter(({ required }) => required).map(({ name }) => [name, ''])),
  ...formFields,
})

// The name of the file replaces OriFileName, because the form could contain a different name.
// An empty OriFileName stays empty, so that the validation rejects it.
const fileValues = ({ name, bytes }: UploadedFile, { OriFileName }: RecordValues): RecordValues => ({
  File: { name, size: bytes.length },
  OriFileName: isEmpty(OriFileName) ? '' : name,
})

/**
 * Throws a refusal if the form has errors.
 * If only the file is invalid, the refusal has the code for the error of the file.
 */
const refuseFormErrors = (errors: Readonly<Record<string, string>>, fileCode: ReturnCode | undefined): void =>
  throwIfFieldErrors(errors, fileCode && Object.keys(errors).join() === 'File' ? fileCode : '2002')

const codeOfFileError = ({ fields }: Resource, { name, bytes }: UploadedFile): ReturnCode => {
  const field = fieldNamed(fields, 'File')
  const isAccepted = field?.type === 'file' && field.accept?.includes(extensionOf(name))
  if (!isAccepted) return '3001'
  return bytes.length === 0 ? '3003' : '3002'
}

const formErrors = (context: RecordContext, input: RecordValues): Readonly<Record<string, string>> => {
  const resource = context.schemas.get('billImportList')
  const { value, errors } = validateRecord(resource, input, { mode: 'create', ...conditionContextOf(context) })
  return { ...tenantErrors(context, resource, value), ...errors }
}

/** Returns the company of an agreement. Throws a refusal if the agreement is inactive. */
const companyOfActiveAgreement = async ({ db }: RecordContext, { ApplyCode }: RecordValues): Promise<string> => {
  const code = String(ApplyCode)
  const agreement = await db
    .selectFrom('agreement')
    .select(['uniform_no', 'agreement_status'])
    .where('apply_code', '=', code)
    .executeTakeFirst()
  // `createRecord` reports a reference to an agreement that does not exist.
  if (agreement) requireActiveAgreement(code, agreement.agreement_status, '上傳帳單')
  return agreement?.uniform_no ?? ''
}

/** Throws a refusal if the term of the form is closed, or if the deadline of the form is too late for the term. */
const requireValidTerm = async (
  { db }: RecordContext,
  { ApplyCode, BillTermId, PaymentEndDate }: RecordValues,
): Promise<void> => {
  const term = await db
    .selectFrom('bill_term')
    .select(['term_status as status', 'payment_start_date as start'])
    .where('apply_code', '=', String(ApplyCode))
    .where('bill_term_id', '=', String(BillTermId ?? ''))
    .executeTakeFirst()
  if (term?.status === 'Closed') {
    const message = `期別「${BillTermId}」已結案，不可再新增帳單，請改選其他期別。`
    throw new Refusal('2006', message, { BillTermId: message })
  }
  const deadline = parseDate(String(PaymentEndDate ?? ''))
  if (term && deadline !== null && deadline > latestDeadline(term.start)) {
    throwIfFieldErrors({ PaymentEndDate: lateDeadlineMessage(String(BillTermId), latestDeadline(term.start)) })
  }
}

/**
 * Reads the titles and the first rows of a file; throws a refusal if the file is invalid.
 * Returns the titles, and the positions of the columns to import.
 */
export const readColumns = async (call: Call, file: UploadedFile, input: RecordValues) => {
  const { ports, form } = call
  const headerOf = (titles: SheetRow) =>
    form?.has('Mapping') ? readMappedHeader(form, titles, input) : readHeader(titles, columnSettingsOf(input))
  const firstRows = await readFirstRows(ports.sheets, file, {
    asksAboutHidden: asksAboutHidden(call, file),
    headerOf,
    codePositionIn: ({ positions }) => positions.get('PayerId'),
  })
  if ('problem' in firstRows) throw new Refusal('3003', firstRows.problem)
  return { titles: titlesIn(firstRows.titleRow), columns: [...firstRows.header.positions] }
}

const readMappedHeader = (form: FormData, titleRow: SheetRow, input: RecordValues): UploadHeader => {
  const titles = titlesIn(titleRow)
  const mapping = Object.entries(readMapping(form, { spec: billImportSpec(columnSettingsOf(input)), titles }))
  const header = mappedHeader(titleRow, mappedColumns(mapping, titles))
  const unpaired = unpairedColumns(header.positions).map((column) => `「${titleOf(column)}」`)
  if (unpaired.length > 0)
    throw new Refusal(
      '3004',
      `繳費項目與金額要成對：還沒有對應${unpaired.join('、')}。請選擇檔案中的欄位，或取消另一欄的對應。`,
    )
  return header
}
