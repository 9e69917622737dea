import { tenantFields } from '../../domain/access/roles'
import { isMultiValued, keywordMatch, rulesOf } from '../field-types'
import type { RawFilter, RawList, RawPeriod, RawResource, RawTab, RawTabs, RawView } from '../language/raw-resource'
import type { FormSection, ListFilter, ListSpec, ListTab, ListView, Resource } from '../language/resource'
import { type Field, type FilterMatch, fieldNamed, isInForm } from '../language/types'
import { placeholdersIn } from '../text/interpolate'
import { compileField } from './compile-field'
import { serialId, standardNames } from './standard-fields'

/** Returns the list of a resource with defaults filled in. */
export const compileList = (
  raw: RawList,
  { fields, key, display, parameters = [] }: ListContext,
): Omit<ListSpec, 'optionalColumns'> => {
  const filters = raw.filters ?? []
  const compiledFilters = filters.flatMap((filter) =>
    isPeriod(filter) ? compilePeriod(filter) : [compileFilter(filter, [...fields, ...parameters])],
  )
  const tabs = compileTabs(raw.tabs, fields)
  const columns = raw.columns ?? fields.filter(isDefaultColumn).map((field) => field.name)
  // If the database numbers the records, the default order is newest first.
  const defaultSort = { field: key[0] ?? serialId.name, order: key[0] === serialId.name ? 'DESC' : 'ASC' } as const
  return {
    columns,
    hidden: raw.hidden ?? [],
    secondLines: raw.secondLines ?? {},
    widths: raw.widths ?? {},
    filters: compiledFilters,
    quick: raw.quick ?? quickFilters(compiledFilters, tabs, fields),
    parameters: [
      ...filters.flatMap((filter) => (isPeriod(filter) ? periodParameters(filter, fields) : [])),
      ...parameters,
    ],
    tabs,
    views: (raw.views ?? []).map(compileView),
    totals: raw.totals ?? [],
    ...(raw.totalRules ? { totalRules: raw.totalRules } : {}),
    sort: raw.sort ? parseSort(raw.sort) : defaultSort,
    mobile: raw.mobile ? { secondary: [], ...raw.mobile } : mobileOf(columns, display, fields),
    search:
      raw.search ??
      placeholdersIn(display).filter((name) =>
        fields.some((field) => field.name === name && keywordMatch(field.type) !== undefined),
      ),
  }
}

/** The number of filters beside the search box for which there is space. */
const maxQuickFilters = 3

/** Returns the filters beside the search box: choices, references and dates, except the agreement and those of tabs. */
const quickFilters = (
  filters: readonly ListFilter[],
  tabs: readonly ListTab[],
  fields: readonly Field[],
): readonly string[] =>
  filters
    .map(({ field }) => field)
    .filter((name) => {
      const group = fieldNamed(fields, name)?.type
      return (
        group !== undefined &&
        ['choice', 'reference', 'time'].includes(rulesOf(group).group) &&
        name !== tenantFields.agreement &&
        !tabs.some(({ where }) => name in where)
      )
    })
    .slice(0, maxQuickFilters)

/** What a list is compiled with. `parameters` are those of rows that the server computes. */
interface ListContext extends Pick<Resource, 'fields' | 'key' | 'display'> {
  readonly parameters?: readonly Field[]
}

/** Returns the sections of the form. If none are declared, returns one section with all fields that forms show. */
export const compileForm = (raw: RawResource['form'], fields: readonly Field[]): readonly FormSection[] => {
  if (raw) return raw
  const names = fields.filter(isInForm).map((field) => field.name)
  return names.length > 0 ? [{ title: '基本資料', fields: names }] : []
}

/** Parses a sort field of a schema file. A leading minus means descending order. */
export const parseSort = (sort: string): ListSpec['sort'] =>
  sort.startsWith('-') ? { field: sort.slice(1), order: 'DESC' } : { field: sort, order: 'ASC' }

/**
 * Returns the default match of a filter: `exact` for a text with a pattern or a unique text, otherwise the first match
 * of the field type.
 */
export const defaultMatch = (field: Field): FilterMatch =>
  rulesOf(field.type).group === 'text' && (('pattern' in field && field.pattern) || field.unique)
    ? 'exact'
    : (rulesOf(field.type).matches[0] ?? 'exact')

