import type { ImportMode, ImportResult } from '../../../contract/imports'
import { tenantFields } from '../../../domain/access/roles'
import { Refusal } from '../../../domain/refusal'
import { type ImportCall, importCalls } from '../../../schema/calls/endpoints'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues } from '../../../schema/language/types'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { resourceView } from '../../access/fields'
import { hasRight, requireBankOperatorForSharedData } from '../../access/operations'
import { tenantErrors } from '../../access/tenant'
import { deleteHiddenFile } from '../../files'
import type { Call, Handler } from '../../http/call'
import { contextOf, refuseInvalid, todayOf } from '../../records/context'
import { markUploadUsed } from '../kept-files'
import { proposedMapping, readMapping, rememberMapping, requireMapping } from '../mapping'
import { maxImmediateRows, previewUpload, readMode, readUpload } from '../upload'
import { enqueueImportOrCheck } from './job'
import { importLayout } from './row-input'
import { importFile } from './run'
import { type DeclaredImport, sampleReferences, templateFile } from './template'

/** Returns the handler of a declared import's call; undefined for any other call. */
export const importHandler = (controller: string, name: string, schemas: SchemaSet): Handler | undefined => {
  const resource = schemas.resources.find(({ endpoints, import: spec }) => spec && endpoints.controller === controller)
  const call = importCalls.find((candidate) => candidate === name)
  const declared = resource?.import
  if (!resource || !declared || !call) return undefined
  return (input) => {
    requireBankOperatorForSharedData(input, resource)
    const { import: spec = declared } = resourceView(input, resource)
    return handlers[call]({ resource, spec }, input)
  }
}

const handlers: Readonly<Record<ImportCall, (declared: DeclaredImport, call: Call) => Promise<unknown>>> = {
  ImportTemplate: async (declared, call) => {
    const context = contextOf(call)
    return templateFile(call.ports.sheets, declared, { today: todayOf(context), storedValues: await sampleReferences(context, declared) })
  },
  PreviewImport: async ({ resource, spec }, call) => ({ ...(await previewUpload(call, resource.name, spec)), EarlierImport: null }),
  CheckImport: (declared, call) => importUpload(declared, call, { mode: null }),
  Import: async (declared, call) => importUpload(declared, call, { mode: readMode(call.form) }),
}

/** Imports an upload in one step: columns are mapped by their titles, and rows without an agreement belong to the agreement of the form. */
export const importByTitles = (call: Call, resource: Resource): Promise<ImportResult> => {
  const { import: spec } = resourceView(call, resource)
  if (!spec) throw new Refusal('2006', `${resource.label}不能匯入。`)
  const applyCode = call.form?.get(tenantFields.agreement)
  const given = { [tenantFields.agreement]: typeof applyCode === 'string' ? applyCode : null }
  refuseInvalid(tenantErrors(call, resource, given))
  const mode = call.form?.has('ImportMode') ? readMode(call.form) : 'GoodRows'
  return importUpload({ resource, spec }, call, { mode, given, isMappedByTitles: true })
}

/** Options for importing an upload. */
interface UploadOptions {
  /** Null for a check, which imports nothing. */
  readonly mode: ImportMode | null
  /** The values for empty cells. */
  readonly given?: RecordValues
  readonly isMappedByTitles?: true
}

/** Imports or checks an upload: a small file during the call, a large one as a job. */
const importUpload = async ({ resource, spec }: DeclaredImport, call: Call, { mode, given = {}, isMappedByTitles }: UploadOptions): Promise<ImportResult> => {
  const { ports, form, scope } = call
  const sheet = await readUpload(call, resource.name, spec, 'firstRows')
  const mapped = { resource: resource.name, spec, titles: sheet.titles }
  const mapping = isMappedByTitles ? requireMapping(await proposedMapping(call, mapped), mapped) : readMapping(form, mapped)
  if (mode !== null && !isMappedByTitles) await rememberMapping(call, mapped, mapping)
  const onExisting = hasRight({ scope }, resource, 'Update') ? spec.onExisting : 'refuse'
  if (sheet.rows.length > maxImmediateRows) return enqueueImportOrCheck(call, sheet, { resource: resource.name, mapping, mode, given, existing: onExisting })
  // Other requests have priority over the rows of a file.
  const context = { ...contextOf(call), db: ports.backgroundDb }
  const result = await importFile(context, {
    ...importLayout(resource, spec, mapping),
    onExisting,
    mode,
    given,
    titles: sheet.titles,
    rows: () => sheet.rows,
    end: async (trx, { Written }) => (sheet.id === null ? undefined : markUploadUsed(trx, sheet.id, { isWritten: Written })),
  })
  // The rows are written: a file that cannot be deleted now is deleted with other hidden files.
  if (result.Written && sheet.id !== null) await deleteHiddenFile(ports.backgroundDb, sheet.id).catch(() => {})
  return result
}
