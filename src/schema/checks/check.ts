import type { Finding } from '../language/shapes/shape'
import type { LayoutRequirements } from '../layouts/layout'
import type { DeclaredSchema } from './declared/declared-schema'

/**
 * Facts about the project and its database that checks compare with the schemas.
 * If a property is absent, the checks that need it report nothing.
 */
export interface ProjectFacts {
  /** The virtual fields that have an SQL expression in the server, such as `bills.BillStatus`. */
  readonly virtualFields?: readonly string[]
  /** The width of each list with its default columns, in pixels, by page. */
  readonly listWidths?: Readonly<Record<string, number>>
  /** Ids of the contract's calls, such as `BillTerm.list`. */
  readonly endpoints?: readonly string[]
  /** Ids of the calls that accept forms with files, such as `BillImportList.create`. */
  readonly callsWithFiles?: readonly string[]
  /** Names of the resources whose module (resources/<name>/server.ts) adds something to the creation of records. */
  readonly resourcesWithOwnCreation?: readonly string[]
  /**
   * Names of the resources whose imports have their own rules.
   * Only these can have an import although their module adds something to the creation of records.
   */
  readonly importsWithOwnRules?: readonly string[]
  /** Names of the resources whose modules do what the rows of their imports say. */
  readonly resourcesWithImportActions?: readonly string[]
  /** Facts about each call that a schema file may name, by id. */
  readonly calls?: Readonly<Record<string, CallFacts>>
  /** Names of tables and indexes that the portal creates without a schema file. */
  readonly reservedTables?: readonly string[]
  /** Names of the icons in src/admin/icons.ts. */
  readonly icons?: readonly string[]
  /** The names in the hand-written screens, which are the modules resources/<name>/index.tsx, by page. */
  readonly screens?: Readonly<Record<string, ScreenNames>>
  /** What the code that processes bank files requires of their layouts, by the name of the layout. */
  readonly layouts?: Readonly<Record<string, LayoutRequirements>>
  /** Whether it is a mistake if the file of a slip template or of a bank file layout is missing. */
  readonly requiresEveryFile?: boolean
  /** Facts about the columns of the database, by table and column; absent without a database. */
  readonly database?: Readonly<Record<string, Readonly<Record<string, ColumnFacts>>>>
  /** The tables that contain records but belong to no compiled resource; absent without a database. */
  readonly tables?: readonly { readonly table: string; readonly recordCount: number }[]
  /**
   * The unique indexes that the server drops when it starts next, because neither a key nor `unique` requires them;
   * absent without a database.
   */
  readonly droppedIndexes?: readonly { readonly table: string; readonly columns: readonly string[] }[]
  /** The keys whose uniqueness the database does not guarantee; absent without a database. */
  readonly keys?: readonly KeyFacts[]
}

/** The names under which hand-written screens replace parts of a page, by the part of `Screens` that contains them. */
export type ScreenNames = Readonly<
  Partial<Record<'Cells' | 'Inputs' | 'ActionDialogs' | 'BelowCreateSections', readonly string[]>>
>

/**
 * A key with repeated or missing values in its table, or without a unique index.
 * If only the index is missing, all counts are 0.
 */
export interface KeyFacts {
  readonly table: string
  /** The fields of the key. */
  readonly key: readonly string[]
  /** The number of key values that several records share. */
  readonly repeatedKeyCount: number
  /** The number of records that share a key value with another record. */
  readonly recordCountWithRepeatedKey: number
  /** The number of records without a value in a field of the key. */
  readonly recordCountWithoutKey: number
}

/** The properties of a call of the contract that schema files depend on. */
export interface CallFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The number of parameters in its path. */
  readonly pathParameterCount: number
  readonly response: 'data' | 'list' | 'file'
  /** The page on which the caller needs a right; absent if the call needs none. */
  readonly page?: string
  /** Fields of its OutData; absent if the contract does not specify them yet. */
  readonly outputs?: readonly string[]
}

/** Facts about a column of the database. */
export interface ColumnFacts {
  readonly type: string
  /** The number of records with a value, for a column that belongs to no field. */
  readonly filled?: number
  /**
   * The records whose values would change if the column were converted to the type of its field; absent if no
   * conversion exists or none is needed.
   */
  readonly changedByConversion?: StoredRecords
  /** Stored values that the rules of the field reject, by reason. */
  readonly refused?: readonly RefusedValues[]
  /** The records without a value in a required field. */
  readonly empty?: StoredRecords
  /** The number of values of a unique field that several records share. */
  readonly repeated?: number
  /** The records whose JSON has another structure than the field. */
  readonly otherStructure?: StoredRecords
  /** For a list field: facts about the values in its items, by name. */
  readonly items?: Readonly<Record<string, ItemFacts>>
}

/** Facts about the values with one name in the items of a list. */
export interface ItemFacts extends Pick<ColumnFacts, 'changedByConversion' | 'refused' | 'empty'> {
  /** The number of the values, for a name that belongs to no field. */
  readonly filled?: number
  /** The JSON type of the values, if it is another one than that of their field. */
  readonly otherType?: string
}

/** A number of records, and the key of one of them, such as `SerialId 7`; the key is empty if it cannot be shown. */
export interface StoredRecords {
  readonly count: number
  readonly example: string
}

/** Records whose values a rule of their field rejects, with the message for one of them. */
export interface RefusedValues extends StoredRecords {
  readonly rule: 'max' | 'options' | 'any'
  /** The code that is not among the options. */
  readonly option?: string
  readonly message: string
}

/** All schema files, for checks that compare several of them. */
export interface AllSchemas {
  readonly schemas: readonly DeclaredSchema[]
  readonly project: ProjectFacts
  /** Names of the files that cannot be read. Other files may refer to them, although their declarations are unknown. */
  readonly unreadable: readonly string[]
  get(name: string): DeclaredSchema | undefined
}

/** A check of a schema file. It returns every mistake and never throws. */
export type Check = (schema: DeclaredSchema, all: AllSchemas) => Finding[]

/** Returns the first name of each cycle of references between names, so that a cycle is reported once. */
export const cycleStarts = (
  names: readonly string[],
  nextOf: (name: string) => readonly string[],
): readonly string[] => {
  const cyclic = names.filter((name) => nextOf(name).some((following) => canReach(following, name, nextOf)))
  const isSameCycle = (name: string, other: string) => canReach(name, other, nextOf) && canReach(other, name, nextOf)
  return cyclic.filter((name, index) => !cyclic.slice(0, index).some((earlier) => isSameCycle(name, earlier)))
}

/**
 * Checks whether `from` is `target` or leads to it, directly or through other names.
 * `nextOf` returns the names to which a name leads.
 */
export const canReach = (
  from: string,
  target: string,
  nextOf: (name: string) => readonly string[],
  visited: readonly string[] = [],
): boolean =>
  from === target ||
  (!visited.includes(from) && nextOf(from).some((following) => canReach(following, target, nextOf, [...visited, from])))
