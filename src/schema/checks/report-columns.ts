import { rulesOf } from '../field-types'
import { type ReportTotal, reportAggregates, reportTotals } from '../language/report'
import type { Finding, Path } from '../language/shapes/shape'
import { expressionLeaves } from '../rules/expression'
import type { Check } from './check'
import { cannot, didYouMean, notOneOf, placeOf } from './check-messages'
import { cannotAt, foundAt, mustBeAt, mustSayAt, twiceAt } from './findings'
import { faultsOf } from './view/condition-faults'
import { whensOf } from './view/condition-view'
import { isExpression, wrongKinds } from './view/expression-kinds'
import { optionsOf } from './view/field-value'
import { columnKinds, mustBeOfRow, pascalCase, type ReportColumnView, type ReportView, reportOf } from './view/report-view'
import { type FieldView, facetsOfView, part } from './view/schema-view'

/** S704: a column is a field that rows can show, a figure of groups, or a value; no two have one name. */
export const checkReportColumns: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return (report?.columns ?? []).flatMap((column, index): Finding[] => [
    ...columnFaults(column, report),
    ...(report?.columns.slice(0, index).some(({ name }) => name === column.name) ? [twiceAt('S704', column.path, column.name)] : []),
  ])
}

const columnFaults = (column: ReportColumnView, report: ReportView | undefined): Finding[] => {
  const { said, path, kinds } = column
  const found = (why: string, at: Path = path): Finding[] => [foundAt('S704', at, cannot(placeOf(path), why))]
  const [kind = ''] = kinds
  if (kinds.length !== 1) return [foundAt('S704', path, `${placeOf(path)} must say just one of ${listed(columnKinds)}.`)]
  const needless = Object.keys(said).find((key) => !allowed(kind).includes(key) && allKeys.includes(key))
  const own = needless === undefined ? [] : found(`say '${needless}' beside '${kind}'`, [...path, needless])
  if (kind === 'value')
    return [
      ...own,
      ...['name', 'label', 'as'].filter((key) => said[key] === undefined).map((key) => mustSayAt('S704', path, key)),
      ...nameFaults(column, report),
    ]
  return [...own, ...(kind === 'field' ? fieldFaults(column, report) : figureFaults(column, report))]
}

const allKeys = ['field', 'label', 'total', 'name', 'where', 'as', 'value', ...reportAggregates]

const allowed = (kind: string): readonly string[] => {
  if (kind === 'field') return ['field', 'label', 'total']
  return kind === 'value' ? ['value', 'as', 'name', 'label', 'total'] : [kind, 'name', 'label', 'total', 'where']
}

const nameFaults = ({ said, path }: ReportColumnView, report: ReportView | undefined): Finding[] => {
  if (typeof said.name !== 'string') return []
  const at = [...path, 'name']
  if (!pascalCase.test(said.name)) return [mustBeAt('S704', at, 'a name of letters and digits in PascalCase')]
  const taken = report?.fields?.some(({ name }) => name === said.name)
  return taken ? [twiceAt('S704', at, said.name, 'The rows have a field of that name.')] : []
}

const fieldFaults = ({ said, path }: ReportColumnView, report: ReportView | undefined): Finding[] => {
  const field = report?.fields?.find(({ name }) => name === said.field)
  const grouped = (report?.groupBy.length ?? 0) > 0 && !report?.groupBy.some(({ name }) => name === said.field)
  return [
    ...mustBeOfRow('S704', said.field, path, report),
    ...(field && grouped ? [cannotAt('S704', path, `show '${said.field}': the rows are grouped by other fields`)] : []),
    ...(field?.type && rulesOf(field.type).listed === false ? [cannotAt('S704', path, `show '${said.field}': it is of type '${field.type}'`)] : []),
  ]
}

const figureFaults = ({ said, path, kinds: [kind = ''] }: ReportColumnView, report: ReportView | undefined): Finding[] => {
  const found = (why: string, hint?: string): Finding[] => [cannotAt('S704', path, why, hint)]
  if ((report?.groupBy.length ?? 0) === 0) return found(`say '${kind}' without 'groupBy': there is one record in each row`)
  const where = Object.entries(part(said, 'where')).flatMap(([name, values]) => whereFaults(name, values, [...path, 'where', name], report))
  if (kind === 'count') return where
  const field = report?.fields?.find(({ name }) => name === said[kind])
  const fits = !field || suits[kind]?.(field)
  return [
    ...mustBeOfRow('S704', said[kind], [...path, kind], report),
    ...(fits ? [] : found(`${words[kind]} '${said[kind]}': it is of type '${field?.type}'`, suitable[kind])),
    ...where,
  ]
}

const whereFaults = (name: string, values: unknown, path: Path, report: ReportView | undefined): Finding[] => {
  const options = optionsOf(report?.fields?.find((field) => field.name === name))
  const stranger = options && Array.isArray(values) ? values.find((value) => !options.includes(String(value))) : undefined
  return [
    ...mustBeOfRow('S704', name, path, report),
    ...(stranger === undefined
      ? []
      : [foundAt('S704', path, notOneOf(placeOf(path), String(stranger), `a value of '${name}'`), didYouMean(String(stranger), options ?? []))]),
  ]
}

