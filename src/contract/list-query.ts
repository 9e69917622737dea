import type { ListResponse, ListTotal } from './envelope'

/** The query of a list call. A filter is a value, several values, or a range. */
export interface ListQuery {
  /** Page number, from 1. */
  readonly page: number
  readonly pageSize: number
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filters: Readonly<Record<string, FilterValue>>
  /**
   * Text to search for in the search fields of the resource, for select boxes that load their options from the server.
   */
  readonly keyword?: string
  /** Whether the records contain every field that a list can show, not only the default ones. */
  readonly allFields?: boolean
  /** Whether the response contains the sums of all pages. */
  readonly needsTotals?: boolean
}

/** The query of a call that returns all records of a list instead of a page. */
export type UnpagedListQuery = Omit<ListQuery, 'page' | 'pageSize'>

/** The value of a filter. */
export type FilterValue = FilterScalar | readonly FilterScalar[] | Range
type FilterScalar = string | number | boolean
type Range = { readonly from?: FilterScalar; readonly to?: FilterScalar }

/** Parameters of a list call by name; several values are sent as repeated keys. */
export type QueryParams = Readonly<
  Record<string, string | number | boolean | readonly (string | number | boolean)[] | null | undefined>
>

/** Names of the parameters of every list call. */
export const listParams = {
  page: 'PageNo',
  pageSize: 'PageSize',
  sortField: 'SortField',
  sortOrder: 'SortOrder',
  keyword: 'Keyword',
  allFields: 'AllFields',
  totals: 'WithTotals',
} as const

/** Parameter of a call that downloads a list, and its values; absent = Xlsx. */
export const fileFormatParam = 'FileFormat'
export const listFileFormats = ['Xlsx', 'Csv'] as const
export type ListFileFormat = (typeof listFileFormats)[number]

/** The largest page size; larger requests are refused, so that no list is truncated silently. */
export const maxPageSize = 500

/** The largest page size of a report, whose rows are read one page after the other. */
export const maxReportPageSize = 5_000

/** Maximum number of rows of a report on the screen, on paper and in its files. A job of 報表下載 writes more. */
export const maxReportRows = 50_000

/** Number of notice runs on a page of Ext/Bills/GetNoticeRuns. */
export const noticeRunPageSize = 20

/** Number of differences of each kind that Ext/BankFile/{SerialId}/GetDifferences returns. */
export const maxListedDifferences = 100

/** Page sizes that users can select. */
export const pageSizes = [10, 20, 50, 100] as const

/** Returns the parameters of a list query: fields by name, ranges as `…From` and `…To`. */
export const toListParams = (query: UnpagedListQuery & Partial<ListQuery>): QueryParams => ({
  ...Object.fromEntries(Object.entries(query.filters).flatMap(([field, value]) => filterParams(field, value))),
  [listParams.keyword]: query.keyword,
  [listParams.page]: query.page,
  [listParams.pageSize]: query.pageSize,
  [listParams.sortField]: query.sort?.field,
  [listParams.sortOrder]: query.sort?.order,
  [listParams.allFields]: query.allFields,
  [listParams.totals]: query.needsTotals,
})

const filterParams = (
  field: string,
  value: FilterValue,
): [string, FilterScalar | readonly FilterScalar[] | undefined][] =>
  isRange(value)
    ? [
        [`${field}From`, value.from],
        [`${field}To`, value.to],
      ]
    : [[field, value]]

const isRange = (value: FilterValue): value is Range => typeof value === 'object' && !Array.isArray(value)

/**
 * Returns the records in the response of a list call, their total number on all pages, and the sums of all pages if the
 * call requested them.
 */
export const fromListResponse = ({
  Items,
  TotalCount,
  IsMinimum = false,
  NotSortable,
  Totals = [],
}: ListResponse): ListResult => ({
  records: Items,
  total: TotalCount,
  isMinimum: IsMinimum,
  notSortable: NotSortable,
  totals: Totals,
})

interface ListResult {
  readonly records: ListResponse['Items']
  readonly total: number
  /** Whether the number is only known to be at least `total`. */
  readonly isMinimum: boolean
  /** The fields by which so many records cannot be sorted; undefined = none. */
  readonly notSortable: readonly string[] | undefined
  readonly totals: readonly ListTotal[]
}
