import type { TextVariants } from '../language/action'
import type { RawList, RawResource } from '../language/raw-resource'
import type { Resource } from '../language/resource'
import type { RawObject } from '../language/shapes/shape'
import type { Condition, Operation } from '../language/types'
import { conditionFields } from '../rules/condition'
import { totalRuleFields } from '../rules/list-filters'
import { placeholdersIn } from '../text/interpolate'
import { currencyField } from '../text/value-text'
import { isPeriod } from './compile-list'
import { columnName } from './names'
import { standardNames } from './standard-fields'

/** Returns the file of a view with the parts of the detail page of its records that it does not declare, if it has one. */
export const withDetailPage = (file: RawResource, { title, subtitle, head, form, detail }: RawResource): RawResource =>
  operationsOfView(file).includes('get')
    ? {
        ...(title && { title }),
        ...(subtitle && { subtitle }),
        ...(head && { head }),
        ...(form && { form }),
        ...(detail && { detail }),
        ...file,
      }
    : file

const operationsOfView = ({ endpoints }: RawResource): readonly Operation[] => endpoints?.operations ?? ['list']

/**
 * Returns the content of a view's file, completed from the file of its records: with key, tenant and table, and with
 * the fields that the view uses, which become read-only.
 */
export const viewFile = (
  file: RawResource,
  source: RawResource,
  { key, tenant }: Pick<Resource, 'key' | 'tenant'>,
): RawResource => {
  const display = file.display ?? source.display ?? key.map((part) => `{${part}}`).join(' ')
  const usedNames = [
    ...key,
    tenant,
    ...placeholdersIn(display),
    ...Object.keys(file.where ?? {}),
    ...namesInView(file),
    currencyField,
  ]
  const fields = Object.entries(source.fields ?? {}).filter(([field]) => usedNames.includes(field))
  return {
    ...file,
    key,
    tenant,
    table: source.table ?? columnName(file.of ?? ''),
    display,
    fields: Object.fromEntries(fields.map(([field, settings]) => [field, readOnlySettings(settings, usedNames)])),
    form: file.form ?? [],
    endpoints: { ...file.endpoints, operations: operationsOfView(file) },
  }
}

// A field that is shown under a condition is always shown where the view lacks a field of the condition.
const readOnlySettings = (
  { unique: _, shownWhen, ...settings }: RawObject,
  usedNames: readonly string[],
): RawObject => {
  const isKept =
    shownWhen !== undefined && conditionFields(shownWhen as Condition).every((name) => usedNames.includes(name))
  return { ...settings, required: false, readOnly: true, ...(isKept ? { shownWhen } : {}) }
}

/** Returns the names of the fields that a view uses in its list, on its detail page, in its actions and in its report. */
export const namesInView = (file: RawResource): readonly string[] => [
  ...listFieldNames(file.list ?? {}),
  ...(file.report?.subtotals ?? []),
  ...detailPageNames(file),
  ...Object.values(file.actions ?? {}).flatMap(({ allowedWhen, confirm, success, failure, text }) => [
    ...(allowedWhen ? conditionFields(allowedWhen) : []),
    ...[confirm, success, failure, text].flatMap(textsOf).flatMap(placeholdersIn),
  ]),
  ...(file.actions ? ['UpdateTime'] : []),
  ...(operationsOfView(file).includes('get') ? standardNames : []),
]

/** Returns the names of the fields on the detail page of a view that are not among those of its list. */
export const detailPageNames = (
  { title = '', subtitle = '', head = [], form = [], detail = [] }: RawResource,
  listed: readonly string[] = [],
): readonly string[] =>
  [...placeholdersIn(title + subtitle), ...head, ...[...form, ...detail].flatMap(({ fields }) => fields)].filter(
    (name) => !listed.includes(name),
  )

/** Returns the names of the fields that a list uses. */
export const listFieldNames = ({
  columns = [],
  filters = [],
  totals = [],
  totalRules = {},
  sort = '',
  mobile,
  search = [],
}: RawList): readonly string[] => [
  ...columns,
  ...filters.flatMap((filter) =>
    typeof filter === 'string' ? [filter] : isPeriod(filter) ? Object.values(filter.of ?? {}) : [filter.field],
  ),
  sort.replace(/^-/, ''),
  ...(mobile ? [mobile.primary, ...(mobile.secondary ?? []), mobile.tertiary ?? ''] : []),
  ...totals,
  ...totalRuleFields(totalRules),
  ...search,
]

const textsOf = (template: string | TextVariants | undefined): readonly string[] =>
  typeof template === 'object' ? [template.one, template.many] : [template ?? '']
