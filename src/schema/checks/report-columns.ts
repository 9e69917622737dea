import { rulesOf } from '../field-types'
import { type ReportTotal, reportAggregates, reportTotals } from '../language/report'
import type { Finding, Path } from '../language/shapes/shape'
import { expressionLeaves } from '../rules/expression'
import type { Check } from './check'
import { didYouMean, placeOf } from './check-messages'
import { conditionFindings } from './declared/condition-findings'
import { nestedConditions } from './declared/declared-conditions'
import {
  columnKinds,
  type DeclaredReport,
  type DeclaredReportColumn,
  missingReportFieldFindings,
  pascalCase,
  reportOf,
  rowsName,
} from './declared/declared-report'
import { type DeclaredField, facetsOfDeclared, objectUnder } from './declared/declared-schema'
import { isExpression, wrongKindFindings } from './declared/expression-kinds'
import {
  cannotFinding,
  fieldValueFindings,
  findingAt,
  mustBeFinding,
  mustHaveFinding,
  repeatedFinding,
} from './findings'

/**
 * S704: a column shows a field of the rows, an aggregate of a group, or a computed value.
 * No two columns have the same name.
 */
export const checkReportColumns: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return (report?.columns ?? []).flatMap((column, index): Finding[] => [
    ...columnFindings(column, report),
    ...(report?.columns.slice(0, index).some(({ name }) => name === column.name)
      ? [repeatedFinding('S704', column.path, column.name)]
      : []),
  ])
}

const columnFindings = (column: DeclaredReportColumn, report: DeclaredReport | undefined): Finding[] => {
  const { raw, path, kinds } = column
  const [kind = ''] = kinds
  if (kinds.length !== 1)
    return [
      findingAt(
        'S704',
        path,
        `${placeOf(path)} must have exactly one of ${columnKinds.map((key) => `'${key}'`).join(', ')}.`,
      ),
    ]
  const wrongKey = Object.keys(raw).find((key) => !allowedKeys(kind).includes(key) && allKeys.includes(key))
  const wrongKeyFindings =
    wrongKey === undefined ? [] : [cannotFinding('S704', [...path, wrongKey], `be combined with '${kind}'`)]
  if (kind === 'value')
    return [
      ...wrongKeyFindings,
      ...['name', 'label', 'as']
        .filter((key) => raw[key] === undefined)
        .map((key) => mustHaveFinding('S704', path, key)),
      ...nameFindings(column, report),
    ]
  return [
    ...wrongKeyFindings,
    ...(kind === 'field' ? fieldFindings(column, report) : aggregateFindings(column, report)),
  ]
}

// Other keys are not checked here, because the language of schema files rejects them.
const allKeys = ['field', 'label', 'total', 'name', 'where', 'as', 'value', ...reportAggregates]

const allowedKeys = (kind: string): readonly string[] => {
  if (kind === 'field') return ['field', 'label', 'total']
  return kind === 'value' ? ['value', 'as', 'name', 'label', 'total'] : [kind, 'name', 'label', 'total', 'where']
}

const nameFindings = ({ raw, path }: DeclaredReportColumn, report: DeclaredReport | undefined): Finding[] => {
  if (typeof raw.name !== 'string') return []
  const keyPath = [...path, 'name']
  if (!pascalCase.test(raw.name)) return [mustBeFinding('S704', keyPath, 'a name of letters and digits in PascalCase')]
  const isTaken = report?.fields?.some(({ name }) => name === raw.name)
  return isTaken ? [repeatedFinding('S704', keyPath, raw.name, 'The rows already have a field of that name.')] : []
}

