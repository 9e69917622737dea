import { confirmations } from '../../contract/confirmations'
import { tenantFields } from '../../domain/access/roles'
import { extensionOf, hasMatchingContent, mediaTypeOf } from '../../domain/file-kinds'
import type { ReturnCode } from '../../domain/refusal'
import { facetsOf, parseValue, rulesOf } from '../../schema/field-types'
import type { FileField } from '../../schema/field-types/files'
import type { Resource } from '../../schema/language/resource'
import { type Field, fieldNamed, type RecordValues } from '../../schema/language/types'
import { wrongContent } from '../../schema/rules/messages'
import { validateRecord } from '../../schema/rules/validate'
import { companyOf } from '../access/caller'
import { companyOfAgreement, tenantErrors } from '../access/tenant'
import { type Call, HttpRefusal } from '../call'
import { conditionContextOf, contextOf, keyOf, throwIfFieldErrors } from '../context'
import { deleteHiddenFile, hideFile, makeFileVisible, writeFile } from '../files'
import { parseJson } from '../json'
import type { RecordContext } from '../record-context'
import { createRecord, extraValues, type RecordExtras } from './create'
import { findRecord } from './get'
import { updateRecord } from './update'

/** Returns the fields of a resource that contain files. */
export const fileFields = ({ fields }: Pick<Resource, 'fields'>): readonly FileField[] =>
  fields.filter((field) => field.type === 'file')

/** The content of a form with files. `input` contains the values, and for a file its name and size. */
export interface FormRecord {
  readonly input: RecordValues
  readonly files: readonly FormFile[]
}

/** A file of a form with its content. */
export interface FormFile {
  readonly field: FileField
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The additions of a controller to a form with files. */
interface FormExtras extends RecordExtras {
  /**
   * Validates the form after the generic validation and before its files are stored.
   * Throws a refusal if the form is invalid.
   */
  readonly check?: (context: RecordContext, form: FormRecord) => Promise<void>
}

/** Creates a record from a form with files. */
export const createWithFiles = async (
  call: Call,
  resource: Resource,
  { check, ...extras }: FormExtras = {},
): Promise<RecordValues> => {
  const context = contextOf(call)
  const form = await readForm(resource, call.form)
  const { value, errors } = validateRecord(resource, form.input, { mode: 'create', ...conditionContextOf(context) })
  refuseFormErrors({ ...tenantErrors(context, resource, value), ...errors, ...contentErrors(form) }, form)
  await check?.(context, form)
  const uniformNo = await companyOfFiles(context, resource, form.input)
  return withStoredFiles(call, form, uniformNo, (stored) =>
    createRecord(context, resource, form.input, extrasWithFiles(extras, stored)),
  )
}

/** Changes a record from a form with files. A file in the form replaces the stored file; an empty value removes it. */
export const updateWithFiles = async (call: Call, resource: Resource): Promise<RecordValues> => {
  const context = contextOf(call)
  const form = await readForm(resource, call.form)
  refuseFormErrors({ ...fileErrors(form), ...contentErrors(form) }, form)
  const replaced: string[] = []
  const afterWrite: RecordExtras['afterWrite'] = async ({ db }, record, before = {}) => {
    for (const { name } of fileFields(resource)) {
      if (typeof before[name] !== 'string' || before[name] === record[name]) continue
      await hideFile(db, before[name])
      replaced.push(before[name])
    }
  }
  const uniformNo = await companyOfFiles(context, resource, await findRecord(context, resource, keyOf(resource, call)))
  const record = await withStoredFiles(call, form, uniformNo, (stored) =>
    updateRecord(context, resource, keyOf(resource, call), form.input, extrasWithFiles({ afterWrite }, stored)),
  )
  for (const id of replaced) await deleteHiddenFile(call.ports.backgroundDb, id)
  return record
}

/** Returns the company to which the files of a record belong; empty for records of the bank. */
export const companyOfFiles = async (
  { db, scope }: RecordContext,
  { tenant }: Resource,
  record: RecordValues,
): Promise<string> => {
  if (tenant === 'shared') return ''
  if (tenant === tenantFields.company) return String(record[tenantFields.company] ?? companyOf(scope))
  const code = String(record[tenantFields.agreement] ?? '')
  // `createRecord` reports an agreement that does not exist.
  return (await companyOfAgreement(db, code)) ?? ''
}

/** The ids of stored files by the names of their fields. */
type StoredFiles = Readonly<Record<string, string>>

/**
 * Stores the files of a form as hidden files, then runs the work that writes the record and makes the files visible.
 * Deletes the files if the work fails.
 */
const withStoredFiles = async <T>(
  call: Call,
  { files }: FormRecord,
  uniformNo: string,
  work: (stored: StoredFiles) => Promise<T>,
): Promise<T> => {
  const { backgroundDb } = call.ports
  const stored: Record<string, string> = {}
  try {
    for (const { field, name, bytes } of files)
      stored[field.name] = await writeFile(backgroundDb, { name, type: mediaTypeOf(name), bytes, uniformNo })
    return await work(stored)
  } catch (error) {
    // An error of the deletion must not replace the error of `work`.
    // The retention job deletes hidden files that remain after a day.
    for (const id of Object.values(stored)) await deleteHiddenFile(backgroundDb, id).catch(() => {})
    throw error
  }
}

/**
 * Returns the extras of a controller, extended by the ids of the stored files as values of the record, and by a step
 * that makes these files visible.
 */
const extrasWithFiles = ({ values = {}, afterWrite }: RecordExtras, stored: StoredFiles): RecordExtras => ({
  values: async (...args) => ({ ...(await extraValues({ values }, ...args)), ...stored }),
  afterWrite: async (context, record, before) => {
    for (const id of Object.values(stored)) await makeFileVisible(context.db, id)
    await afterWrite?.(context, record, before)
  },
})

/**
 * Reads a form with files.
 * Throws a refusal (400) if it is malformed.
 * Numbers, booleans and lists are sent as JSON.
 * An empty text in a file field removes the file.
 */
const readForm = async ({ fields }: Resource, form: FormData | undefined): Promise<FormRecord> => {
  if (!form) throw incompleteFormRefusal()
  const input: Record<string, unknown> = {}
  const files: FormFile[] = []
  for (const name of new Set(form.keys())) {
    if (confirmations.some((confirmation) => confirmation === name)) continue
    const [value, ...others] = form.getAll(name)
    const field = fieldNamed(fields, name)
    if (others.length > 0 || value === undefined || (value instanceof File && field && field.type !== 'file'))
      throw incompleteFormRefusal()
    if (field?.type !== 'file') input[name] = typeof value === 'string' ? formValue(field, value) : null
    else if (typeof value === 'string') {
      // Any other text is ignored: if it were used as the id of a stored file, it could refer to a file of another
      // record.
      if (value === '') input[name] = null
    } else {
      input[name] = { name: value.name, size: value.size }
      files.push({ field, name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) })
    }
  }
  return { input, files }
}

