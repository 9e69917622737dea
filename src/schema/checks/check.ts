import type { Finding } from '../language/shapes/shape'
import type { SchemaView } from './view/schema-view'

/** Facts about the project and its database that checks compare with the schemas. A check that needs an absent list reports nothing. */
export interface ProjectFacts {
  /** Expressions of virtual fields: `bills.BillStatus`. */
  readonly virtual?: readonly string[]
  /** Ids of the contract's calls: `BillTerm.list`. */
  readonly endpoints?: readonly string[]
  /** The calls among them that have a handler of their own in src/server/routes, which does more than the generic handler. */
  readonly handWritten?: readonly string[]
  /** Facts about each call that an action may name, by id. */
  readonly calls?: Readonly<Record<string, CallFacts>>
  /** Icons of src/admin/icons.ts. */
  readonly icons?: readonly string[]
  /** Folders of resources/. */
  readonly screens?: readonly string[]
  /** Facts about the columns of the database, by table and column; absent without a database. */
  readonly database?: Readonly<Record<string, Readonly<Record<string, ColumnFacts>>>>
  /** The keys whose uniqueness the database does not guarantee; absent without a database. */
  readonly keys?: readonly KeyFacts[]
}

/** A key with repeated or missing values in its table; both counts are 0 where only its unique index is missing. */
export interface KeyFacts {
  readonly table: string
  /** The fields of the key. */
  readonly key: readonly string[]
  /** The number of key values that several records share, and the number of those records. */
  readonly repeated: number
  readonly records: number
  /** The number of records without a value in a field of the key. */
  readonly empty: number
}

/** The properties of a call of the contract that actions depend on. */
export interface CallFacts {
  /** The number of key parts in its path. */
  readonly parameters: number
  /** Whether it returns a file. */
  readonly file: boolean
  /** Fields of its OutData; absent where the contract does not specify them yet. */
  readonly outputs?: readonly string[]
}

/** Facts about a column of the database. */
export interface ColumnFacts {
  readonly type: string
  /** The number of rows with a value. */
  readonly filled: number
  /** The length of the longest text in characters. */
  readonly longest: number | null
  /** The distinct codes of the column; null where there are too many. */
  readonly codes: readonly string[] | null
  /** Stored values that the rules of the field reject: the number of distinct values, and the message for the first one. */
  readonly refused?: { readonly count: number; readonly why: string }
  /** The number of rows without a value in a required field. */
  readonly empty?: number
  /** The number of values of a unique field that several records share. */
  readonly repeated?: number
}

/** All schema files, for checks that compare several of them. */
export interface AllSchemas {
  readonly schemas: readonly SchemaView[]
  readonly known: ProjectFacts
  /** Names of the files that cannot be read; their declarations are unknown. */
  readonly unreadable: readonly string[]
  get(name: string): SchemaView | undefined
}

/** A check of a schema file. It returns every mistake and never throws. */
export type Check = (schema: SchemaView, all: AllSchemas) => Finding[]

/** Whether one name leads to another, directly or through other names. */
export const reaches = (from: string, target: string, nextOf: (name: string) => readonly string[], visited: readonly string[] = []): boolean =>
  from === target || (!visited.includes(from) && nextOf(from).some((one) => reaches(one, target, nextOf, [...visited, from])))