const fieldFindings = ({ raw, path }: DeclaredReportColumn, report: DeclaredReport | undefined): Finding[] => {
  const field = report?.fields?.find(({ name }) => name === raw.field)
  const isGroupedByOthers = (report?.groupBy.length ?? 0) > 0 && !report?.groupBy.some(({ name }) => name === raw.field)
  return [
    ...missingReportFieldFindings('S704', raw.field, path, report),
    ...(field && isGroupedByOthers
      ? [cannotFinding('S704', path, `show '${raw.field}': the rows are grouped by other fields`)]
      : []),
    ...(field?.type && rulesOf(field.type).canBeListed === false
      ? [cannotFinding('S704', path, `show '${raw.field}': it is of type '${field.type}'`)]
      : []),
  ]
}

const aggregateFindings = (
  { raw, path, kinds: [kind = ''] }: DeclaredReportColumn,
  report: DeclaredReport | undefined,
): Finding[] => {
  const finding = (reason: string, hint?: string): Finding[] => [cannotFinding('S704', path, reason, hint)]
  if ((report?.groupBy.length ?? 0) === 0) return finding(`have '${kind}' without 'groupBy': each row is one record`)
  const whereFindings = report?.fields
    ? fieldValueFindings('S704', objectUnder(raw, 'where'), [...path, 'where'], {
        fields: report.fields,
        name: rowsName(report),
      })
    : []
  if (kind === 'count') return whereFindings
  const field = report?.fields?.find(({ name }) => name === raw[kind])
  const isSuitable = !field || aggregations[kind]?.canAggregate(field)
  return [
    ...missingReportFieldFindings('S704', raw[kind], [...path, kind], report),
    ...(isSuitable
      ? []
      : finding(
          `${aggregations[kind]?.verb} '${raw[kind]}': it is of type '${field?.type}'`,
          aggregations[kind]?.hint,
        )),
    ...whereFindings,
  ]
}

/**
 * S708: a value is computed only from its own line, that is, from the fields of the record or group, the aggregates,
 * and the values of earlier columns.
 */
export const checkReportValues: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return (report?.columns ?? []).flatMap(({ raw, path }, index) => {
    const { value } = raw
    if (!isExpression(value)) return []
    const available = lineFields(report, index)
    const findingsInConditions = nestedConditions(value, [...path, 'value']).flatMap((when) =>
      available
        ? conditionFindings({
            ...when,
            scope: { name: 'report', fields: available },
            unavailable: ['user', 'today'],
          })
        : [],
    )
    const findingsInFields = expressionLeaves(value).flatMap(({ name, use }): Finding[] => {
      const keyPath = [...path, 'value']
      const field = available?.find((candidate) => candidate.name === name)
      if (use !== 'field') return [cannotFinding('S708', keyPath, `use '${use}' on '${name}': a line has no lists`)]
      if (available && !field) return notInLineFindings(name, keyPath, available, report)
      return field?.type && (rulesOf(field.type).hasListValues || rulesOf(field.type).canBeListed === false)
        ? [cannotFinding('S708', keyPath, `calculate with '${name}': it is of type '${field.type}'`)]
        : []
    })
    // The kinds of the values are checked only if no field has been reported, so that no mistake is reported twice.
    return findingsInFields.length > 0 || !available
      ? [...findingsInFields, ...findingsInConditions]
      : [...findingsInConditions, ...wrongKindFindings({ ...valueField(raw), path }, value, available)]
  })
}

const notInLineFindings = (
  name: string,
  path: Path,
  available: readonly DeclaredField[],
  report: DeclaredReport | undefined,
): Finding[] => {
  const names = available.map((field) => field.name)
  const isLater = report?.columns.some((column) => column.name === name)
  const hint = isLater ? `Move the column '${name}' before this one.` : didYouMean(name, names)
  return [cannotFinding('S708', path, `use '${name}': its line does not contain it`, hint)]
}

