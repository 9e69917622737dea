import { rulesOf } from '../field-types'
import type { ComparisonKind } from '../field-types/field-type'
import { hasTable } from '../language/resource'
import type { Finding, Path, RawObject } from '../language/shapes/shape'
import type { AllSchemas, Check } from './check'
import {
  cannot,
  didYouMean,
  isMisspelledIn,
  mustBe,
  mustHave,
  notAResource,
  notImplemented,
  placeOf,
  repeatedName,
} from './check-messages'
import { conditionFindings } from './declared/condition-findings'
import { conditionFieldNames } from './declared/declared-conditions'
import { type DeclaredReport, missingReportFieldFindings, pascalCase, reportOf } from './declared/declared-report'
import { type DeclaredField, type DeclaredSchema, namesAt, objectsAt, objectUnder } from './declared/declared-schema'
import { cannotFinding, findingAt, missingFieldFindings } from './findings'

/** S701: a report has none of the settings of records, and other pages have none of the settings of reports. */
export const checkReportKind: Check = ({ raw, kind }) => {
  const forbiddenKeys = kind === 'report' ? keysOfRecords : ['parameters', 'report']
  return [
    ...(kind === 'report' && raw.report === undefined
      ? [findingAt('S701', [], mustHave("a page of kind 'report'", 'report'))]
      : []),
    ...forbiddenKeys
      .filter((key) => raw[key] !== undefined)
      .map((key) => cannotFinding('S701', [key], `be set for a page of kind '${kind}'`)),
  ]
}

const keysOfRecords = [
  'fields',
  'list',
  'form',
  'detail',
  'head',
  'key',
  'tenant',
  'display',
  'table',
  'was',
  'actions',
  'import',
  'allowedWhen',
]

/**
 * S702: the rows of a report come from a resource with a table, or from a call of the contract whose fields the file
 * declares.
 */
export const checkReportSource: Check = (schema, all) => {
  const report = reportOf(schema, all)
  if (!report) return []
  const { of, call, fields } = report.raw
  const finding = (path: Path, message: string, hint?: string): Finding[] => [
    findingAt('S702', ['report', ...path], message, hint),
  ]
  if (of === undefined && call === undefined) return finding([], mustHave('report', 'of', 'call'))
  if (of !== undefined && call !== undefined) return finding(['call'], cannot('report', "have both 'of' and 'call'"))
  if (call === undefined)
    return [
      ...missingResourceFindings(report, all),
      ...(fields === undefined
        ? []
        : [cannotFinding('S702', ['report', 'fields'], "be combined with 'of': the fields are those of the resource")]),
    ]
  const { endpoints } = all.project
  return [
    ...(endpoints && !endpoints.includes(String(call))
      ? finding(
          ['call'],
          notImplemented('report.call', String(call), 'call is in src/contract/endpoints.ts'),
          didYouMean(String(call), endpoints),
        )
      : []),
    ...(fields === undefined
      ? finding(['call'], mustHave('a report of a call', 'fields'), 'Declare the fields of its rows.')
      : []),
    ...['where', 'groupBy']
      .filter((key) => report.raw[key] !== undefined)
      .map((key) =>
        cannotFinding('S702', ['report', key], "be combined with 'call': the call filters and groups its rows itself"),
      ),
  ]
}

const missingResourceFindings = ({ raw, source }: DeclaredReport, { schemas, unreadable }: AllSchemas): Finding[] => {
  const name = String(raw.of)
  if ((source && hasTable(source)) || unreadable.includes(name)) return []
  const names = schemas.filter((schema) => hasTable(schema)).map((schema) => schema.name)
  return [findingAt('S702', ['report', 'of'], notAResource('report.of', name), didYouMean(name, names))]
}

/**
 * S703: a condition in `where` compares a field of the rows with a parameter or with fixed values, by a match that the
 * field supports.
 */
