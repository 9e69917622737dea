import type { ImportPreview, ImportResult } from '../../contract/imports'
import { type ImportCall, importCalls } from '../../schema/imports/import-endpoints'
import type { ImportSpec } from '../../schema/imports/import-spec'
import { matchTitles } from '../../schema/imports/titles'
import { resourceFor } from '../../schema/resource-for'
import type { SchemaSet } from '../../schema/schema-set'
import type { Call, Handler } from '../call'
import { pageRights } from '../page-rights'
import { contextOf, type RecordContext, todayOf } from '../records/context'
import { roleOf } from '../records/sight'
import { refuseStrangers } from '../records/tenant-input'
import { checkImport, doImport } from './run'
import { sampleReferences } from './sample-references'
import { type Declared, templateFile } from './template'
import { readMapping, readMode, readUpload, type UploadedSheet } from './upload'
import type { Writing } from './write-row'

/** Who answers a call of an import that a schema declares; it knows no resource by name. */
export const importHandler = (controller: string, name: string, schemas: SchemaSet): Handler | undefined => {
  const resource = schemas.resources.find(({ endpoints, import: spec }) => spec && endpoints.controller === controller)
  const call = importCalls.find((one) => one === name)
  const declared = resource?.import
  if (!resource || !declared || !call) return undefined
  return (input) => {
    refuseStrangers(contextOf(input), resource)
    const { import: spec = declared } = resourceFor(resource, roleOf(input.scope))
    return handlers[call]({ resource, spec }, input)
  }
}

const handlers: Readonly<Record<ImportCall, (declared: Declared, call: Call) => Promise<unknown>>> = {
  ImportTemplate: async (declared, call) => {
    const context = contextOf(call)
    return templateFile(call.ports.sheets, declared, { today: todayOf(context), known: await sampleReferences(context, declared) })
  },
  PreviewImport: async ({ spec }, { ports, form }) => previewOf(spec, await readUpload(ports.sheets, form, spec)),
  CheckImport: async (declared, call): Promise<ImportResult> => {
    const { sheet, writing } = await takeUp(declared, call)
    return checkImport(inBackground(call), writing, sheet)
  },
  Import: async (declared, call): Promise<ImportResult> => {
    const mode = readMode(call.form)
    const { sheet, writing } = await takeUp(declared, call)
    return doImport(inBackground(call), writing, sheet, mode)
  },
}

/** Other requests go before the rows of a file. */
const inBackground = (call: Call): RecordContext => ({ ...contextOf(call), db: call.ports.backgroundDb })

const takeUp = async ({ resource, spec }: Declared, { ports, form, scope }: Call): Promise<{ readonly sheet: UploadedSheet; readonly writing: Writing }> => {
  const sheet = await readUpload(ports.sheets, form, spec)
  const mayUpdate = 'role' in scope && pageRights(scope.role, resource).includes('Update')
  return {
    sheet,
    writing: { resource, spec, mapping: readMapping(form, spec, sheet), existing: mayUpdate ? spec.existing : 'refuse', seen: new Map() },
  }
}

const samples = 3

const previewOf = (spec: ImportSpec, { name, titles, rows }: UploadedSheet): ImportPreview => {
  const fields = matchTitles(spec, titles)
  return {
    FileName: name,
    TotalCount: rows.length,
    Columns: titles.map((Title, Place) => ({
      Place,
      Title,
      Samples: rows
        .map(({ cells }) => (cells[Place] ?? '').trim())
        .filter(Boolean)
        .slice(0, samples),
      Field: fields[Place] ?? null,
    })),
  }
}
