import type { TenantField } from '../../domain/access/roles'
import type { Action } from './action'
import type { ImportSpec } from './import'
import type { ConditionalOperation, RolePermission } from './permission'
import type { ReportSpec } from './report'
import type { Condition, Field, FilterMatch, Operation, RoleField } from './types'

/**
 * A compiled resource: the content of a file in `schemas/` with defaults filled in.
 * Browser and server use only compiled resources.
 */
export interface Resource {
  /**
   * Name of the schema file without `.json`.
   * Routes and caches use it.
   * The bank's specification uses the same name for the page.
   */
  readonly name: string
  readonly label: string
  /** What the page is for, in one or two sentences, which its help shows. */
  readonly description?: string
  /** The name of one record, such as 代收期別, and its measure word, such as 個. */
  readonly noun: string
  readonly unit: string
  /**
   * `records` = generated screens over a table; `view` = a list of the records of another resource; `report` = a list to
   * read, print and download, of the records of another resource or of rows that the server computes; `custom` = a
   * hand-written page in `resources/`.
   */
  readonly kind: 'records' | 'view' | 'report' | 'custom'
  /** False: the resource has a table, an API and references, but no page. */
  readonly page: boolean
  readonly menu?: MenuEntry
  readonly endpoints: GeneratedCalls
  /** Names of the fields that identify a record, in the order of the path. */
  readonly key: readonly string[]
  /**
   * The field that contains the company or agreement of a record.
   * `shared` = reference data that every signed-in user may read.
   */
  readonly tenant: TenantField | 'shared'
  /** Template of a record's display text, such as `{FeeCode} {FeeName}`. */
  readonly display: string
  /**
   * The fields that are needed for the masked display text: those that it contains and, for each name among them, the
   * id number.
   * A name is masked unless its id number is the uniform number of a legal person.
   */
  readonly displayFields: readonly string[]
  /** Templates of the heading of the detail page and of the line below it; absent = the display text, no line. */
  readonly title?: string
  readonly subtitle?: string
  readonly table: string
  /** The resource whose records a view or a report lists; absent for a report = the server computes its rows. */
  readonly of?: string
  /** The field values by which a view or a report selects its records. */
  readonly where?: Readonly<Record<string, readonly string[]>>
  /** The former name of the file; its table is renamed and keeps its records. */
  readonly was?: string
  readonly fields: readonly Field[]
  readonly list: ListSpec
  /** The filters of the list by which the search from everywhere finds records; empty = it finds none. */
  readonly find: readonly string[]
  /** Fields that are shown large at the top of the detail page. In a schema file the keyword is `head`. */
  readonly highlights: readonly string[]
  readonly form: readonly FormSection[]
  /** Further sections of the detail page, each shown only while one of its fields has a value. */
  readonly detail: readonly FormSection[]
  /** Lists on the detail page of a record: the records of other resources that refer to it. */
  readonly related: readonly RelatedList[]
  /** The import from spreadsheets; absent = the resource has no import. */
  readonly import?: ImportSpec
  /** What a page of kind `report` adds to its list. */
  readonly report?: ReportSpec
  /** Operations on records in addition to the standard operations. */
  readonly actions: readonly Action[]
  /** The permissions of the roles that the file restricts, by role. */
  readonly permissions: Readonly<Record<string, RolePermission>>
  /** Conditions that every record must fulfil. */
  readonly rules: readonly RecordRule[]
  /** The conditions under which a record can be changed or deleted; absent = always. */
  readonly allowedWhen: Readonly<Partial<Record<ConditionalOperation, Condition>>>
}

