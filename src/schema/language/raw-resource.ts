import type { Action, ActionPlace, TextVariants } from './action'
import type { AccessLevel, FieldOperation } from './permission'
import type { ReportAggregate, ReportCondition, ReportDateUnit, ReportPeriod, ReportSpec, ReportTotal } from './report'
import type { FilterDefault, FormSection, GeneratedCalls, ListFilter, ListSpec, Resource } from './resource'
import type { RawObject } from './shapes/shape'
import type { ComputedKind, Expression, FilterMatch, Operation, TimeField } from './types'

/**
 * The content of a file in `schemas/` after its shape has been checked.
 * It is a type, not an interface, so that checks can read it as a `RawObject`.
 */
export type RawResource = Partial<
  Pick<
    Resource,
    | 'label'
    | 'noun'
    | 'unit'
    | 'kind'
    | 'of'
    | 'where'
    | 'page'
    | 'menu'
    | 'tenant'
    | 'display'
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
export type RawList = Partial<Pick<ListSpec, 'columns' | 'hidden' | 'totals' | 'totalRules' | 'search'>> & {
  readonly filters?: readonly (string | RawFilter | RawPeriod)[]
  readonly sort?: string
  readonly mobile?: Pick<ListSpec['mobile'], 'primary'> & Partial<ListSpec['mobile']>
  readonly tabs?: string | readonly (RawTab | RawTabs)[]
}

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

/** A filter by a period of one of several dates, which the parameter `period` chooses. */
export type RawPeriod = Pick<ListFilter, 'required' | 'maxDays'> & {
  readonly period: string
  readonly label: string
  readonly enum?: string
  readonly of: Readonly<Record<string, string>>
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
export type RawReport = Partial<Pick<ReportSpec, 'subtotals' | 'formats' | 'maxRows'>> & {
  readonly of?: string
  readonly call?: string
  readonly fields?: RawFields
  readonly where?: readonly (Omit<ReportCondition, 'match'> & Partial<Pick<ReportCondition, 'match'>>)[]
  readonly groupBy?: readonly string[]
  readonly dates?: Readonly<Record<string, RawDate>>
  readonly columns?: readonly (string | RawColumn)[]
  readonly sort?: readonly string[]
  readonly period?: Pick<ReportPeriod, 'from' | 'to'> & Partial<ReportPeriod>
}

/** A month or day that a report derives from another field; `month` or `day` names that field. */
export interface RawDate extends Pick<TimeField, 'calendar'>, Readonly<Partial<Record<ReportDateUnit, string>>> {
  readonly label?: string
}

/** A column of a report as a file declares it. */
export interface RawColumn extends Readonly<Partial<Record<Exclude<ReportAggregate, 'count'>, string>>> {
  readonly field?: string
  readonly label?: string
  readonly name?: string
  readonly total?: boolean | ReportTotal
  readonly count?: true
  readonly where?: Readonly<Record<string, readonly string[]>>
  readonly as?: ComputedKind
  readonly value?: Expression
}
