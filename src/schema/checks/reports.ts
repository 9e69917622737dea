import { rulesOf } from '../field-types'
import { hasTable } from '../language/resource'
import type { Finding, Path, RawObject } from '../language/shapes/shape'
import type { AllSchemas, Check } from './check'
import { cannot, didYouMean, mustBe, mustHave, notAResource, notImplemented, placeOf, repeated } from './check-messages'
import { cannotAt, foundAt, mustBeField } from './findings'
import { conditionFindings } from './view/condition-findings'
import { conditionFieldNames } from './view/condition-view'
import { mustBeReportField, pascalCase, type ReportView, reportOf } from './view/report-view'
import { type DeclaredField, namesAt, objectsAt, part, type SchemaView } from './view/schema-view'

/** S701: a report has none of the settings of records, and other pages have no report. */
export const checkReportKind: Check = ({ raw, kind }) => {
  const forbidden = kind === 'report' ? recordKeys : ['parameters', 'report']
  return [
    ...(kind === 'report' && raw.report === undefined ? [foundAt('S701', [], mustHave("a page of kind 'report'", 'report'))] : []),
    ...forbidden.filter((key) => raw[key] !== undefined).map((key) => cannotAt('S701', [key], `be set for a page of kind '${kind}'`)),
  ]
}

const recordKeys = ['fields', 'list', 'form', 'head', 'key', 'tenant', 'display', 'table', 'actions', 'import', 'allowedWhen']

/** S702: the rows of a report come from a resource with a table, or from a call of the contract whose fields the file declares. */
export const checkReportSource: Check = (schema, all) => {
  const report = reportOf(schema, all)
  if (!report) return []
  const { of, call, fields } = report.raw
  const found = (path: Path, message: string, hint?: string): Finding[] => [foundAt('S702', ['report', ...path], message, hint)]
  if (of === undefined && call === undefined) return found([], mustHave('report', "of' or 'call"))
  if (of !== undefined && call !== undefined) return found(['call'], cannot('report', "have both 'of' and 'call'"))
  if (call === undefined)
    return [
      ...missingResource(report, all),
      ...(fields === undefined ? [] : [cannotAt('S702', ['report', 'fields'], "be combined with 'of': the fields are those of the resource")]),
    ]
  const known = all.known.endpoints
  return [
    ...(known && !known.includes(String(call))
      ? found(['call'], notImplemented('report.call', String(call), 'call is in src/contract/endpoints.ts'), didYouMean(String(call), known))
      : []),
    ...(fields === undefined ? found(['call'], mustHave('a report of a call', 'fields'), 'Declare the fields of its rows.') : []),
    ...['where', 'groupBy']
      .filter((key) => report.raw[key] !== undefined)
      .map((key) => cannotAt('S702', ['report', key], "be combined with 'call': the call filters and groups its rows itself")),
  ]
}

const missingResource = ({ raw, of }: ReportView, { schemas, unreadable }: AllSchemas): Finding[] => {
  const name = String(raw.of)
  if ((of && hasTable(of)) || unreadable.includes(name)) return []
  const names = schemas.filter((one) => hasTable(one)).map((one) => one.name)
  return [foundAt('S702', ['report', 'of'], notAResource('report.of', name), didYouMean(name, names))]
}

/** S703: a filter of the rows compares one of their fields with a parameter or with fixed values, by a match that the field supports. */
export const checkReportConditions: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return objectsAt(report?.raw.where, ['report', 'where']).flatMap(({ raw, path }) => {
    const field = report?.fields?.find(({ name }) => name === raw.field)
    const hasOneOperand = (raw.parameter === undefined) !== (raw.values === undefined)
    return [
      ...mustBeReportField('S703', raw.field, [...path, 'field'], report),
      ...(hasOneOperand ? [] : [foundAt('S703', path, `${placeOf(path)} must have either 'parameter' or 'values'.`)]),
      ...(typeof raw.parameter === 'string' ? mustBeField('S703', raw.parameter, [...path, 'parameter'], schema) : []),
      ...matchFindings(field, raw.match, path),
      ...monthFindings(raw, path, { report, schema, field }),
      ...conditionFindings({
        field: { name: '', path: [], raw: {}, type: undefined },
        purpose: 'when',
        condition: raw.when,
        path: [...path, 'when'],
        scope: schema,
        unavailable: [],
      }),
    ]
  })
}

const matchFindings = (field: DeclaredField | undefined, match: unknown, path: Path): Finding[] => {
  if (!field?.type || typeof match !== 'string' || match === 'exact' || match === 'month') return []
  const requiredMatch = match === 'contains' ? 'contains' : 'range'
  const { matches } = rulesOf(field.type)
  if (matches.some((one) => one === requiredMatch)) return []
  return [cannotAt('S703', [...path, 'match'], `be '${match}': '${field.name}' is of type '${field.type}'`)]
}

interface MonthContext {
  readonly report: ReportView | undefined
  readonly schema: SchemaView
  readonly field: DeclaredField | undefined
}