/** Position of a page in the admin menu. */
export interface MenuEntry {
  readonly group: MenuGroup
  /** Position within the group. */
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

/** A group of the admin menu. */
export type MenuGroup = keyof typeof menuGroups

/** The generated calls of a resource. */
export interface GeneratedCalls {
  /** Name of the controller in the contract: the part of the ids of its calls before the dot. */
  readonly controller: string
  /** Path below `/api`, such as `/BillTerm`. */
  readonly base: string
  /** The call of the contract that returns the list; absent = the list call of the controller. */
  readonly listCall?: string
  readonly operations: readonly Operation[]
}

/**
 * A resource with only the fields that a role may view or enter; `src/schema/access/resource-for-role.ts` creates it.
 */
export interface RoleView extends Resource {
  readonly fields: readonly RoleField[]
}

/** A page of kind `report`. */
export type ReportResource = Resource & { readonly report: ReportSpec }

/** The list page of a resource. */
export interface ListSpec {
  readonly columns: readonly string[]
  /** The fields outside `columns` that a user can show as columns. An export of all fields contains them. */
  readonly optionalColumns: readonly string[]
  /** Those of the `columns` that are hidden until the user shows them. */
  readonly hidden: readonly string[]
  /** Fields shown as a small second line in the column of another field, by the name of that column. */
  readonly secondLines: Readonly<Record<string, string>>
  /** Widths of columns in pixels that differ from those of their types, by field. */
  readonly widths: Readonly<Record<string, number>>
  readonly filters: readonly ListFilter[]
  /** The filters, by their fields, that are buttons beside the search box; the query form has all filters. */
  readonly quick: readonly string[]
  /**
   * The parameters of filters that are no fields of the records: the type and the days of a period, and the parameters
   * of rows that the server computes.
   */
  readonly parameters: readonly Field[]
  /** The tabs above the result; empty = none. */
  readonly tabs: readonly ListTab[]
  /** The views that every user has, beside those that users save. */
  readonly views: readonly ListView[]
  /** Fields whose sums over all pages are shown, together with the number of records. */
  readonly totals: readonly string[]
  /** What the sums count; absent = every record, each amount as it is. */
  readonly totalRules?: TotalRules
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  /** Fields of the card that replaces a row on a narrow screen. */
  readonly mobile: { readonly primary: string; readonly secondary: readonly string[]; readonly tertiary?: string }
  /** Fields that the search box of the list searches, and the select boxes that load their options from the server. */
  readonly search: readonly string[]
}

/** A tab of a list. It sets filters, by field, to fixed values. */
export interface ListTab {
  readonly label: string
  readonly where: Readonly<Record<string, readonly FilterDefault[]>>
}

/** A view of a list: a query and columns under a name. */
export interface ListView {
  readonly label: string
  /** The values of filters, by field. */
  readonly where: Readonly<Record<string, readonly FilterDefault[]>>
  /** Absent = the sort order of the list. */
  readonly sort?: ListSpec['sort']
  /** The shown columns in their order; absent = those of the list. */
  readonly columns?: readonly string[]
  /** The roles for which the list opens with this view. */
  readonly opensFor: readonly string[]
}

/** What the sums of a list count. */
export interface TotalRules {
  /** Kinds of records that no sum and no number of records counts: the values of their fields, or that a field is filled. */
  readonly except?: readonly Readonly<Record<string, readonly string[] | 'filled'>>[]
  /** The records whose amounts are subtracted. */
  readonly negative?: FieldValues
  /** Parts of the result with a number of records and sums of their own. */
  readonly parts?: readonly TotalPart[]
  /** A sentence about these rules, in zh-TW, shown below the sums. */
  readonly note?: string
}

/** A part of a list's result, with its heading in zh-TW and the values that its records have. */
export interface TotalPart {
  readonly label: string
  readonly where: FieldValues
}

/** Values by field. A record matches if each field has one of its values. */
export type FieldValues = Readonly<Record<string, readonly string[]>>

/** A filter of a list. */
export interface ListFilter {
  readonly field: string
  readonly match: FilterMatch
  /** The list cannot be queried without a value of this filter. */
  readonly required?: boolean
  /** The values that apply to a query without a value of this filter. */
  readonly default?: readonly FilterDefault[]
  /** A query with a value of this filter needs no required filter, because it finds the few records of another one. */
  readonly sufficient?: boolean
  /** Maximum number of days of a range. */
  readonly maxDays?: number
  /** The names of the two query parameters of a range; absent = the name of the field with From and To. */
  readonly ends?: Readonly<Record<FilterEnd, string>>
  /** The parameter whose value chooses the field that the range filters, and the field for each of its values. */
  readonly chosenBy?: { readonly parameter: string; readonly fields: Readonly<Record<string, string>> }
}

/** A default value of a filter. */
export type FilterDefault = string | number | boolean

/** An end of a range. The value of a filter that is not a range counts as `from`. */
export type FilterEnd = 'from' | 'to'

/** A section of a form or a detail page. */
export interface FormSection {
  readonly title: string
  readonly fields: readonly string[]
}

/** A list of the records of another resource that refer to a record by the field `by`, or that match its values. */
export interface RelatedList {
  readonly of: string
  readonly by?: string
  /** The fields of the record with whose values the list is filtered, by the fields of the other resource. */
  readonly match?: Readonly<Record<string, string>>
  /** Heading; absent = the noun of the other resource. */
  readonly label?: string
  /**
   * Columns of the list, the first three of which are shown on a phone; absent = the first columns of the other
   * resource's list.
   */
  readonly columns?: readonly string[]
  /** Labels of sums of the list that are shown at the top of the detail page, by the names of their fields. */
  readonly head?: Readonly<Record<string, string>>
}

/** A condition that a record must fulfil, and the message for records that do not. */
export interface RecordRule {
  readonly require: Condition
  /** The rule applies only to records that fulfil this condition. */
  readonly when?: Condition
  /** The message as a whole sentence, in zh-TW. */
  readonly message: string
  /** The field at which the message is shown. */
  readonly at: string
}

/** Checks whether resources of this kind have a table. */
export const hasTable = ({ kind }: { readonly kind: string }): boolean => !['view', 'report', 'custom'].includes(kind)

/**
 * Checks whether resources of this kind have calls for records: a view has calls for the records of another resource.
 */
export const hasRecords = ({ kind }: { readonly kind: string }): boolean => kind === 'records' || kind === 'view'

/** Checks whether resources of this kind have a call that returns a list. */
export const hasList = (resource: { readonly kind: string }): boolean =>
  hasRecords(resource) || resource.kind === 'report'

/** Checks whether a resource is a report. */
export const isReport = (resource: Resource): resource is ReportResource => resource.report !== undefined
