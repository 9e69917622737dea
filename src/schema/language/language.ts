import type { PersonalData } from '../../domain/access/mask'

/** The generic operations on records. */
export const operations = ['list', 'get', 'create', 'update', 'delete', 'multiDelete', 'selectList'] as const
export type Operation = (typeof operations)[number]

/** The settings of every field. */
export interface FieldBase {
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly required: boolean
  /** The value of the field in a new record if the input has none. */
  readonly default?: unknown
  /** The default, if it is not a fixed value. */
  readonly dynamicDefault?: DynamicDefault
  /** Users cannot enter the field; the server sets its value. */
  readonly readOnly: boolean
  /** The value cannot be changed after the record was created. */
  readonly writeOnce: boolean
  /** The field is part of a single record, but not of list rows. */
  readonly detailOnly: boolean
  /** The detail page has a button that copies the value. */
  readonly copyable?: boolean
  /**
   * List rows contain the field only if a call requests all fields.
   * This setting is derived from the list and never declared in a file.
   */
  readonly onDemand?: boolean
  /**
   * The value is unique among the records that have the same values in these fields; absent = not unique.
   * `true` in a file means unique within the tenant.
   */
  readonly unique?: readonly string[]
  /** Restricts `unique` to records whose fields have one of these values, such as active records. */
  readonly uniqueWhere?: Readonly<Record<string, readonly string[]>>
  /** Kind of personal data, which determines the mask. */
  readonly personal?: PersonalData
  /** The field with the id number of the person or company whose name this field contains. */
  readonly identifiedBy?: string
  /** The field has an index within the tenant, because lists are often filtered or sorted by it. */
  readonly index?: boolean
  /** The former name of the field; its column is renamed and keeps its data. */
  readonly was?: string
  /** The field has no column; the server computes it with an SQL expression of its module (`resources/<name>/server.ts`). */
  readonly virtual: boolean
  /** The field is one of the record to which a reference of this record refers. It is virtual. */
  readonly through?: RelatedField
  readonly shownWhen?: Condition
  readonly requiredWhen?: Condition
  readonly readOnlyWhen?: Condition
  /** The parts of the field that the hand-written screens of its page must contain, in `resources`. */
  readonly handWritten?: readonly ('cell' | 'input')[]
}

/** A field of a referenced record: the reference with its settings, and the field of the other resource. */
export interface RelatedField {
  readonly reference: string
  readonly to: string
  readonly by: string
  readonly same: readonly string[]
  readonly field: string
}

/** A default that is not a fixed value: the current day or time, the user, or a sequence number within the tenant. */
export type DynamicDefault =
  | { readonly clock: 'today' | 'now' }
  | { readonly user: 'id' | 'name' }
  | { readonly sequence: string }

export type { PersonalData }

/**
 * How a filter compares a field: `startsWith` with the beginning of a text, `contains` with a part of it, `in` with
 * several values, `range` with a start and an end.
 */
export type FilterMatch = 'exact' | 'startsWith' | 'contains' | 'in' | 'range'

/** A bound of a value: a fixed value, or the value of another field of the record. */
export type Bound<T> = T | { readonly field: string }

/** The calendar in which dates and months are written. */
export type Calendar = 'roc' | 'gregorian'

/** A code and its label. Options are pairs in a list, because an object would order the code 10 before the code 00. */
export type Option = readonly [code: string, label: string]

/** A value that is computed from other fields whenever the record changes. */
export interface ComputedField extends FieldBase {
  readonly type: 'computed'
  readonly as: ComputedKind
  readonly value: Expression
  /** The fields of the record from which the value is computed. */
  readonly dependsOn: readonly string[]
  /**
   * Fields are computed in ascending order.
   * The number is higher than that of each computed field on which this field depends.
   */
  readonly computationOrder: number
  /** The calendar in which screens show a date. */
  readonly calendar?: Calendar
}

/** The number of records of another resource that have the same values in the fields `by`. The server counts them. */
export interface CountField extends FieldBase {
  readonly type: 'count'
  /** The other resource. */
  readonly of: string
  readonly by: readonly string[]
  readonly where?: Readonly<Record<string, readonly string[]>>
}

/** The kinds of computed values. A kind determines the SQL type and the displayed format. */
export const computedKinds = ['integer', 'decimal', 'money', 'percent', 'string', 'date'] as const
export type ComputedKind = (typeof computedKinds)[number]

/** A condition on a record as plain data. `src/schema/rules/condition.ts` evaluates it. */
export type Condition =
  | ConditionLeaf
  /** The user has one of these roles. */
  | { readonly role: readonly string[] }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }

/** A condition on one value. */
export type ConditionLeaf = ConditionSubject & LeafTest

/**
 * The value that a condition tests.
 * `field`: a field of the record or, in a list item, a field of the item.
 * `parent`: a field of the record that contains the item.
 */
export type ConditionSubject = { readonly field: string } | { readonly parent: string }

type LeafTest =
  | { readonly is: Scalar | ConditionSubject }
  | { readonly in: readonly Scalar[] }
  /** The list in the field contains this value, or at least one of these values. */
  | { readonly has: Scalar | readonly Scalar[] }
  | { readonly empty: boolean }
  /** A limit for a date, month or datetime may also be the word `today`. */
  | { readonly atLeast: number | string | ConditionSubject }
  | { readonly atMost: number | string | ConditionSubject }
  /** The field contains, or does not contain, the id of the user. */
  | { readonly user: 'is' | 'isNot' }

/** The values that conditions use in addition to the record. */
export interface ConditionContext {
  /** The current date in Taipei, YYYY-MM-DD. */
  readonly today: string
  /** The user's role; empty without a session. */
  readonly role: string
  /** The user's id; absent without a session. */
  readonly user?: string
  /** The record that contains the list item, with its hidden fields empty. */
  readonly parent?: RecordValues
}

/** A single value in a schema file. */
export type Scalar = string | number | boolean | null

/**
 * A computed value as plain data.
 * `src/schema/rules/expression.ts` evaluates it.
 * A text or number stands for itself.
 */
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
  /** Sum of a field over the items of a list, such as `FeeItems.Amount`. */
  | { readonly sum: string }
  /** Number of items or entries of a list. */
  | { readonly count: string }
  /** A date plus a number of days: [date, days]. */
  | { readonly daysAfter: readonly [Expression, Expression] }
  | { readonly when: Condition; readonly value: Expression; readonly otherwise: Expression }

/** The values of a record or of an item of a list field, by field name. */
export type RecordValues = Readonly<Record<string, unknown>>