/** S708: a value is computed from its line: the fields of the record or the group, and the columns before it. */
export const checkReportValues: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return (report?.columns ?? []).flatMap(({ said, path }, index) => {
    const { value } = said
    if (!isExpression(value)) return []
    const known = lineFields(report, index)
    const conditions = whensOf(value, [...path, 'value']).flatMap((when) =>
      known ? faultsOf({ ...when, field: computedView(said), purpose: 'when', around: { name: 'report', fields: known }, without: ['role', 'today'] }) : [],
    )
    const leaves = expressionLeaves(value).flatMap(({ name, asked }): Finding[] => {
      const at = [...path, 'value']
      const field = known?.find((one) => one.name === name)
      if (asked !== 'field') return [cannotAt('S708', at, `ask '${asked}' of '${name}': a line has no lists`)]
      if (known && !field) return notInLine(name, at, known, report)
      return field?.type && (rulesOf(field.type).list || rulesOf(field.type).listed === false)
        ? [cannotAt('S708', at, `calculate with '${name}': it is of type '${field.type}'`)]
        : []
    })
    // A missing field is reported once.
    return leaves.length > 0 || !known ? [...leaves, ...conditions] : [...conditions, ...wrongKinds({ ...computedView(said), path }, value, known)]
  })
}

const notInLine = (name: string, path: Path, known: readonly FieldView[], report: ReportView | undefined): Finding[] => {
  const names = known.map((field) => field.name)
  const later = report?.columns.some((column) => column.name === name)
  const hint = later ? `The column '${name}' stands behind it: put it before.` : didYouMean(name, names)
  return [cannotAt('S708', path, `look at '${name}': its line does not hold it`, hint)]
}

/** Returns the fields of a line at a column; undefined where they are unknown. */
const lineFields = (report: ReportView | undefined, index: number): readonly FieldView[] | undefined => {
  if (!report?.fields) return undefined
  const grouped = report.groupBy.map(({ name }) => name)
  const own = report.fields.filter(({ name }) => grouped.length === 0 || grouped.includes(name))
  const before = report.columns.filter(({ kinds: [kind = ''] }, place) => kind !== 'field' && (kind !== 'value' || place < index))
  return [...own, ...before.map((column) => figureView(column, report))]
}

const figureView = ({ name, path, said, kinds: [kind = ''] }: ReportColumnView, { fields }: ReportView): FieldView => {
  if (kind === 'value') return { ...computedView(said), path }
  const of = kind === 'min' || kind === 'max' ? fields?.find((field) => field.name === said[kind]) : undefined
  return of ? { ...of, name } : { name, path, raw: {}, type: 'integer' }
}

/** S709: a total is one that its column can have. */
export const checkReportTotals: Check = (schema, all) => {
  const report = reportOf(schema, all)
  return (report?.columns ?? []).flatMap(({ said, path, kinds: [kind = ''] }): Finding[] => {
    const total = said.total === true ? 'sum' : said.total
    if (!isTotal(total) || total === 'count') return []
    const at = [...path, 'total']
    const found = (why: string, hint?: string): Finding[] => [cannotAt('S709', at, why, hint)]
    if (total === 'value') return kind === 'value' ? [] : found("be 'value': the column has no expression", "Say its 'value', or a total of another kind.")
    if (kind === 'value' || kind === 'field') {
      const field = kind === 'value' ? computedView(said) : report?.fields?.find(({ name }) => name === said.field)
      return !field?.type || suits[total]?.(field) !== false
        ? []
        : found(`${words[total]} '${field.name}': it is of type '${field.raw.as ?? field.type}'`, suitable[total])
    }
    const usual = kind === 'count' ? 'sum' : kind
    return total === usual || said.total === true
      ? []
      : found(`be '${total}': the figure is another one`, 'Leave it out: totals go on as the figure does. false = none.')
  })
}

const computedView = (said: ReportColumnView['said']): FieldView => ({ name: String(said.name), path: [], raw: said, type: 'computed' })

const compares = (field: FieldView): boolean => field.type === undefined || facetsOfView(field).compares !== undefined

const suits: Readonly<Record<string, (field: FieldView) => boolean>> = {
  sum: (field) => field.type === undefined || facetsOfView(field).number?.sums === true,
  average: (field) => field.type === undefined || facetsOfView(field).number !== undefined,
  min: compares,
  max: compares,
}

const isTotal = (total: unknown): total is ReportTotal => reportTotals.some((one) => one === total)

const suitable: Readonly<Record<string, string>> = {
  sum: 'Amounts and whole numbers add up.',
  average: 'Amounts, percentages and whole numbers have an average.',
  min: 'Numbers, amounts, days and times have a least one.',
  max: 'Numbers, amounts, days and times have a greatest one.',
}

const words: Readonly<Record<string, string>> = { sum: 'add up', average: 'take the average of', min: 'take the least of', max: 'take the greatest of' }

const listed = (names: readonly string[]): string =>
  names
    .map((name) => `'${name}'`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')