const monthFindings = (raw: RawObject, path: Path, { report, schema, field }: MonthContext): Finding[] => {
  const found = (reason: string): Finding[] => [cannotAt('S703', [...path, 'match'], reason)]
  const date = report?.dates.find(({ name }) => name === raw.field)
  if (date) {
    const hint = `Use '${date.of}' itself; "match": "month" matches the days of a month.`
    return [cannotAt('S703', [...path, 'field'], `be '${date.name}': it is derived from '${date.of}'`, hint)]
  }
  if (raw.match !== 'month') return []
  if (field?.type && !isDay(field)) return found(`be 'month': '${field.name}' is of type '${field.type}'`)
  const parameter = schema.declared.find(({ name }) => name === raw.parameter)
  return parameter?.type && parameter.type !== 'month' ? found(`be 'month': the parameter '${parameter.name}' is of type '${parameter.type}'`) : []
}

/** S707: a month is derived from a date or datetime field of the rows, a day from a datetime field, and its name is unique. */
export const checkReportDates: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return (report?.dates ?? []).flatMap(({ name, path, raw, of }): Finding[] => {
    const found = (message: string, hint?: string): Finding[] => [foundAt('S707', path, message, hint)]
    if ((raw.month === undefined) === (raw.day === undefined)) return found(`${placeOf(path)} must have either 'month' or 'day'.`)
    const source = report?.fields?.find((one) => one.name === of)
    const fits = !source?.type || (isDay(source) && (raw.day === undefined || source.type === 'datetime'))
    return [
      ...mustBeReportField('S707', of, path, report),
      ...(fits ? [] : found(cannot(placeOf(path), `be the ${raw.day === undefined ? 'month' : 'day'} of '${of}': it is of type '${source?.type}'`))),
      ...((report?.fields?.filter((one) => one.name === name).length ?? 0) > 1
        ? found(repeated(placeOf(path), name), 'The rows already have a field of that name.')
        : []),
      ...(pascalCase.test(name) ? [] : found(mustBe(placeOf(path), 'a name of letters and digits in PascalCase'))),
    ]
  })
}

const isDay = ({ type, raw }: DeclaredField): boolean => (type === 'date' || type === 'datetime') && raw.virtual !== true

/** S705: rows are grouped, subtotalled and sorted by fields that they have. */
export const checkReportOrder: Check = (schema, all) => {
  const report = reportOf(schema, all)
  if (!report) return []
  const grouped = report.groupBy.length > 0
  const shown = (name: string) => !grouped || report.groupBy.some((one) => one.name === name) || report.columns.some((one) => one.name === name)
  const ordered = [
    ...namesAt(report.raw.subtotals, ['report', 'subtotals']),
    ...namesAt(report.raw.sort, ['report', 'sort']).map(({ name, path }) => ({ name: name.replace(/^-/, ''), path })),
  ]
  return [
    ...report.groupBy.flatMap(({ name, path }) => [...mustBeReportField('S705', name, path, report), ...groupFindings(report, name, path)]),
    ...ordered.flatMap(({ name, path }): Finding[] => {
      const column = report.columns.find((one) => one.name === name && one.raw.field === undefined)
      if (column && !column.kinds.includes('value')) return []
      if (column) return [cannotAt('S705', path, `be '${name}': it is computed after the rows have been sorted`)]
      const missing = mustBeReportField('S705', name, path, report)
      return missing.length > 0 || shown(name) ? missing : [cannotAt('S705', path, `be '${name}': the rows are grouped by other fields`)]
    }),
  ]
}

const groupFindings = ({ fields }: ReportView, name: string, path: Path): Finding[] => {
  const field = fields?.find((one) => one.name === name)
  const kind =
    field?.raw.virtual === true
      ? 'virtual'
      : field?.type && (rulesOf(field.type).list || rulesOf(field.type).listed === false || field.type === 'count')
        ? `of type '${field.type}'`
        : ''
  return kind ? [cannotAt('S705', path, `group by '${name}': it is ${kind}`)] : []
}

/** S706: the two ends of a period are date parameters. */
export const checkReportPeriod: Check = (schema, all) => {
  const period = part(reportOf(schema, all)?.raw ?? {}, 'period')
  return ['from', 'to'].flatMap((end) => {
    const name = period[end]
    if (typeof name !== 'string') return []
    const path = ['report', 'period', end]
    const missing = mustBeField('S706', name, path, schema)
    const type = schema.declared.find((field) => field.name === name)?.type
    return missing.length > 0 || type === undefined || type === 'date' ? missing : [cannotAt('S706', path, `be '${name}': it is of type '${type}'`)]
  })
}

/** W921: every parameter of a report should be used in a condition. */
export const checkReportParameters: Check = (schema, all) => {
  const report = reportOf(schema, all)
  if (!report?.of) return []
  const used = objectsAt(report.raw.where, []).flatMap(({ raw }) => [raw.parameter, ...conditionFieldNames(raw.when)])
  return schema.declared
    .filter(({ name }) => !used.includes(name))
    .map(({ name, path }) => foundAt('W921', path, `${placeOf(path)} is unused: no condition in report.where uses '${name}'.`))
}
