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
import { deleteHiddenFile, hideFile, makeFileVisible, writeFile } from '../files'
import { type Call, HttpRefusal } from '../http/call'
import { conditionContextOf, contextOf, keyOf, type RecordContext, refuseInvalid } from './context'
import { createRecord, extraValues, type RecordExtras } from './create'
import { findRecord } from './get'
import { updateRecord } from './update'

/** Returns the fields of a resource that hold files. */
export const fileFields = ({ fields }: Pick<Resource, 'fields'>): readonly FileField[] => fields.filter((field) => field.type === 'file')

/** A record as a form sends it: its values, with name and size of each file, and the files themselves. */
export interface FormRecord {
  readonly input: RecordValues
  readonly files: readonly FormFile[]
}

/** A file of a form, read completely. */
export interface FormFile {
  readonly field: FileField
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The additions of a controller to a form with files. */
interface FormExtras extends RecordExtras {
  /** Validates a form in addition to its schema, before its files are stored; throws a refusal if it is invalid. */
  readonly check?: (context: RecordContext, form: FormRecord) => Promise<void>
}

/** Creates a record from a form with files. */
export const createWithFiles = async (call: Call, resource: Resource, { check, ...extras }: FormExtras = {}): Promise<RecordValues> => {
  const context = contextOf(call)
  const form = await readForm(resource, call.form)
  const { value, errors } = validateRecord(resource, form.input, { mode: 'create', ...conditionContextOf(context) })
  refuseErrors({ ...tenantErrors(context, resource, value), ...errors, ...contentErrors(form) }, form)
  await check?.(context, form)
  const owner = await ownerOf(context, resource, form.input)
  return withStoredFiles(call, form, owner, (stored) => createRecord(context, resource, form.input, extrasWithFiles(extras, stored)))
}

/** Changes a record by a form with files: a file in the form replaces the stored file, and an empty value removes it. */
export const updateWithFiles = async (call: Call, resource: Resource): Promise<RecordValues> => {
  const context = contextOf(call)
  const form = await readForm(resource, call.form)
  refuseErrors({ ...fileErrors(form), ...contentErrors(form) }, form)
  const replaced: string[] = []
  const afterWrite: RecordExtras['afterWrite'] = async ({ db }, record, before = {}) => {
    for (const { name } of fileFields(resource)) {
      if (typeof before[name] !== 'string' || before[name] === record[name]) continue
      await hideFile(db, before[name])
      replaced.push(before[name])
    }
  }
  const owner = await ownerOf(context, resource, await findRecord(context, resource, keyOf(resource, call)))
  const record = await withStoredFiles(call, form, owner, (stored) =>
    updateRecord(context, resource, keyOf(resource, call), form.input, extrasWithFiles({ afterWrite }, stored)),
  )
  for (const id of replaced) await deleteHiddenFile(call.ports.backgroundDb, id)
  return record
}

/** Returns the company that the files of a record belong to; empty for records of the bank. */
export const ownerOf = async ({ db, scope }: RecordContext, { tenant }: Resource, record: RecordValues): Promise<string> => {
  if (tenant === 'shared') return ''
  if (tenant === tenantFields.company) return String(record[tenantFields.company] ?? companyOf(scope))
  const code = String(record[tenantFields.agreement] ?? '')
  // A missing agreement is reported when the record is created.
  return (await companyOfAgreement(db, code)) ?? ''
}

/** The ids of stored files by field. */
type StoredFiles = Readonly<Record<string, string>>

/** Stores the files of a form as hidden files, and runs the work that makes them visible; deletes the files if the work fails. */
const withStoredFiles = async <T>(call: Call, { files }: FormRecord, uniformNo: string, work: (stored: StoredFiles) => Promise<T>): Promise<T> => {
  const { backgroundDb } = call.ports
  const stored: Record<string, string> = {}
  try {
    for (const { field, name, bytes } of files) stored[field.name] = await writeFile(backgroundDb, { name, type: mediaTypeOf(name), bytes, uniformNo })
    return await work(stored)
  } catch (error) {
    // A failure of the deletion must not hide the reason: files that stay hidden are deleted after a day.
    for (const id of Object.values(stored)) await deleteHiddenFile(backgroundDb, id).catch(() => {})
    throw error
  }
}

const extrasWithFiles = ({ values = {}, afterWrite }: RecordExtras, stored: StoredFiles): RecordExtras => ({
  values: async (...args) => ({ ...(await extraValues({ values }, ...args)), ...stored }),
  afterWrite: async (context, record, before) => {
    for (const id of Object.values(stored)) await makeFileVisible(context.db, id)
    await afterWrite?.(context, record, before)
  },
})

/** Reads a form; throws a refusal (400) if it is incomplete. Values of fields other than texts are sent as JSON. An empty text means no value, and in a file field no file. */
const readForm = async ({ fields }: Resource, form: FormData | undefined): Promise<FormRecord> => {
  if (!form) throw incompleteFormRefusal()
  const input: Record<string, unknown> = {}
  const files: FormFile[] = []
  for (const name of new Set(form.keys())) {
    const [value, ...others] = form.getAll(name)
    const field = fieldNamed(fields, name)
    if (others.length > 0 || value === undefined || (value instanceof File && field && field.type !== 'file')) throw incompleteFormRefusal()
    if (field?.type !== 'file') input[name] = typeof value === 'string' ? formValue(field, value) : null
    // A text never refers to a stored file, because that file could belong to another record.
    else if (typeof value === 'string') Object.assign(input, value === '' ? { [name]: null } : {})
    else {
      input[name] = { name: value.name, size: value.size }
      files.push({ field, name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) })
    }
  }
  return { input, files }
}

const incompleteFormRefusal = (): HttpRefusal => new HttpRefusal(400, '上傳的表單不完整，請重新選擇檔案後再試。')

const formValue = (field: Field | undefined, text: string): unknown => {
  if (!field || !(rulesOf(field.type).hasListValues || rulesOf(field.type).group === 'yesNo' || facetsOf(field).numberKind)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The validator names the field.
    return text
  }
}

/** Returns an error for each file whose name or size is invalid. */
const fileErrors = ({ files, input }: FormRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files.flatMap(({ field }) => {
      const parsed = parseValue(field, input[field.name], '')
      return 'error' in parsed ? [[field.name, parsed.error]] : []
    }),
  )

/** Returns an error for each file whose content does not match its extension; files with a wrong name or size are not examined. */
const contentErrors = (form: FormRecord): Readonly<Record<string, string>> => {
  const knownErrors = fileErrors(form)
  return Object.fromEntries(
    form.files.flatMap(({ field: { name: fieldName, label }, name, bytes }) =>
      fieldName in knownErrors || hasMatchingContent(name, bytes) ? [] : [[fieldName, wrongContent(label, extensionOf(name))]],
    ),
  )
}

/** Throws a refusal if the form has errors; if the only error concerns a file, with the code of that error. */
const refuseErrors = (errors: Readonly<Record<string, string>>, { files }: FormRecord): void => {
  const [name, ...others] = Object.keys(errors)
  const file = others.length === 0 ? files.find(({ field }) => field.name === name) : undefined
  refuseInvalid(errors, file ? codeOf(file) : '2002')
}

const codeOf = ({ field, name, bytes }: FormFile): ReturnCode => {
  if (bytes.length === 0) return '3003'
  const isAccepted = field.accept?.includes(extensionOf(name)) ?? true
  return bytes.length > field.maxBytes && isAccepted ? '3002' : '3001'
}