export const checkReportConditions: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return objectsAt(report?.raw.where, ['report', 'where']).flatMap(({ raw, path }) => {
    const field = report?.fields?.find(({ name }) => name === raw.field)
    const hasOneOperand = (raw.parameter === undefined) !== (raw.values === undefined)
    return [
      ...missingReportFieldFindings('S703', raw.field, [...path, 'field'], report),
      ...(hasOneOperand ? [] : [findingAt('S703', path, `${placeOf(path)} must have either 'parameter' or 'values'.`)]),
      ...(typeof raw.parameter === 'string'
        ? missingFieldFindings('S703', raw.parameter, [...path, 'parameter'], schema)
        : []),
      ...matchFindings(field, raw.match, path),
      ...monthFindings(raw, path, { report, schema, field }),
      ...conditionFindings({ condition: raw.when, path: [...path, 'when'], scope: schema, unavailable: [] }),
    ]
  })
}

const matchFindings = (field: DeclaredField | undefined, match: unknown, path: Path): Finding[] => {
  if (!field?.type || typeof match !== 'string' || match === 'exact' || match === 'month') return []
  const requiredMatch = match === 'contains' ? 'contains' : 'range'
  const { matches } = rulesOf(field.type)
  if (matches.some((supported) => supported === requiredMatch)) return []
  return [cannotFinding('S703', [...path, 'match'], `be '${match}': '${field.name}' is of type '${field.type}'`)]
}

interface MonthContext {
  readonly report: DeclaredReport | undefined
  readonly schema: DeclaredSchema
  readonly field: DeclaredField | undefined
}

const monthFindings = (raw: RawObject, path: Path, { report, schema, field }: MonthContext): Finding[] => {
  const finding = (reason: string): Finding[] => [cannotFinding('S703', [...path, 'match'], reason)]
  const date = report?.dates.find(({ name }) => name === raw.field)
  if (date) {
    const hint = `Use '${date.sourceField}' itself; "match": "month" matches the days of a month.`
    return [
      cannotFinding('S703', [...path, 'field'], `be '${date.name}': it is derived from '${date.sourceField}'`, hint),
    ]
  }
  if (raw.match !== 'month') return []
  if (field?.type && !hasDay(field)) return finding(`be 'month': '${field.name}' is of type '${field.type}'`)
  const parameter = schema.declared.find(({ name }) => name === raw.parameter)
  return parameter?.type && rulesOf(parameter.type).comparedAs !== 'month'
    ? finding(`be 'month': the parameter '${parameter.name}' is of type '${parameter.type}'`)
    : []
}

/**
 * S707: a month is derived from a date or datetime field of the rows, a day from a datetime field, and the name of each
 * is unique.
 */
export const checkReportDates: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return (report?.dates ?? []).flatMap(({ name, path, raw, sourceField }): Finding[] => {
    const finding = (message: string, hint?: string): Finding[] => [findingAt('S707', path, message, hint)]
    if ((raw.month === undefined) === (raw.day === undefined))
      return finding(`${placeOf(path)} must have either 'month' or 'day'.`)
    const source = report?.fields?.find((candidate) => candidate.name === sourceField)
    const isSuitable =
      !source?.type || (hasDay(source) && (raw.day === undefined || rulesOf(source.type).comparedAs === 'datetime'))
    return [
      ...missingReportFieldFindings('S707', sourceField, path, report),
      ...(isSuitable
        ? []
        : finding(
            cannot(
              placeOf(path),
              `be the ${raw.day === undefined ? 'month' : 'day'} of '${sourceField}': it is of type '${source?.type}'`,
            ),
          )),
      ...((report?.fields?.filter((candidate) => candidate.name === name).length ?? 0) > 1
        ? finding(repeatedName(placeOf(path), name), 'The rows already have a field of that name.')
        : []),
      ...(pascalCase.test(name) ? [] : finding(mustBe(placeOf(path), 'a name of letters and digits in PascalCase'))),
    ]
  })
}

