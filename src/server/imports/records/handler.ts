import { confirmRepeat, includeEqual } from '../../../contract/confirmations'
import type { ImportMode, ImportResult } from '../../../contract/imports'
import { tenantFields } from '../../../domain/access/roles'
import { Refusal } from '../../../domain/refusal'
import { type ImportCall, importCalls } from '../../../schema/calls/endpoints'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues } from '../../../schema/language/types'
import { resourceView } from '../../access/fields'
import { hasRight, requireBankOperatorForSharedData } from '../../access/operations'
import { tenantErrors } from '../../access/tenant'
import type { Call, Handler } from '../../call'
import { contextOf, throwIfFieldErrors, todayOf } from '../../context'
import { deleteHiddenFile } from '../../files'
import type { PortalParts, ResourceModule } from '../../module'
import { contentHash } from '../../security/keys'
import { mappingByTitles, proposedMapping, readMapping, requireMapping, storeMapping } from '../mapping'
import { maxImmediateRows, previewUpload, readMode, readUpload } from '../upload'
import { lockUpload } from '../uploaded-files'
import { workingFile } from './actions/working-file'
import { earlierRecordImport, recordImport } from './earlier-import'
import { enqueueImportOrCheck, type ImportRequest } from './job'
import type { OwnImportRules } from './own-rules'
import { importLayout } from './row-input'
import { runImport } from './run-import'
import { type DeclaredImport, sampleReferences, templateFile } from './template'

/** Returns the handler of a call for an import that a schema file declares; undefined for any other call. */
export const importHandler = (
  controller: string,
  name: string,
  { schemas, modules }: Pick<PortalParts, 'schemas' | 'modules'>,
): Handler | undefined => {
  const resource = schemas.resources.find(({ endpoints, import: spec }) => spec && endpoints.controller === controller)
  const importCall = importCalls.find((candidate) => candidate === name)
  const declared = resource?.import
  if (!resource || !declared || !importCall) return undefined
  return (call) => {
    requireBankOperatorForSharedData(call, resource)
    // The view of a role always has the import, with the columns that the role may write.
    const { import: spec = declared } = resourceView(call, resource)
    return handlers[importCall]({ resource, spec, module: modules.get(resource.name) }, call)
  }
}

/** The import of a resource, with the rules and the action that only this resource has. */
interface OwnImport extends DeclaredImport {
  readonly module: Pick<ResourceModule, 'importRules' | 'importAction'>
}

const handlers: Readonly<Record<ImportCall, (declared: OwnImport, call: Call) => Promise<unknown>>> = {
  ImportTemplate: async (declared, call) => {
    const { action } = declared.spec
    if (action) return workingFile(call, declared, action)
    const context = contextOf(call)
    return templateFile(call.ports.sheets, declared, {
      today: todayOf(context),
      storedValues: await sampleReferences(context, declared),
    })
  },
  PreviewImport: async ({ resource, spec }, call) => {
    const preview = await previewUpload(call, resource.name, spec)
    return { ...preview, EarlierImport: await earlierRecordImport(call, preview.FileId) }
  },
  CheckImport: (declared, call) => importUpload(declared, call, { mode: null }),
  Import: async (declared, call) => importUpload(declared, call, { mode: readMode(call.form) }),
}

/**
 * Imports a file in a single call: its columns get the mapping that a preview proposes for their titles, and rows
 * without an agreement get the agreement of the form.
 * The caller is not asked about a file that was imported before, because the call has no way to confirm it.
 */
export const importByTitles = (call: Call, resource: Resource, importRules: OwnImportRules): Promise<ImportResult> => {
  const { import: spec } = resourceView(call, resource)
  if (!spec) throw new Refusal('2006', `${resource.label}不能匯入。`)
  const applyCode = call.form?.get(tenantFields.agreement)
  const valuesForEmptyCells = { [tenantFields.agreement]: typeof applyCode === 'string' ? applyCode : null }
  throwIfFieldErrors(tenantErrors(call, resource, valuesForEmptyCells))
  const mode = call.form?.has('ImportMode') ? readMode(call.form) : 'GoodRows'
  return importUpload({ resource, spec, module: { importRules } }, call, {
    mode,
    valuesForEmptyCells,
    isMappedByTitles: true,
  })
}

/** Options for importing a file. */
interface UploadOptions {
  /** Null for a check, which imports nothing. */
  readonly mode: ImportMode | null
  /** Values by field for cells that are empty. */
  readonly valuesForEmptyCells?: RecordValues
  /** Whether the columns are mapped by their titles, not by the form. */
  readonly isMappedByTitles?: true
}

/** Imports or checks a file: a small file during the call, a large file in a job. */
const importUpload = async (
  { resource, spec, module }: OwnImport,
  call: Call,
  options: UploadOptions,
): Promise<ImportResult> => {
  const { mode, valuesForEmptyCells = {}, isMappedByTitles = false } = options
  const { ports, form, scope } = call
  const sheet = await readUpload(call, resource.name, spec, 'firstRows')
  const mapped = { resource: resource.name, spec, titles: sheet.titles }
  const mapping = isMappedByTitles
    ? requireMapping(await proposedMapping(call, mapped, mappingByTitles), mapped)
    : readMapping(form, mapped)
  if (mode !== null && !isMappedByTitles) await storeMapping(call, mapped, mapping)
  const request: ImportRequest = {
    resource: resource.name,
    mapping,
    mode,
    valuesForEmptyCells,
    onExisting: hasRight({ scope }, resource, 'Update') ? spec.onExisting : 'refuse',
    includesEqual: form?.get(includeEqual) === 'true',
    isRepeatConfirmed: isMappedByTitles || form?.get(confirmRepeat) === 'true',
  }
  if (sheet.rows.length > maxImmediateRows) return enqueueImportOrCheck(call, sheet, request)
  // The background database gives other requests priority over the rows of a file.
  const context = { ...contextOf(call), db: ports.backgroundDb }
  const importedFile = { ...request, contentHash: await contentHash(sheet.bytes) }
  const result = await runImport(context, {
    ...request,
    ...importLayout(resource, spec, mapping),
    module,
    titles: sheet.titles,
    rows: () => sheet.rows,
    end: async (trx, { Written }) => {
      if (sheet.id !== null) await lockUpload(trx, sheet.id, { isWritten: Written })
      if (Written) await recordImport(context, trx, importedFile)
    },
  })
  // An error here must not hide that the rows are written.
  // The file stays hidden (`kept` is false), so the retention job deletes it later.
  if (result.Written && sheet.id !== null) await deleteHiddenFile(ports.backgroundDb, sheet.id).catch(() => {})
  return result
}
