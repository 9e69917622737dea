import type { EnumName } from '../domain/enums'
import type { PersonalData } from '../domain/mask'
import type { Action } from './action-types'
import type { ImportSpec } from './imports/import-spec'
import type { GuardedOperation, Permission } from './permission-types'
import type { ReportSpec } from './reports/report-spec'

/** A resource with every default filled in: what a file in `schemas/` means. Browser and server read this shape alone. */
export interface Resource {
  /** Page name of the specification and name of the file; also the name in menus, routes and caches. */
  readonly name: string
  readonly label: string
  /** What one record is called, and the word that counts such records: 代收期別, 個. */
  readonly noun: string
  readonly unit: string
  /** `records` = generated screens over a table; `report` = a query whose parameters are the fields; `planned` = a page whose calls are not served yet; `custom` = a page written wholly in `resources/`. */
  readonly kind: 'records' | 'report' | 'custom' | 'planned'
  /** False: table, API and references without a page. */
  readonly page: boolean
  readonly menu?: Menu
  readonly endpoints: Endpoints
  /** Names of the fields that identify a record, in the order of the path. */
  readonly key: readonly string[]
  /** Which field ties a record to its company; `shared` = reference data that everybody signed in may read. */
  readonly tenant: 'ApplyCode' | 'UniformNo' | 'shared'
  /** How a record calls itself, such as `{FeeCode} {FeeName}`. */
  readonly display: string
  readonly table: string
  readonly fields: readonly Field[]
  readonly list: ListSpec
  /** Fields that stand large at the top of the detail page. */
  readonly head: readonly string[]
  readonly form: readonly FormSection[]
  /** Records of other resources that refer to this one; its detail page lists them. */
  readonly related: readonly RelatedList[]
  /** How records come from a spreadsheet; absent = they do not. */
  readonly import?: ImportSpec
  /** What a page of kind `report` shows. */
  readonly report?: ReportSpec
  /** What can be done with records beside writing them. */
  readonly actions: readonly Action[]
  /** What each role may do and see, as far as the file says so. */
  readonly permissions: Readonly<Record<string, Permission>>
  /** What must hold of each record as a whole. */
  readonly rules: readonly RecordRule[]
  /** Which records can be changed or deleted at all. */
  readonly allowedWhen: Readonly<Partial<Record<GuardedOperation, Condition>>>
}

export interface Menu {
  readonly group: MenuGroup
  readonly order: number
  /** Name of a Material icon listed in `src/admin/icons.ts`. */
  readonly icon: string
}

/** Groups of the admin menu in their order. */
export const menuGroups = {
  system: '系統管理',
  basic: '基本資料',
  collection: '代收作業',
  check: '特殊檢核',
  writeOff: '銷帳作業',
  report: '報表',
  bank: '銀行專區',
} as const

export type MenuGroup = keyof typeof menuGroups

/** The generated calls of a resource. `controller` is its name in the contract and, after `/api/`, its path. */
export interface Endpoints {
  readonly controller: string
  /** Path below `/api`, such as `/BillTerm`. */
  readonly base: string
  /** Path of the list below `base`: empty, or `/GetSearchData`. */
  readonly list: string
  readonly operations: readonly Operation[]
}

export const operations = ['list', 'get', 'create', 'update', 'delete', 'multiDelete', 'selectList'] as const
export type Operation = (typeof operations)[number]

export interface ListSpec {
  readonly columns: readonly string[]
  /** Further fields that a user may choose as columns, and that an export of all fields has. */
  readonly more: readonly string[]
  /** Columns that are not seen until the user chooses them. */
  readonly hidden: readonly string[]
  readonly filters: readonly Filter[]
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  /** Fields of the card that stands for a row on a narrow screen. */
  readonly mobile: { readonly primary: string; readonly secondary: readonly string[]; readonly tertiary?: string }
  /** Fields that a remote search looks in. */
  readonly search: readonly string[]
}

/** How a list is narrowed by a field; `in` takes several values, `range` a from and a to. */
export interface Filter {
  readonly field: string
  readonly match: 'exact' | 'contains' | 'in' | 'range'
}

export interface FormSection {
  readonly title: string
  readonly fields: readonly string[]
}

