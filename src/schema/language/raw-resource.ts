import type { Action, ActionPlace, TextVariants } from './action'
import type { AccessLevel, FieldOperation } from './permission'
import type { ReportForm, ReportSpec } from './report'
import type { FilterDefault, FormSection, GeneratedCalls, ListFilter, ListSpec, ListView, Resource } from './resource'
import type { RawObject } from './shapes/shape'
import type { FilterMatch, Operation } from './types'

/**
 * The content of a file in `schemas/` after its shape has been checked.
 * It is a type, not an interface, so that checks can read it as a `RawObject`.
 */
export type RawResource = Partial<
  Pick<
    Resource,
    | 'label'
    | 'description'
    | 'noun'
    | 'unit'
    | 'kind'
    | 'of'
    | 'where'
    | 'page'
    | 'menu'
    | 'tenant'
    | 'display'
    | 'title'
    | 'subtitle'
    | 'table'
    | 'was'
    | 'rules'
    | 'related'
    | 'allowedWhen'
  >
> & {
  readonly endpoints?: Partial<Pick<GeneratedCalls, 'controller' | 'operations'>> & {
    readonly list?: { readonly call: string }
  }
  readonly key?: string | readonly string[]
  readonly fields?: RawFields
  readonly find?: Resource['find']
  readonly head?: Resource['highlights']
  readonly list?: RawList
  readonly form?: readonly FormSection[]
  readonly detail?: readonly FormSection[]
  readonly actions?: Readonly<Record<string, RawAction>>
  readonly permissions?: Readonly<Record<string, RawPermission>>
  readonly import?: unknown
  readonly parameters?: RawFields
  readonly report?: RawReport
}

/** Fields by name. The type of a field declares its settings. */
export type RawFields = Readonly<Record<string, RawObject>>

/** The list page as a file declares it. */
export type RawList = Partial<
  Pick<ListSpec, 'columns' | 'hidden' | 'secondLines' | 'widths' | 'quick' | 'totals' | 'totalRules' | 'search'>
> & {
  readonly filters?: readonly (string | RawFilter | RawPeriod)[]
  readonly sort?: string
  readonly mobile?: Pick<ListSpec['mobile'], 'primary'> & Partial<ListSpec['mobile']>
  readonly tabs?: string | readonly (RawTab | RawTabs)[]
  readonly views?: readonly RawView[]
}

/** A view of a list as a file declares it. */
export type RawView = RawTab & Partial<Pick<ListView, 'columns' | 'opensFor'>> & { readonly sort?: string }

/** A tab of a list as a file declares it. */
export interface RawTab {
  readonly label: string
  readonly where?: Readonly<Record<string, FilterDefault | readonly FilterDefault[]>>
}

/** A tab for each option of a field. */
export interface RawTabs {
  readonly each: string
}

/** A filter as a file declares it. */
export type RawFilter = Pick<ListFilter, 'field' | 'required' | 'sufficient' | 'maxDays'> & {
  readonly match?: FilterMatch
  readonly default?: FilterDefault | readonly FilterDefault[]
}

/**
 * A filter by a period of one of several dates, which the parameter `period` chooses.
 * Without `of`, the server that computes the rows of a report gets the choice and the days as parameters.
 */
export type RawPeriod = Pick<ListFilter, 'required' | 'maxDays'> & {
  readonly period: string
  readonly label: string
  readonly enum?: string
  readonly of?: Readonly<Record<string, string>>
}

/** An action as a file declares it. */
export type RawAction = Partial<Omit<Action, 'name' | 'on' | 'confirm' | 'success' | 'failure' | 'inputs'>> & {
  readonly on?: ActionPlace | readonly ActionPlace[]
  readonly confirm?: string | TextVariants
  readonly success?: string | TextVariants
  readonly failure?: string | TextVariants
  readonly inputs?: RawFields
}

/** The permissions of a role as a file declares them. */
export interface RawPermission {
  readonly operations?: readonly Operation[]
  readonly fields?: Readonly<Record<string, RawAccess>>
}

/** The access to a field as a file declares it: one level for all operations, or a level for each operation. */
export type RawAccess = AccessLevel | Readonly<Partial<Record<FieldOperation, AccessLevel>>>

/** A report as a file declares it. */
export type RawReport = Partial<Pick<ReportSpec, 'subtotals' | 'totals' | 'formats' | 'first' | 'lines'>> & {
  readonly calls?: RawReportCalls
  readonly labels?: Readonly<Record<string, string>>
}

/** The calls of a report with several forms: the name and label of the choice, and the form for each of its values. */
export interface RawReportCalls {
  readonly field: string
  readonly label: string
  readonly of: Readonly<Record<string, Omit<ReportForm, 'code' | 'subtotals'> & Partial<Pick<ReportForm, 'subtotals'>>>>
}
