import type { Finding } from '../language/shapes/shape'
import type { SchemaView } from './view/schema-view'

/** What others have written that schemas name, and what a database holds; a check of a kind runs where its list is handed in. */
export interface ProjectFacts {
  /** Expressions of virtual fields: `bills.BillStatus`. */
  readonly virtual?: readonly string[]
  /** Ids of the contract's calls: `BillTerm.list`. */
  readonly endpoints?: readonly string[]
  /** Those of them whose handler is written in src/server/routes, and so does more than the generic one. */
  readonly handWritten?: readonly string[]
  /** What is known of each call that an action may name, by id. */
  readonly calls?: Readonly<Record<string, CallFacts>>
  /** Icons of src/admin/icons.ts. */
  readonly icons?: readonly string[]
  /** Folders of resources/. */
  readonly screens?: readonly string[]
  /** What a database holds, by table and column; only where there is one. */
  readonly database?: Readonly<Record<string, Readonly<Record<string, ColumnFacts>>>>
  /** The keys that the records of a database do not fit; only where there is one. */
  readonly keys?: readonly KeyFacts[]
}

/** A key that does not identify every record of its table. */
export interface KeyFacts {
  readonly table: string
  /** The fields of the key. */
  readonly key: readonly string[]
  /** How many keys more than one record has, and how many records these are. */
  readonly repeated: number
  readonly records: number
  /** How many records have no value in a field of the key. */
  readonly empty: number
}

/** A call of the contract, as far as an action depends on it. */
export interface CallFacts {
  /** How many parts of a key its path takes. */
  readonly parameters: number
  /** It returns a file. */
  readonly file: boolean
  /** Fields of its OutData; absent where that is not fixed yet. */
  readonly outputs?: readonly string[]
}

/** A column as a database has it. */
export interface ColumnFacts {
  readonly type: string
  /** In how many rows it has a value. */
  readonly filled: number
  /** Characters of the longest text. */
  readonly longest: number | null
  /** The different values of a code; null where they are too many. */
  readonly codes: readonly string[] | null
  /** Values that the rules of the field would refuse: how many different ones, and the sentence for the first. */
  readonly refused?: { readonly count: number; readonly why: string }
  /** In how many rows a field that always has a value has none. */
  readonly empty?: number
  /** How many values of a unique field more than one record has. */
  readonly repeated?: number
}

/** All files side by side. */
export interface AllSchemas {
  readonly schemas: readonly SchemaView[]
  readonly known: ProjectFacts
  /** Files that cannot be read, so that what they declare is unknown. */
  readonly unreadable: readonly string[]
  get(name: string): SchemaView | undefined
}

/** A check of a schema file: returns every mistake, never throws. */
export type Check = (schema: SchemaView, all: AllSchemas) => Finding[]

/** Whether one name leads to another through what depends on each. */
export const reaches = (from: string, target: string, nextOf: (name: string) => readonly string[], visited: readonly string[] = []): boolean =>
  from === target || (!visited.includes(from) && nextOf(from).some((one) => reaches(one, target, nextOf, [...visited, from])))