/** What every field can say. */
export interface FieldBase {
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly required: boolean
  /** Value of a new record where none is given. */
  readonly default?: unknown
  /** The same where it is not always the same value. */
  readonly begins?: Beginning
  /** Never in a form; the server makes it. */
  readonly readOnly: boolean
  /** The role at hand reads it and never writes it; said of a role's view of a resource, never in a file. */
  readonly withheld?: boolean
  /** The role at hand sees it under its mask alone, so no order of it; said of a role's view of a resource, never in a file. */
  readonly obscured?: boolean
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

/** The records of another resource that refer to a record by a field of theirs. */
export interface RelatedList {
  readonly of: string
  readonly by: string
  /** Heading; absent = what one such record is called. */
  readonly label?: string
  /** Absent = the first columns of their own list. */
  readonly columns?: readonly string[]
}

/** What must hold of a record as a whole, with a sentence of its own for those that break it. */
export interface RecordRule {
  readonly require: Condition
  /** Asked only of records that fulfil this. */
  readonly when?: Condition
  /** The whole sentence, in zh-TW. */
  readonly message: string
  /** The field that the sentence stands at. */
  readonly at: string
}

/** Where the value of a new record comes from: the clock, who makes it, or a running number of its company. */
export type Beginning = { readonly clock: 'today' | 'now' } | { readonly user: 'id' | 'name' } | { readonly sequence: string }

export type { PersonalData }

/** A bound that is a fixed value or the value of another field of the record. */
export type Bound<T> = T | { readonly field: string }

export interface StringField extends FieldBase {
  readonly type: 'string' | 'text'
  readonly min: number
  readonly max: number
  readonly pattern?: string
  /** What `pattern` means, in the reader's words. */
  readonly patternText?: string
  /** Values that it takes, where none can be made from its pattern. */
  readonly examples?: readonly string[]
  readonly upperCase?: boolean
  readonly maxLines?: number
  /** Exact length, held by a field of a referenced record: `ApplyCode.TermNoLen`; length 0 = stays empty. */
  readonly lengthOf?: string
}

export interface IntegerField extends FieldBase {
  readonly type: 'integer' | 'money'
  readonly min?: Bound<number>
  readonly max?: Bound<number>
}

export type Calendar = 'roc' | 'gregorian'

export interface DateField extends FieldBase {
  readonly type: 'date' | 'datetime' | 'month' | 'time'
  /** ISO date, the word `today`, or another field; of a month `2026-11`, of a time `09:30`. */
  readonly min?: Bound<string>
  readonly max?: Bound<string>
  /** At most this many years after the field in `min`. */
  readonly maxYears?: number
  /** How screens write it; absent = by the Gregorian calendar. */
  readonly calendar?: Calendar
}

export interface PercentField extends FieldBase {
  readonly type: 'percent'
  readonly min?: Bound<number>
  readonly max?: Bound<number>
  /** How many digits after the point. */
  readonly decimals: number
}

export interface BooleanField extends FieldBase {
  readonly type: 'boolean'
}

export interface EnumField extends FieldBase {
  readonly type: 'enum' | 'enumList'
  /** Codes and labels, from `src/domain/enums.ts` or written in the file. */
  readonly options: Readonly<Record<string, string>>
  readonly enum?: EnumName
  /** Options that can be chosen only while their condition holds. */
  readonly optionsWhen?: Readonly<Record<string, Condition>>
  /** For lists: how many may be chosen. */
  readonly min: number
  readonly max: number
  /** Must equal (a list: lie within) a field of a referenced record: `MarketItemCode.FeeBearType`. */
  readonly within?: string
}

export interface ReferenceField extends FieldBase {
  readonly type: 'reference' | 'referenceList'
  /** Name of the resource that is referred to. */
  readonly to: string
  /** The field of the other record that is stored here. */
  readonly by: string
  /** That field is a number. */
  readonly numeric: boolean
  /** Fields that both records must agree in, such as ApplyCode: the choices depend on them. */
  readonly same: readonly string[]
  readonly min: number
  readonly max: number
  /** For a reference to its own resource: no cycle, at most this many levels. */
  readonly maxDepth?: number
}

export interface RowsField extends FieldBase {
  readonly type: 'rows'
  readonly min: number
  readonly max: number
  readonly fields: readonly Field[]
}

/** Formats with a rule of their own in `src/domain`. */
export interface FormatField extends FieldBase {
  readonly type: 'email' | 'mobile' | 'landline' | 'phone' | 'uniformNo' | 'idNo' | 'bankAccount' | 'zipCode' | 'url' | 'virtualAccount' | 'barcode'
  readonly max: number
}

export interface FileField extends FieldBase {
  readonly type: 'file'
  /** Allowed endings without the dot. */
  readonly accept: readonly string[]
  readonly maxBytes: number
}

/** A small picture, such as a logo, that travels inside the record. */
export interface ImageField extends FieldBase {
  readonly type: 'image'
  readonly maxBytes: number
}

/** Anything that the server keeps for a record; people only read it. */
export interface JsonField extends FieldBase {
  readonly type: 'json'
}

/** A value that follows from others of the record; made anew with every change. */
export interface ComputedField extends FieldBase {
  readonly type: 'computed'
  readonly as: ComputedKind
  readonly value: Expression
  /** How screens write a day. */
  readonly calendar?: Calendar
}

/** What a computed value is, which decides its column and its look. */
export const computedKinds = ['integer', 'decimal', 'money', 'percent', 'string', 'date'] as const
export type ComputedKind = (typeof computedKinds)[number]

/** How many records of another resource agree with this one in `by`; server-made. */
export interface CountField extends FieldBase {
  readonly type: 'count'
  readonly of: string
  readonly by: readonly string[]
  readonly where?: Readonly<Record<string, readonly string[]>>
}

export type Field =
  | StringField
  | IntegerField
  | DateField
  | PercentField
  | BooleanField
  | EnumField
  | ReferenceField
  | RowsField
  | FormatField
  | FileField
  | ImageField
  | JsonField
  | ComputedField
  | CountField

export type FieldType = Field['type']

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
export interface Around {
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
