import type { ImportResult } from '../../../contract/imports'
import type { ResourceModule } from '../../module'
import type { RecordContext } from '../../record-context'
import { runActionFile } from './actions/run'
import { importFile, type RecordFile } from './run'

/** A file to import, or to check, with what only its resource adds. */
interface ImportedFile extends Omit<RecordFile, 'ownRules'> {
  readonly module: Pick<ResourceModule, 'importRules' | 'importAction'>
}

/** Imports or checks a file: writes its rows as records, or does what they say if the schema declares inputs. */
export const runImport = (
  context: RecordContext,
  { module: { importRules, importAction }, ...file }: ImportedFile,
): Promise<ImportResult> => {
  const { action } = file.spec
  if (!action) return importFile(context, { ...file, ownRules: importRules })
  if (!importAction) throw new Error(`The module of '${file.resource.name}' has no importAction.`)
  return runActionFile(context, { ...file, action, rowAction: importAction })
}
