import type { RecordValues } from '../../../schema/language/types'
import { collectionImport } from '../../payments/collections/collection-import'
import type { RecordContext } from '../../records/context'
import type { RowRefusal } from '../row-error'
import type { FileLookup } from './lookup'

/** What the import of a resource does besides the steps of every import. */
export interface OwnImportRules {
  /** Returns the rules for one validation of a file; they may remember its earlier rows. */
  readonly rows: (context: RecordContext, lookup: FileLookup) => OwnRowRules
  /** Runs in the transaction that publishes the rows of a stage, before anything else: locks what they change and completes their values. */
  readonly beforeWrite: (context: RecordContext, stage: string) => Promise<void>
  /** Runs after the records have been written. */
  readonly afterWrite: (context: RecordContext, stage: string) => Promise<void>
}

interface OwnRowRules {
  /** The fields that `complete` fills. Where one is missing, the row was rejected for the reason. */
  readonly completes: readonly string[]
  /** Completes the values of a chunk of rows before they are validated, or says why a row is rejected. */
  readonly complete: (inputs: readonly RecordValues[]) => Promise<readonly (RecordValues | RowRefusal)[]>
  /** Returns the values that users do not enter, for a record that is valid by the rules of its form; throws a `RowRefusal`. */
  readonly values: (record: RecordValues) => Promise<RecordValues>
  /** Remembers a row that is accepted, and its number in the file, for the rows after it. */
  readonly accept: (record: RecordValues, rowNo: number) => void
}

/** Returns the rules of a resource's import; undefined for most resources. */
export const ownImportRules = (resource: string): OwnImportRules | undefined =>
  Object.hasOwn(rulesByResource, resource) ? rulesByResource[resource] : undefined

const rulesByResource: Readonly<Record<string, OwnImportRules>> = { selfCollection: collectionImport }

/** Names of the resources whose imports have rules of their own. */
export const importsWithOwnRules: readonly string[] = Object.keys(rulesByResource)
