import { rulesOf } from '../field-types'
import { type Finding, isText, type Path, type ProblemId, type RawObject } from '../language/shapes/shape'
import { type FilterMatch, fieldNamed } from '../language/types'
import { labelOfAll } from '../load/compile-list'
import type { Check } from './check'
import { notOneOf, placeOf } from './check-messages'
import {
  type DeclaredField,
  type DeclaredSchema,
  filtersOf,
  namesAt,
  objectsAt,
  objectUnder,
} from './declared/declared-schema'
import { literalProblem, optionLabelsOf, optionsOf } from './declared/field-value'
import { cannotFinding, findingAt, missingFieldFindings } from './findings'

/** S216: the default of a filter consists of values of its field, and the filter compares with whole values. */
export const checkFilterDefaults: Check = (schema) =>
  objectsAt(objectUnder(schema.raw, 'list').filters, ['list', 'filters']).flatMap(({ raw, path }): Finding[] => {
    const field = fieldNamed(schema.fields, String(raw.field))
    return raw.default === undefined || !field
      ? []
      : valuesFindings('S216', { field, match: raw.match, values: raw.default, path: [...path, 'default'] })
  })

/** S217: tabs set filters to values of their fields, and have different labels. */
export const checkTabs: Check = (schema) => {
  const tabs = declaredTabsOf(schema)
  return tabs.flatMap(({ raw, path, labels }, index): Finding[] => {
    const earlier = tabs.slice(0, index).flatMap((tab) => tab.labels)
    return [
      ...(raw.each === undefined ? [] : eachFindings(schema, String(raw.each), path)),
      ...Object.entries(objectUnder(raw, 'where')).flatMap(([name, values]) =>
        whereFindings('S217', schema, { name, values, path: [...path, 'where', name] }),
      ),
      ...labels
        .filter((label) => earlier.includes(label))
        .map((label) =>
          raw.each === undefined
            ? cannotFinding('S217', [...path, 'label'], `be '${label}': another tab has this label`)
            : cannotFinding('S217', path, `be '${raw.each}': another tab has the label '${label}' of an option`),
        ),
    ]
  })
}

/**
 * S219: views set filters to values of their fields, sort by and show columns, and have different names; a list opens for
 * a role with one view.
 */
export const checkViews: Check = (schema) => {
  const list = objectUnder(schema.raw, 'list')
  const views = objectsAt(list.views, ['list', 'views'])
  const isColumn = (name: string) => !Array.isArray(list.columns) || list.columns.includes(name)
  return views.flatMap(({ raw, path }, index): Finding[] => {
    const earlier = views.slice(0, index)
    const columns = namesAt(raw.columns, [...path, 'columns'])
    const sort = isText(raw.sort) ? [{ name: raw.sort.replace(/^-/, ''), path: [...path, 'sort'] }] : []
    return [
      ...Object.entries(objectUnder(raw, 'where')).flatMap(([name, values]) =>
        whereFindings('S219', schema, { name, values, path: [...path, 'where', name] }),
      ),
      ...[...sort, ...columns].flatMap(({ name, path: place }) => {
        const missing = missingFieldFindings('S219', name, place, schema)
        return missing.length > 0 || isColumn(name)
          ? missing
          : [cannotFinding('S219', place, `name '${name}': it is not a column`)]
      }),
      ...(earlier.some((view) => view.raw.label === raw.label)
        ? [cannotFinding('S219', [...path, 'label'], `be '${raw.label}': another view has this name`)]
        : []),
      ...namesAt(raw.opensFor, [...path, 'opensFor'])
        .filter(({ name }) =>
          earlier.some((view) => namesAt(view.raw.opensFor, []).some((other) => other.name === name)),
        )
        .map(({ name, path: place }) =>
          cannotFinding('S219', place, `name '${name}': the list opens with another view for this role`),
        ),
    ]
  })
}

/** A tab as a file declares it, or the tabs of all options of a field, with the place and the labels of the tabs. */
interface DeclaredTab {
  readonly raw: RawObject
  readonly path: Path
  readonly labels: readonly string[]
}

const declaredTabsOf = (schema: DeclaredSchema): readonly DeclaredTab[] => {
  const { tabs } = objectUnder(schema.raw, 'list')
  const path = ['list', 'tabs']
  const tabsOf = (each: unknown, eachPath: Path): DeclaredTab => ({
    raw: { each },
    path: eachPath,
    labels: optionLabelsOf(fieldNamed(schema.fields, String(each))),
  })
  if (isText(tabs)) return [{ raw: {}, path, labels: [labelOfAll] }, tabsOf(tabs, path)]
  return objectsAt(tabs, path).map(({ raw, path: tabPath }) =>
    raw.each === undefined
      ? { raw, path: tabPath, labels: isText(raw.label) ? [raw.label] : [] }
      : tabsOf(raw.each, [...tabPath, 'each']),
  )
}

const eachFindings = (schema: DeclaredSchema, name: string, path: Path): Finding[] => {
  const field = fieldNamed(schema.fields, name)
  const findings = filterFindings('S217', schema, name, path)
  return findings.length > 0 || !field?.type || optionsOf(field)
    ? findings
    : [cannotFinding('S217', path, `be '${name}': it is of type '${field.type}', which has no options`)]
}

const whereFindings = (
  id: ProblemId,
  schema: DeclaredSchema,
  { name, values, path }: { readonly name: string; readonly values: unknown; readonly path: Path },
): Finding[] => {
  const findings = filterFindings(id, schema, name, path)
  const field = fieldNamed(schema.fields, name)
  const match = filtersOf(schema).find((filter) => filter.name === name)?.match
  return findings.length > 0 || !field ? findings : valuesFindings(id, { field, match, values, path })
}

const filterFindings = (id: ProblemId, schema: DeclaredSchema, name: string, path: Path): Finding[] => {
  const missing = missingFieldFindings(id, name, path, schema)
  if (missing.length > 0) return missing
  if (name.includes('.')) return [cannotFinding(id, path, `set '${name}': it is a field of another record`)]
  return filtersOf(schema).some((filter) => filter.name === name)
    ? []
    : [cannotFinding(id, path, `set '${name}': the list has no filter of this field`)]
}

interface FilterValues {
  readonly field: DeclaredField
  readonly match: unknown
  readonly values: unknown
  readonly path: Path
}

const valuesFindings = (
  id: ProblemId,
  { field, match = defaultMatchOf(field), values, path }: FilterValues,
): Finding[] => {
  if (!field.type) return []
  const all: readonly unknown[] = [values].flat()
  if (match !== 'in' && match !== 'exact')
    return [cannotFinding(id, path, `be set: the match of '${field.name}' is '${match}'`)]
  if (match === 'exact' && all.length !== 1)
    return [cannotFinding(id, path, `have ${all.length} values: the match of '${field.name}' is 'exact'`)]
  return all.flatMap((value) => valueFindings(id, field, value, path))
}

const valueFindings = (id: ProblemId, field: DeclaredField, value: unknown, path: Path): Finding[] => {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  const hint = isScalar ? literalProblem(field, value) : 'Use a text, a number, true or false.'
  return hint === undefined
    ? []
    : [findingAt(id, path, notOneOf(placeOf(path), String(value), `a value of '${field.name}'`), hint)]
}

const defaultMatchOf = ({ type, raw }: DeclaredField): FilterMatch | undefined => {
  if (!type) return undefined
  const { group, matches } = rulesOf(type)
  return group === 'text' && (raw.pattern !== undefined || raw.unique === true) ? 'exact' : matches[0]
}