/** Returns the fields, aggregates and values that the column at `index` can use; undefined if they are unknown. */
const lineFields = (report: DeclaredReport | undefined, index: number): readonly DeclaredField[] | undefined => {
  if (!report?.fields) return undefined
  const groupNames = report.groupBy.map(({ name }) => name)
  const rowFields = report.fields.filter(({ name }) => groupNames.length === 0 || groupNames.includes(name))
  // The server computes all aggregates first, and then the values from left to right.
  const computedColumns = report.columns.filter(
    ({ kinds: [kind = ''] }, position) => kind !== 'field' && (kind !== 'value' || position < index),
  )
  return [...rowFields, ...computedColumns.map((column) => computedColumnField(column, report))]
}

/** Returns a column with an aggregate or a value as a field, so that the checks of expressions apply to it. */
const computedColumnField = (
  { name, path, raw, kinds: [kind = ''] }: DeclaredReportColumn,
  { fields }: DeclaredReport,
): DeclaredField => {
  if (kind === 'value') return { ...valueField(raw), path }
  // A minimum or maximum has the type of its field; sums, counts and averages are numbers.
  const source = kind === 'min' || kind === 'max' ? fields?.find((field) => field.name === raw[kind]) : undefined
  return source ? { ...source, name } : { name, path, raw: {}, type: 'integer' }
}

/** S709: the total of a column suits the type of the column. */
export const checkReportTotals: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return (report?.columns ?? []).flatMap(({ raw, path, kinds: [kind = ''] }): Finding[] => {
    const total = raw.total === true ? 'sum' : raw.total
    if (!isTotal(total) || total === 'count') return []
    const keyPath = [...path, 'total']
    const finding = (reason: string, hint?: string): Finding[] => [cannotFinding('S709', keyPath, reason, hint)]
    if (total === 'value')
      return kind === 'value'
        ? []
        : finding("be 'value': the column has no expression", "Add 'value' to the column, or choose another total.")
    if (kind === 'value' || kind === 'field') {
      const field = kind === 'value' ? valueField(raw) : report?.fields?.find(({ name }) => name === raw.field)
      return !field?.type || aggregations[total]?.canAggregate(field) !== false
        ? []
        : finding(
            `${aggregations[total]?.verb} '${field.name}': it is of type '${field.raw.as ?? field.type}'`,
            aggregations[total]?.hint,
          )
    }
    const defaultTotal = kind === 'count' ? 'sum' : kind
    return total === defaultTotal || raw.total === true
      ? []
      : finding(
          `be '${total}': the column has '${kind}'`,
          'Remove "total" for the default total, or set it to false for no total.',
        )
  })
}

/** Returns a column with an expression as a computed field. */
const valueField = (raw: DeclaredReportColumn['raw']): DeclaredField => ({
  name: String(raw.name),
  path: [],
  raw,
  type: 'computed',
})

const hasOrder = (field: DeclaredField): boolean =>
  field.type === undefined || facetsOfDeclared(field).comparedAs !== undefined

/**
 * Each aggregate of values, with its verb in messages, the hint for unsuitable fields, and the test whether a field is
 * suitable.
 */
const aggregations: Readonly<
  Record<
    string,
    { readonly verb: string; readonly hint: string; readonly canAggregate: (field: DeclaredField) => boolean }
  >
> = {
  sum: {
    verb: 'add up',
    hint: 'Amounts and whole numbers can be added up.',
    canAggregate: (field) => field.type === undefined || facetsOfDeclared(field).numberKind?.isSummable === true,
  },
  average: {
    verb: 'take the average of',
    hint: 'Amounts, percentages and whole numbers have an average.',
    canAggregate: (field) => field.type === undefined || facetsOfDeclared(field).numberKind !== undefined,
  },
  min: {
    verb: 'take the minimum of',
    hint: 'Numbers, amounts, dates and times have a minimum.',
    canAggregate: hasOrder,
  },
  max: {
    verb: 'take the maximum of',
    hint: 'Numbers, amounts, dates and times have a maximum.',
    canAggregate: hasOrder,
  },
}

const isTotal = (total: unknown): total is ReportTotal => reportTotals.some((candidate) => candidate === total)
