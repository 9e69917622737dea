import type { PersonalData } from '../../domain/access/mask'

export const operations = ['list', 'get', 'create', 'update', 'delete', 'multiDelete', 'selectList'] as const
export type Operation = (typeof operations)[number]

/** What every field can say. */
export interface FieldBase {
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly required: boolean
  /** Value of a new record where none is given. */
  readonly default?: unknown
  /** The same where it is not always the same value. */
  readonly dynamicDefault?: DynamicDefault
  /** Never in a form; the server makes it. */
  readonly readOnly: boolean
  /** Fixed after creation. */
  readonly writeOnce: boolean
  /** Travels with one record, not with list rows. */
  readonly detailOnly: boolean
  /** Travels with list rows only where a call asks for all fields; made from the list, never said in a file. */
  readonly onDemand?: boolean
  /** Unique within these fields; absent = not unique. A file's `true` becomes the tenant's field. */
  readonly unique?: readonly string[]
  /** `unique` binds only the records whose fields have one of these values, such as live ones. */
  readonly uniqueWhere?: Readonly<Record<string, readonly string[]>>
  /** Class of personal data: decides the mask. */
  readonly personal?: PersonalData
  /** Has an index of its own within the tenant, because lists are often narrowed by it. */
  readonly index?: boolean
  /** The name that the field had before; its column is renamed, and its data move along. */
  readonly was?: string
  /** No column of its own; the server computes it by an expression of the same name. */
  readonly virtual: boolean
  readonly shownWhen?: Condition
  readonly requiredWhen?: Condition
  readonly readOnlyWhen?: Condition
}

/** Where the value of a new record comes from: the clock, who makes it, or a running number of its company. */
export type DynamicDefault = { readonly clock: 'today' | 'now' } | { readonly user: 'id' | 'name' } | { readonly sequence: string }

export type { PersonalData }

/** How a list is narrowed by a field; `in` takes several values, `range` a from and a to. */
export type Match = 'exact' | 'contains' | 'in' | 'range'

/** A bound that is a fixed value or the value of another field of the record. */
export type Bound<T> = T | { readonly field: string }

export type Calendar = 'roc' | 'gregorian'

/** A code and its label. Pairs, because an object puts codes such as 10 before 00. */
export type Option = readonly [code: string, label: string]

/** A value that follows from others of the record; made anew with every change. */
export interface ComputedField extends FieldBase {
  readonly type: 'computed'
  readonly as: ComputedKind
  readonly value: Expression
  /** The fields beside it that its value follows from. */
  readonly dependsOn: readonly string[]
  /** How screens write a day. */
  readonly calendar?: Calendar
}

/** How many records of another resource agree with this one in `by`; server-made. */
export interface CountField extends FieldBase {
  readonly type: 'count'
  readonly of: string
  readonly by: readonly string[]
  readonly where?: Readonly<Record<string, readonly string[]>>
}

/** What a computed value is, which decides its column and its look. */
export const computedKinds = ['integer', 'decimal', 'money', 'percent', 'string', 'date'] as const
export type ComputedKind = (typeof computedKinds)[number]

/** A condition on the record at hand, as plain data; see `condition.ts` for its one evaluator. */
export type Condition =
  | Leaf
  /** Who asks has one of these roles. */
  | { readonly role: readonly string[] }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }

/** A question about one value. */
export type Leaf = Subject & Question

/** A field of the record, or of the row at hand; in a row also a field of the record that the row stands in. */
export type Subject = { readonly field: string } | { readonly parent: string }

type Question =
  | { readonly is: Scalar | Subject }
  | { readonly in: readonly Scalar[] }
  | { readonly has: Scalar | readonly Scalar[] }
  | { readonly empty: boolean }
  /** Of days, months and moments also the word `today`. */
  | { readonly atLeast: number | string | Subject }
  | { readonly atMost: number | string | Subject }

/** What conditions can ask beside the record. */
export interface ConditionContext {
  /** Business day, YYYY-MM-DD. */
  readonly today: string
  /** The role of who asks; empty where nobody is signed in. */
  readonly role: string
  /** The record that a row stands in, without what it hides. */
  readonly parent?: Row
}

export type Scalar = string | number | boolean | null

/** A value made of others, as plain data; see `expression.ts` for its one evaluator. A bare text or number stands for itself. */
export type Expression =
  | string
  | number
  | { readonly field: string }
  | { readonly add: readonly Expression[] }
  | { readonly subtract: readonly [Expression, Expression] }
  | { readonly multiply: readonly Expression[] }
  | { readonly divide: readonly [Expression, Expression] }
  | { readonly least: readonly Expression[] }
  | { readonly greatest: readonly Expression[] }
  | { readonly join: readonly Expression[] }
  /** Sum of a column of a list of rows: `FeeItems.Amount`. */
  | { readonly sum: string }
  /** How many rows or entries a list has. */
  | { readonly count: string }
  | { readonly daysAfter: readonly [Expression, Expression] }
  | { readonly when: Condition; readonly value: Expression; readonly otherwise: Expression }

/** A record as it travels: field names to plain values. */
export type Row = Readonly<Record<string, unknown>>
