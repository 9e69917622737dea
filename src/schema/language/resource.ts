import type { TenantField } from '../../domain/access/roles'
import type { Action } from './action'
import type { ImportSpec } from './import'
import type { ConditionalOperation, RolePermission } from './permission'
import type { ReportSpec } from './report'
import type { Condition, Field, FilterMatch, Operation, RoleField } from './types'

/** A compiled resource: a file of `schemas/` with every default filled in. Browser and server read only this form. */
export interface Resource {
  /** Page name of the specification and name of the file; also the name in menus, routes and caches. */
  readonly name: string
  readonly label: string
  /** The name of a record and its measure word, such as 代收期別 and 個. */
  readonly noun: string
  readonly unit: string
  /** `records` = generated screens over a table; `view` = a list of the records of another resource; `report` = a query whose parameters are the fields; `planned` = a page whose calls are not served yet; `custom` = a hand-written page in `resources/`. */
  readonly kind: 'records' | 'view' | 'report' | 'custom' | 'planned'
  /** False: the resource has a table, an API and references, but no page. */
  readonly page: boolean
  readonly menu?: MenuEntry
  readonly endpoints: GeneratedCalls
  /** Names of the fields that identify a record, in the order of the path. */
  readonly key: readonly string[]
  /** The field that ties a record to its company; `shared` = reference data that every signed-in user may read. */
  readonly tenant: TenantField | 'shared'
  /** Template of a record's display text, such as `{FeeCode} {FeeName}`. */
  readonly display: string
  /** The fields that the masked display text depends on: those that it shows, and the id numbers that decide whether a name is masked. */
  readonly displayFields: readonly string[]
  readonly table: string
  /** The resource whose records a view lists. */
  readonly of?: string
  /** The field values by which a view selects its records. */
  readonly where?: Readonly<Record<string, readonly string[]>>
  /** The former name of the file; its table is renamed and keeps its records. */
  readonly was?: string
  readonly fields: readonly Field[]
  readonly list: ListSpec
  /** Fields that the detail page emphasizes at its top. In a schema file the keyword is `head`. */
  readonly highlights: readonly string[]
  readonly form: readonly FormSection[]
  /** Further sections of the detail page, each shown only while one of its fields has a value. */
  readonly detail: readonly FormSection[]
  /** Records of other resources that refer to this one; its detail page lists them. */
  readonly related: readonly RelatedList[]
  /** The import from spreadsheets; absent = there is none. */
  readonly import?: ImportSpec
  /** The content of a page of kind `report`. */
  readonly report?: ReportSpec
  /** Operations on records in addition to the standard ones. */
  readonly actions: readonly Action[]
  /** Permissions of roles that the file restricts. */
  readonly permissions: Readonly<Record<string, RolePermission>>
  /** Conditions that every record must fulfil. */
  readonly rules: readonly RecordRule[]
  /** The records that can be changed or deleted. */
  readonly allowedWhen: Readonly<Partial<Record<ConditionalOperation, Condition>>>
}

export interface MenuEntry {
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
export interface GeneratedCalls {
  readonly controller: string
  /** Path below `/api`, such as `/BillTerm`. */
  readonly base: string
  /** The call of the contract that returns the list; absent = that of the controller. */
  readonly listCall?: string
  readonly operations: readonly Operation[]
}

/** A resource restricted to what a role may view and enter; see `access/resource-for-role.ts`. */
export interface RoleView extends Resource {
  readonly fields: readonly RoleField[]
}

/** A page of kind `report`. */
export type ReportResource = Resource & { readonly report: ReportSpec }

export interface ListSpec {
  readonly columns: readonly string[]
  /** Further fields that a user can show as columns, and that an export of all fields contains. */
  readonly optionalColumns: readonly string[]
  /** Columns that are hidden until the user shows them. */
  readonly hidden: readonly string[]
  readonly filters: readonly ListFilter[]
  /** Fields whose sums over the whole result are shown, together with the number of records. */
  readonly totals: readonly string[]
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  /** Fields of the card that replaces a row on a narrow screen. */
  readonly mobile: { readonly primary: string; readonly secondary: readonly string[]; readonly tertiary?: string }
  /** Fields that a keyword search in a remote select box compares. */
  readonly search: readonly string[]
}

/** A filter of a list. */
export interface ListFilter {
  readonly field: string
  readonly match: FilterMatch
  /** The list cannot be queried without it. */
  readonly required?: boolean
  /** The longest period of a range of days. */
  readonly maxDays?: number
}

export interface FormSection {
  readonly title: string
  readonly fields: readonly string[]
}

/** A list of the records of another resource that refer to a record by the field `by`. */
export interface RelatedList {
  readonly of: string
  readonly by: string
  /** Heading; absent = the noun of the other resource. */
  readonly label?: string
  /** Absent = the first columns of their own list. */
  readonly columns?: readonly string[]
}

/** A condition that a record must fulfil, and the message for records that do not. */
export interface RecordRule {
  readonly require: Condition
  /** Applied only to records that fulfil this condition. */
  readonly when?: Condition
  /** The whole sentence, in zh-TW. */
  readonly message: string
  /** The field at which the message is shown. */
  readonly at: string
}

/** Checks whether resources of this kind have a table. */
export const hasTable = ({ kind }: { readonly kind: string }): boolean => kind !== 'planned' && kind !== 'report' && kind !== 'view'

/** Checks whether resources of this kind have calls for records: their own, or those of another resource. */
export const hasRecords = ({ kind }: { readonly kind: string }): boolean => kind === 'records' || kind === 'view'