const isDefaultColumn = (field: Field): boolean =>
  !field.detailOnly &&
  !rulesOf(field.type).hasLongValues &&
  !standardNames.includes(field.name) &&
  (isInForm(field) || field.type === 'count')

/** Checks whether a filter is a period of one of several dates. */
export const isPeriod = (filter: string | RawFilter | RawPeriod): filter is RawPeriod =>
  typeof filter === 'object' && 'period' in filter

/** The parameters of a period: its first and its last day. */
export const periodEnds = { from: 'StartDate', to: 'EndDate' } as const

/** Returns the filters of a period: the type of the date, and the range of days. */
const compilePeriod = ({ period, of, required, maxDays }: RawPeriod): readonly ListFilter[] => [
  { field: period, match: 'exact', ...(required ? { required } : {}) },
  {
    field: periodEnds.from,
    match: 'range',
    ...(required ? { required } : {}),
    ...(maxDays === undefined ? {} : { maxDays }),
    ends: periodEnds,
    ...(of ? { chosenBy: { parameter: period, fields: of } } : {}),
  },
]

const periodParameters = ({ period, label, enum: name, of }: RawPeriod, fields: readonly Field[]): readonly Field[] => {
  const labels = Object.fromEntries(Object.entries(of ?? {}).map(([code, field]) => [code, labelOf(field, fields)]))
  const context = { rawOf: () => ({}), file: {}, tenant: tenantFields.agreement }
  const type = compileField(period, { type: 'enum', label, ...(name ? { enum: name } : { options: labels }) }, context)
  const options = 'options' in type ? type.options.filter(([code]) => !of || code in of) : []
  return [
    { ...type, ...('options' in type ? { options } : {}) },
    compileField(periodEnds.from, { type: 'date', label: '期間' }, context),
  ]
}

const labelOf = (name: string, fields: readonly Field[]): string => fieldNamed(fields, name)?.label ?? name

const compileFilter = (filter: string | RawFilter, fields: readonly Field[]): ListFilter => {
  const { default: values, ...raw } = typeof filter === 'string' ? ({ field: filter } as RawFilter) : filter
  const field = fieldNamed(fields, raw.field)
  return {
    ...raw,
    match: raw.match ?? (field ? defaultMatch(field) : 'exact'),
    ...(values === undefined ? {} : { default: [values].flat() }),
  }
}

/** The label of the first tab where a list has a tab for each option of a field. */
export const labelOfAll = '全部'

const compileTabs = (tabs: RawList['tabs'] = [], fields: readonly Field[]): readonly ListTab[] =>
  (typeof tabs === 'string' ? [{ label: labelOfAll }, { each: tabs }] : tabs).flatMap((tab: RawTab | RawTabs) =>
    'each' in tab ? tabsOfField(tab.each, fields) : [tabOf(tab)],
  )

const tabOf = ({ label, where = {} }: RawTab): ListTab => ({
  label,
  where: Object.fromEntries(Object.entries(where).map(([name, values]) => [name, [values].flat()])),
})

const compileView = ({ sort, columns, opensFor = [], ...view }: RawView): ListView => ({
  ...tabOf(view),
  opensFor,
  ...(sort === undefined ? {} : { sort: parseSort(sort) }),
  ...(columns ? { columns } : {}),
})

const tabsOfField = (name: string, fields: readonly Field[]): readonly ListTab[] => {
  const field = fieldNamed(fields, name)
  const options = field && 'options' in field ? field.options : []
  return options.map(([code, label]) => ({ label, where: { [name]: [code] } }))
}

/**
 * Returns the default fields of the card that replaces a row on a narrow screen.
 * The first line is the last field of the display text that is also a column, usually a name.
 * The text at the right edge is the first column with a status.
 */
const mobileOf = (columns: readonly string[], display: string, fields: readonly Field[]): ListSpec['mobile'] => {
  const primary = placeholdersIn(display).findLast((name) => columns.includes(name)) ?? columns[0] ?? ''
  const tertiary = columns.find(
    (name) =>
      name.endsWith('Status') &&
      fields.some((field) => field.name === name && 'options' in field && !isMultiValued(field)),
  )
  const secondary = columns
    .filter(
      (name) => name !== primary && name !== tertiary && name !== tenantFields.agreement && name !== serialId.name,
    )
    .slice(0, 2)
  return { primary, secondary, ...(tertiary ? { tertiary } : {}) }
}
