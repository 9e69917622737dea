import type { EnumCode } from '../domain/enums'
import type {
  importBadRow,
  importFileColumn,
  importPreview,
  importProblem,
  importResult,
  importWarning,
} from './openapi/calls/import-shapes'
import type { ValueOf } from './openapi/json'

/** OutData of …/PreviewImport. */
export type ImportPreview = ValueOf<typeof importPreview>
/** A column of the uploaded file. */
export type ImportFileColumn = ValueOf<typeof importFileColumn>
/** OutData of …/CheckImport, which writes nothing, and of …/Import. */
export type ImportResult = ValueOf<typeof importResult>
/** A row of the file that cannot become a record. */
export type ImportBadRow = ValueOf<typeof importBadRow>
/** A problem in a cell. */
export type ImportProblem = ValueOf<typeof importProblem>
/** A warning about a row that is imported, or the reason why a row was skipped. */
export type ImportWarning = ValueOf<typeof importWarning>

/**
 * Form field Mapping of …/CheckImport and …/Import, as JSON: for each field, the position of the column that fills it.
 */
export type ImportMapping = Readonly<Record<string, number>>

/** Form field ImportMode of …/Import: whether valid rows are imported even if other rows are invalid. */
export type ImportMode = EnumCode<'ImportMode'>
