import { rulesOf } from '../field-types'
import { hasList } from '../language/resource'
import type { Finding, Path } from '../language/shapes/shape'
import { fieldNamed } from '../language/types'
import type { AllSchemas, Check } from './check'
import { didYouMean, mustHave, notAResource, notImplemented, notOneOf, placeOf } from './check-messages'
import { type DeclaredSchema, namesAt, objectsAt, objectUnder } from './declared/declared-schema'
import { cannotFinding, fieldNameFindings, findingAt, missingFieldFindings } from './findings'

/** S701: a report has a list and no settings of forms, and other pages have no settings of reports. */
export const checkReportKind: Check = ({ raw, kind }) => {
  const isReport = kind === 'report'
  const missing = isReport ? ['list', 'report'].filter((key) => raw[key] === undefined) : []
  const forbidden = isReport ? keysNotForReport : ['parameters', 'report']
  return [
    ...missing.map((key) => findingAt('S701', [], mustHave("a page of kind 'report'", key))),
    ...forbidden
      .filter((key) => raw[key] !== undefined)
      .map((key) => cannotFinding('S701', [key], `be set for a page of kind '${kind}'`)),
    ...(isReport
      ? ['tabs', 'hidden']
          .filter((key) => objectUnder(raw, 'list')[key] !== undefined)
          .map((key) => cannotFinding('S701', ['list', key], `be set for a page of kind '${kind}'`))
      : []),
  ]
}

const keysNotForReport = [
  ...['form', 'detail', 'head', 'table', 'was', 'display', 'title', 'subtitle', 'related'],
  ...['actions', 'import', 'rules', 'allowedWhen'],
]

/** S702: the rows of a report are records of a resource, or the server computes them from parameters. */
export const checkReportRows: Check = ({ raw, kind }) => {
  if (kind !== 'report') return []
  if (raw.of === undefined && raw.fields === undefined)
    return [findingAt('S702', [], mustHave('a report', 'of', 'fields'))]
  if (raw.of !== undefined)
    return ['fields', 'key', 'tenant', 'parameters']
      .filter((key) => raw[key] !== undefined)
      .map((key) => cannotFinding('S702', [key], "be combined with 'of': the rows are records of that resource"))
  return [
    ...(raw.key === undefined ? [findingAt('S702', [], mustHave("a report with 'fields'", 'key'))] : []),
    ...(raw.where === undefined ? [] : [cannotFinding('S702', ['where'], "be set without 'of'")]),
  ]
}

/** S703, S209: subtotals name distinct fields of the rows whose values can be told apart. */
export const checkSubtotals: Check = (schema) =>
  subtotalFindings(schema, objectUnder(schema.raw, 'report').subtotals, ['report', 'subtotals'])

const subtotalFindings = (schema: DeclaredSchema, names: unknown, path: Path): Finding[] =>
  fieldNameFindings(schema, namesAt(names, path), 'S703', (name, place) => {
    const type = fieldNamed(schema.fields, name)?.type
    if (name.includes('.')) return [cannotFinding('S703', place, `be '${name}': it is a field of another record`)]
    const isUnsuitable = type && (rulesOf(type).hasListValues || rulesOf(type).canBeListed === false)
    return isUnsuitable ? [cannotFinding('S703', place, `be '${name}': it is of type '${type}'`)] : []
  })

/** S704: the figures of a report are parts of its list. */
export const checkReportTotals: Check = ({ raw }) => {
  const parts = objectsAt(objectUnder(objectUnder(raw, 'list'), 'totalRules').parts, []).map((part) =>
    String(part.raw.label),
  )
  return objectsAt(objectUnder(raw, 'report').totals, ['report', 'totals']).flatMap(
    ({ raw: total, path }): Finding[] => {
      const place = [...path, 'part']
      return typeof total.part !== 'string' || parts.includes(total.part)
        ? []
        : [
            findingAt(
              'S704',
              place,
              notOneOf(placeOf(place), total.part, 'a part of list.totalRules'),
              didYouMean(total.part, parts),
            ),
          ]
    },
  )
}

/** S705: each form of a report has a call of its page that returns a list, and shows fields of the rows. */
export const checkReportForms: Check = (schema, { project: { calls } }) => {
  const path: Path = ['report', 'calls', 'of']
  const forms = objectUnder(objectUnder(objectUnder(schema.raw, 'report'), 'calls'), 'of')
  return Object.keys(forms).flatMap((code): Finding[] => {
    const form = objectUnder(forms, code)
    const place = [...path, code, 'call']
    const call = calls?.[String(form.call)]
    return [
      ...(calls && !call
        ? [
            findingAt(
              'S705',
              place,
              notImplemented(placeOf(place), String(form.call), 'call is in src/contract'),
              didYouMean(String(form.call), Object.keys(calls)),
            ),
          ]
        : []),
      ...(call && (call.response !== 'list' || call.page !== schema.name)
        ? [cannotFinding('S705', place, `be '${form.call}': it returns no list of this page`)]
        : []),
      ...fieldNameFindings(schema, namesAt(form.columns, [...path, code, 'columns']), 'S705', () => []),
      ...subtotalFindings(schema, form.subtotals, [...path, code, 'subtotals']),
    ]
  })
}

/** S706: the page with the lines behind a figure has a list. */
export const checkReportLines: Check = ({ raw }, all) => {
  const { page: lines } = objectUnder(objectUnder(raw, 'report'), 'lines')
  if (typeof lines !== 'string' || all.unreadable.includes(lines)) return []
  const target = all.get(lines)
  const path = ['report', 'lines', 'page']
  if (!target) return [findingAt('S706', path, notAResource(placeOf(path), lines), didYouMean(lines, listNames(all)))]
  return hasList(target) && target.kind !== 'report'
    ? []
    : [cannotFinding('S706', path, `be '${lines}': it has no list`)]
}

const listNames = ({ schemas }: AllSchemas): readonly string[] => schemas.filter(hasList).map(({ name }) => name)

/** S707: headings are for fields of the rows or parameters. */
export const checkReportLabels: Check = (schema) =>
  Object.keys(objectUnder(objectUnder(schema.raw, 'report'), 'labels')).flatMap((name) =>
    missingFieldFindings('S707', name, ['report', 'labels', name], schema),
  )

/** S708: a list does not show its parameters, add them up or sort by them. */
export const checkReportParameters: Check = ({ raw, kind }) => {
  if (kind !== 'report') return []
  const parameters = Object.keys(objectUnder(raw, 'parameters'))
  const list = objectUnder(raw, 'list')
  const used = [
    ...['columns', 'totals', 'sort'].flatMap((key) => namesAt(list[key], ['list', key])),
    ...namesAt(objectUnder(raw, 'report').subtotals, ['report', 'subtotals']),
  ]
  return used
    .filter(({ name }) => parameters.includes(name.replace(/^-/, '')))
    .map(({ name, path }) => cannotFinding('S708', path, `be '${name}': it is a parameter, and rows do not have it`))
}
