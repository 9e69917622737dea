import type { RecordValues } from '../../../schema/language/types'
import { collectionImport } from '../../payments/collections/collection-import'
import type { RecordContext } from '../../records/context'
import type { RowRefusal } from '../row-error'
import type { FileLookup } from './lookup'

/** The steps of an import that only its resource has. */
export interface OwnImportRules {
  /** Returns the rules for one validation of a file. The rules may depend on earlier rows. */
  readonly rows: (context: RecordContext, lookup: FileLookup) => OwnRowRules
  /** Runs first in the transaction that publishes the rows of a stage. Locks the records that the rows change, and completes the values of the rows. */
  readonly beforeWrite: (context: RecordContext, stage: string) => Promise<void>
  /** Runs after the records have been written. */
  readonly afterWrite: (context: RecordContext, stage: string) => Promise<void>
}

interface OwnRowRules {
  /** The fields that `complete` fills. If one is missing, `complete` has rejected the row and given the reason. */
  readonly completes: readonly string[]
  /** Completes the values of a chunk of rows before they are validated; returns a `RowRefusal` for each rejected row. */
  readonly complete: (inputs: readonly RecordValues[]) => Promise<readonly (RecordValues | RowRefusal)[]>
  /** Returns the values that users do not enter, for a record that its form would accept; throws a `RowRefusal` if the record is rejected. */
  readonly values: (record: RecordValues) => Promise<RecordValues>
  /** Records an accepted row and its number, for the validation of later rows. */
  readonly accept: (record: RecordValues, rowNo: number) => void
}

/** Returns the own rules of a resource's import; undefined for most resources. */
export const ownImportRules = (resource: string): OwnImportRules | undefined =>
  Object.hasOwn(rulesByResource, resource) ? rulesByResource[resource] : undefined

const rulesByResource: Readonly<Record<string, OwnImportRules>> = { selfCollection: collectionImport }

/** Names of the resources whose imports have rules of their own. */
export const importsWithOwnRules: readonly string[] = Object.keys(rulesByResource)