/** Checks whether a field is a stored date or datetime. */
const hasDay = ({ type, raw }: DeclaredField): boolean =>
  type !== undefined && dayKinds.includes(rulesOf(type).comparedAs) && raw.virtual !== true

const dayKinds: readonly (ComparisonKind | undefined)[] = ['date', 'datetime']

/** S705: rows are grouped, subtotalled and sorted by fields that they have. */
export const checkReportOrder: Check = (schema, all) => {
  const report = reportOf(schema, all)
  if (!report) return []
  const isGrouped = report.groupBy.length > 0
  const isShown = (name: string) =>
    !isGrouped ||
    report.groupBy.some((candidate) => candidate.name === name) ||
    report.columns.some((candidate) => candidate.name === name)
  const orderNames = [
    ...namesAt(report.raw.subtotals, ['report', 'subtotals']),
    ...namesAt(report.raw.sort, ['report', 'sort']).map(({ name, path }) => ({ name: name.replace(/^-/, ''), path })),
  ]
  return [
    ...report.groupBy.flatMap(({ name, path }) => [
      ...missingReportFieldFindings('S705', name, path, report),
      ...groupFindings(report, name, path),
    ]),
    ...orderNames.flatMap(({ name, path }): Finding[] => {
      const column = report.columns.find((candidate) => candidate.name === name && candidate.raw.field === undefined)
      if (column && !column.kinds.includes('value')) return []
      if (column) return [cannotFinding('S705', path, `be '${name}': it is computed after the rows have been sorted`)]
      const missing = missingReportFieldFindings('S705', name, path, report)
      return missing.length > 0 || isShown(name)
        ? missing
        : [cannotFinding('S705', path, `be '${name}': the rows are grouped by other fields`)]
    }),
  ]
}

const groupFindings = ({ fields }: DeclaredReport, name: string, path: Path): Finding[] => {
  const field = fields?.find((candidate) => candidate.name === name)
  const reason = field && ungroupableReason(field)
  return reason ? [cannotFinding('S705', path, `group by '${name}': ${reason}`)] : []
}

const ungroupableReason = ({ raw, type }: DeclaredField): string | undefined => {
  if (raw.virtual === true) return 'it is virtual'
  const isUngroupable = type && (rulesOf(type).hasListValues || rulesOf(type).canBeListed === false || type === 'count')
  return isUngroupable ? `it is of type '${type}'` : undefined
}

/** S706: the two ends of a period are date parameters. */
export const checkReportPeriod: Check = (schema, all) => {
  const period = objectUnder(reportOf(schema, all)?.raw ?? {}, 'period')
  return ['from', 'to'].flatMap((end) => {
    const name = period[end]
    if (typeof name !== 'string') return []
    const path = ['report', 'period', end]
    const missing = missingFieldFindings('S706', name, path, schema)
    const type = schema.declared.find((field) => field.name === name)?.type
    return missing.length > 0 || type === undefined || rulesOf(type).comparedAs === 'date'
      ? missing
      : [cannotFinding('S706', path, `be '${name}': it is of type '${type}'`)]
  })
}

/** W921: every parameter of a report should be used in a condition. */
export const checkReportParameters: Check = (schema, all) => {
  const report = reportOf(schema, all)
  if (!report?.source) return []
  const conditionNames = objectsAt(report.raw.where, []).flatMap(({ raw }) => [
    raw.parameter,
    ...conditionFieldNames(raw.when),
  ])
  const usedNames = conditionNames.filter((name) => typeof name === 'string')
  const parameterNames = schema.declared.map(({ name }) => name)
  return schema.declared
    .filter(({ name }) => !usedNames.includes(name) && !isMisspelledIn(name, usedNames, parameterNames))
    .map(({ name, path }) =>
      findingAt('W921', path, `${placeOf(path)} is unused: no condition in report.where uses '${name}'.`),
    )
}