const incompleteFormRefusal = (): HttpRefusal => new HttpRefusal(400, '上傳的表單不完整，請重新選擇檔案後再試。')

const formValue = (field: Field | undefined, text: string): unknown => {
  if (
    !field ||
    !(rulesOf(field.type).hasListValues || rulesOf(field.type).group === 'yesNo' || facetsOf(field).numberKind)
  )
    return text
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof HttpRefusal) throw error
    // The validation reports that the text is not a valid value of the field.
    return text
  }
}

/** Returns an error for each file whose name or size is invalid. */
const fileErrors = ({ files, input }: FormRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files.flatMap(({ field }) => {
      // The current date is not needed for files.
      const parsed = parseValue(field, input[field.name], '')
      return 'error' in parsed ? [[field.name, parsed.error]] : []
    }),
  )

/**
 * Returns an error for each file whose content does not match its extension.
 * Files with an invalid name or size already have an error.
 */
const contentErrors = (form: FormRecord): Readonly<Record<string, string>> => {
  const knownErrors = fileErrors(form)
  return Object.fromEntries(
    // A field for files of any name, such as those of banks, has its own checks of the content.
    // A text of a bank may contain zero bytes.
    form.files.flatMap(({ field: { name: fieldName, label, accept }, name, bytes }) =>
      !accept || fieldName in knownErrors || hasMatchingContent(name, bytes)
        ? []
        : [[fieldName, wrongContent(label, extensionOf(name))]],
    ),
  )
}

/**
 * Throws a refusal if the form has errors.
 * If there is only one error and it is that of a file, the refusal has the code for this error.
 */
const refuseFormErrors = (errors: Readonly<Record<string, string>>, { files }: FormRecord): void => {
  const [name, ...others] = Object.keys(errors)
  const file = others.length === 0 ? files.find(({ field }) => field.name === name) : undefined
  throwIfFieldErrors(errors, file ? codeOfFileError(file) : '2002')
}

const codeOfFileError = ({ field, name, bytes }: FormFile): ReturnCode => {
  if (bytes.length === 0) return '3003'
  const isAccepted = field.accept?.includes(extensionOf(name)) ?? true
  return bytes.length > field.maxBytes && isAccepted ? '3002' : '3001'
}
