import type { RawBuilder } from 'kysely'
import type { SelectLists } from '../contract/envelope'
import type { RecordValues } from '../schema/language/types'
import type { SchemaSet } from '../schema/load/schema-set'
import type { JobKind } from './jobs/job-listing'
import type { Clock, Db } from './ports'
import type { RecordTally } from './records/tally'
import type { VirtualField } from './records/virtual-field'
import type { Scope } from './scope'

/** The context in which records are read and written: database, schemas, modules, session and clock. */
export interface RecordContext {
  readonly db: Db
  readonly schemas: SchemaSet
  readonly modules: RecordModules
  readonly scope: Scope
  readonly clock: Clock
  readonly ip: string
  /** Set if the call can be sent again (see `Call.creation`). */
  readonly creation?: CreationRequest | undefined
}

/** The values of the fields that identify a record, as a call contains them. They may be invalid. */
export type RecordKey = Readonly<Record<string, string | number>>

/** A creation that the browser can send again if its response is lost (see `contract/request-id.ts`). */
export interface CreationRequest {
  readonly requestId: string
  /** Name of the call, such as `SelfCollection.create`. */
  readonly call: string
  /** Digest of the input without the RequestId. */
  readonly contentHash: string
}

/**
 * What the server does differently for the records of one resource.
 * Hooks run in the transaction of the record; a `Refusal` that they throw rolls it back.
 * They also run for declared actions, and for changes that code of the portal makes through `createRecord`,
 * `changeRecord` and `deleteRecord`, but not for the rows of an import, which have their own rules.
 */
export interface RecordModule<Values = RecordValues> {
  /**
   * Runs before a validated record is written, and returns values to write in addition.
   * The schema does not validate them; values that are computed from them are computed again.
   */
  beforeWrite?(context: RecordContext, change: RecordChange<Values>): Promise<Partial<Values> | undefined>
  /** Runs after a record was written. */
  afterWrite?(context: RecordContext, change: RecordChange<Values>): Promise<void>
  /** Runs before a record is deleted, and for the preview of a deletion, which is rolled back. */
  beforeDelete?(context: RecordContext, record: Values): Promise<void>
  /** The SQL of the virtual fields, by name. */
  readonly virtualFields?: Readonly<Record<string, VirtualField>>
  /** The tables with counts and sums of the records. The first one that has the columns of a query counts its records. */
  readonly tallies?: readonly RecordTally[]
  /** Returns the SQL of the rows of a report that the server computes. */
  readonly reportRows?: ReportRows
  /** What happened to a record besides the changes in the audit trail, for its history. */
  readonly history?: RecordEvents<Values>
  /** Returns the select options of the resource for the caller, changed from the generated ones. */
  options?(context: RecordContext, lists: SelectLists): SelectLists
}

/** Other events in the history of a record, such as payments of a bill. */
export interface RecordEvents<Values = RecordValues> {
  /** Returns the events that the caller may see, in any order. */
  read(context: RecordContext, record: Values): Promise<readonly RecordEvent[]>
  /** Actions whose audit lines the history omits, because an event shows them with their result. */
  readonly insteadOf?: readonly string[]
}

/** An event in the history of a record. */
export interface RecordEvent {
  /** Time in Taipei, as in responses. */
  readonly time: string
  readonly user?: string
  readonly title: string
  readonly text?: string
}

/**
 * Returns a select with the rows of a report.
 * Its columns have the names that columns of the report's fields would have: apply_code for ApplyCode.
 * The list of the report restricts it to the rows that the caller may read and to the filters on fields, so it repeats
 * them only for speed.
 */
export type ReportRows = (
  context: RecordContext,
  query: ReportQuery,
) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>

/** The query of a report. */
export interface ReportQuery {
  /** Id of the call, which determines the form of a report with several. */
  readonly call: string
  /** The checked values of filters and parameters, by the names of their query parameters. */
  readonly values: Readonly<Record<string, readonly (string | number | boolean)[]>>
}

/** A record that is created or changed. */
export interface RecordChange<Values = RecordValues> {
  /** `Create`, `Update`, or the name of the action that makes the change. */
  readonly action: string
  /**
   * The record as it was written; in `beforeWrite` as it will be, without the values that the database assigns: key
   * numbers, other sequence numbers, and the times and users of changes.
   */
  readonly record: Values
  /** The record as it was; undefined at a creation. */
  readonly before: Values | undefined
  /** What the user has entered for a declared action, also values that its `set` does not write. */
  readonly inputs?: RecordValues | undefined
}

/** The modules of the portal's resources. */
export interface RecordModules {
  /** Returns the module of a resource; an empty one if it has none. */
  get(resource: string): RecordModule
  /** The kinds of jobs that modules of resources have, by name. */
  readonly jobKinds: ReadonlyMap<string, JobKind>
}
