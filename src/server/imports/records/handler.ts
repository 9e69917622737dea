import type { ImportMode, ImportPreview, ImportResult } from '../../../contract/imports'
import { type ImportCall, importCalls } from '../../../schema/calls/endpoints'
import { matchTitles } from '../../../schema/imports/columns'
import type { ImportSpec } from '../../../schema/language/import'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { resourceView } from '../../access/fields'
import { hasRight, requireMaintainer } from '../../access/operations'
import type { Call, Handler } from '../../http/call'
import { contextOf, todayOf } from '../../records/context'
import { startImport } from './job'
import { importLayout } from './row-input'
import { importFile } from './run'
import { type DeclaredImport, sampleReferences, templateFile } from './template'
import { maxImmediateRows, readMapping, readMode, readUpload, type UploadedSheet } from './upload'

/** Returns the handler of a call of a declared import. */
export const importHandler = (controller: string, name: string, schemas: SchemaSet): Handler | undefined => {
  const resource = schemas.resources.find(({ endpoints, import: spec }) => spec && endpoints.controller === controller)
  const call = importCalls.find((one) => one === name)
  const declared = resource?.import
  if (!resource || !declared || !call) return undefined
  return (input) => {
    requireMaintainer(input, resource)
    const { import: spec = declared } = resourceView(input, resource)
    return handlers[call]({ resource, spec }, input)
  }
}

const handlers: Readonly<Record<ImportCall, (declared: DeclaredImport, call: Call) => Promise<unknown>>> = {
  ImportTemplate: async (declared, call) => {
    const context = contextOf(call)
    return templateFile(call.ports.sheets, declared, { today: todayOf(context), known: await sampleReferences(context, declared) })
  },
  PreviewImport: async ({ spec }, { ports, form }) => previewOf(spec, await readUpload(ports.sheets, form, spec, 'whole')),
  CheckImport: (declared, call) => importUpload(declared, call, null),
  Import: async (declared, call) => importUpload(declared, call, readMode(call.form)),
}

/** Imports or checks an upload: a small file during the call, a large one as a job. */
const importUpload = async ({ resource, spec }: DeclaredImport, call: Call, mode: ImportMode | null): Promise<ImportResult> => {
  const { ports, form, scope } = call
  const sheet = await readUpload(ports.sheets, form, spec, 'beginning')
  const mapping = readMapping(form, spec, sheet)
  const existing = hasRight({ scope }, resource, 'Update') ? spec.existing : 'refuse'
  if (sheet.rows.length > maxImmediateRows) return startImport(call, sheet, { resource: resource.name, mapping, mode, existing })
  // Other requests have priority over the rows of a file.
  const context = { ...contextOf(call), db: ports.backgroundDb }
  return importFile(context, { ...importLayout(resource, spec, mapping), existing, mode, titles: sheet.titles, rows: () => sheet.rows })
}

const maxSamples = 3

const previewOf = (spec: ImportSpec, { name, titles, rows, total }: UploadedSheet): ImportPreview => {
  const fields = matchTitles(spec, titles)
  return {
    FileName: name,
    TotalCount: total,
    Columns: titles.map((Title, Place) => ({
      Place,
      Title,
      Samples: rows
        .map(({ cells }) => (cells[Place] ?? '').trim())
        .filter(Boolean)
        .slice(0, maxSamples),
      Field: fields[Place] ?? null,
    })),
  }
}
