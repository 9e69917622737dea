import { isReference } from '../field-types'
import type { ReportTotal } from '../language/report'
import type { FieldValues, ReportResource, TotalRules } from '../language/resource'
import { type Field, fieldNamed, type RecordValues } from '../language/types'
import { currencyField, currencyOf, isMoney, valueText } from '../text/value-text'

/** A line of a report: a row, a subtotal after its rows, or a total at the end. */
export interface ReportLine {
  readonly kind: 'row' | 'subtotal' | 'total'
  /** Heading of a subtotal or total; empty for a row. */
  readonly text: string
  /** The row, or the sums of a subtotal or total with their currency. */
  readonly values: RecordValues
  /** The values that all rows of a subtotal have, by field; empty for other lines. */
  readonly group: RecordValues
  /** The figure that a subtotal or total shows; absent for a row. */
  readonly total?: ReportTotal
}

/**
 * Makes the lines of a report from its rows, which come in the order of the report.
 * Screen, paper and files use it, so they show the same figures.
 * Amounts of different currencies are never added.
 */
export interface ReportLineMaker {
  /** Returns the lines that are complete with these rows. */
  push(rows: readonly RecordValues[]): readonly ReportLine[]
  /** Returns the last subtotals and the totals. */
  end(): readonly ReportLine[]
}

/** Returns a maker of lines that has seen no row. */
export const reportLines = (resource: ReportResource): ReportLineMaker => {
  const levels = subtotalLevels(resource)
  const figures = figuresOf(resource)
  const whole: Sums = new Map()
  let last: RecordValues | undefined
  const closeFrom = (depth: number, row: RecordValues): readonly ReportLine[] =>
    levels
      .slice(depth)
      .toReversed()
      .flatMap(({ field, isInner, names, sums }) => {
        const isSubtotal = !isInner || valueText(field, row) !== ''
        const lines = sumLines(resource, valuesOf(figures, sums), {
          kind: 'subtotal',
          group: Object.fromEntries(names.map((name) => [name, row[name]])),
          groupText: valueText(field, row) || '（空白）',
        })
        sums.clear()
        return isSubtotal ? lines : []
      })
  return {
    push: (rows) =>
      rows.flatMap((row) => {
        const changed = last === undefined ? -1 : levels.findIndex(({ names }) => differs(row, last, names))
        const closed = last === undefined || changed === -1 ? [] : closeFrom(changed, last)
        for (const sums of [whole, ...levels.map((level) => level.sums)]) addRow(sums, row, figures)
        last = row
        return [...closed, { kind: 'row', text: '', values: withSign(row, resource), group: {} }]
      }),
    end: () =>
      last === undefined
        ? []
        : [...closeFrom(0, last), ...sumLines(resource, valuesOf(figures, whole), { kind: 'total', group: {} })],
  }
}

/**
 * Returns a row with the amounts as the totals count them: a reversal is negative.
 * Where a column shows the sign, the amounts stay as they are.
 */
const withSign = (row: RecordValues, { list }: ReportResource): RecordValues => {
  const negative = list.totalRules?.negative
  if (!negative || !hasOneOf(row, negative) || Object.keys(negative).some((name) => list.columns.includes(name)))
    return row
  const signed = list.totals.map((name) => [name, typeof row[name] === 'number' ? 0 - row[name] : row[name]])
  return { ...row, ...Object.fromEntries(signed) }
}

const differs = (row: RecordValues, other: RecordValues | undefined, names: readonly string[]): boolean =>
  names.some((name) => row[name] !== other?.[name])

/** A field with subtotals: the fields that tell its groups apart, with those of the outer groups, and the sums so far. */
interface SubtotalLevel {
  readonly field: Field
  /** Whether its groups are parts of another group. Then rows without a value have no subtotal of their own. */
  readonly isInner: boolean
  readonly names: readonly string[]
  readonly sums: Sums
}

const subtotalLevels = ({ report, fields }: ReportResource): readonly SubtotalLevel[] => {
  const grouping = report.subtotals.flatMap((name) => fieldNamed(fields, name) ?? [])
  return grouping.map((field, depth) => ({
    field,
    isInner: depth > 0,
    names: [...new Set(grouping.slice(0, depth + 1).flatMap(fieldsIdentifyingValueOf))],
    sums: new Map(),
  }))
}

/**
 * Returns the names of the fields that together identify a value: for a reference also the fields in `same`, because
 * its code is unique only together with them.
 */
export const fieldsIdentifyingValueOf = (field: Field): readonly string[] =>
  isReference(field) ? [...new Set([...field.same, field.name])] : [field.name]

/** A figure, with the rows that it counts and the names of the amounts that it adds up. */
interface Figure {
  readonly total: ReportTotal
  readonly where: FieldValues
  readonly rules: TotalRules
  readonly names: readonly string[]
}

/** The counts and amounts of rows by currency, in the order of the figures. */
type Sums = Map<string, readonly FigureSums[]>
interface FigureSums {
  count: number
  readonly amounts: number[]
}

const figuresOf = ({ report, list: { totals: names, totalRules: rules = {} } }: ReportResource): readonly Figure[] =>
  report.totals.map((total) => ({
    total,
    names,
    rules,
    where: rules.parts?.find(({ label }) => label === total.part)?.where ?? {},
  }))

const addRow = (sums: Sums, row: RecordValues, figures: readonly Figure[]): void => {
  const currency = currencyOf(row)
  const ofCurrency =
    sums.get(currency) ?? figures.map(({ names }): FigureSums => ({ count: 0, amounts: names.map(() => 0) }))
  sums.set(currency, ofCurrency)
  figures.forEach(({ names, rules, where }, index) => {
    const figure = ofCurrency[index]
    if (!figure || isExcepted(row, rules) || !hasOneOf(row, where)) return
    const sign = rules.negative && hasOneOf(row, rules.negative) ? -1 : 1
    figure.count += 1
    names.forEach((name, place) => {
      figure.amounts[place] = (figure.amounts[place] ?? 0) + sign * Number(row[name] ?? 0)
    })
  })
}

const isExcepted = (row: RecordValues, { except = [] }: TotalRules): boolean =>
  except.some((values) =>
    Object.entries(values).every(([name, allowed]) =>
      allowed === 'filled' ? (row[name] ?? null) !== null : allowed.includes(String(row[name])),
    ),
  )

const hasOneOf = (row: RecordValues, values: FieldValues): boolean =>
  Object.entries(values).every(([name, allowed]) => allowed.includes(String(row[name])))

/** The value of a figure in one currency. */
interface FigureValue {
  readonly total: ReportTotal
  readonly currency: string
  readonly count: number
  readonly amounts: RecordValues
}

const valuesOf = (figures: readonly Figure[], sums: Sums): readonly FigureValue[] =>
  figures.flatMap(({ total, names }, index) =>
    [...sums].map(([currency, ofCurrency]) => ({
      total,
      currency,
      count: ofCurrency[index]?.count ?? 0,
      amounts: Object.fromEntries(names.map((name, place) => [name, ofCurrency[index]?.amounts[place] ?? 0])),
    })),
  )

/** The number of the records of a result, its currency and its sums by field, as list calls return them. */
export interface ResultTotal {
  readonly Count: number
  readonly Parts?: readonly { readonly Label: string; readonly Count: number; readonly [field: string]: unknown }[]
  readonly [field: string]: unknown
}

/**
 * Returns the lines at the end of a report for the totals of the whole result, as its list call returns them, for a
 * screen that does not read all rows.
 */
export const totalLines = (resource: ReportResource, totals: readonly ResultTotal[]): readonly ReportLine[] => {
  const values = figuresOf(resource).flatMap(({ total, names }) =>
    totals.flatMap((whole): readonly FigureValue[] => {
      const sums = total.part === undefined ? whole : whole.Parts?.find(({ Label }) => Label === total.part)
      if (!sums) return []
      const amounts = Object.fromEntries(names.map((name) => [name, sums[name]]))
      return [{ total, currency: currencyOf(whole), count: sums.Count, amounts }]
    }),
  )
  return sumLines(resource, values, { kind: 'total', group: {} })
}

/** What the lines of the same rows have in common. */
interface SumLine extends Pick<ReportLine, 'kind' | 'group'> {
  readonly groupText?: string
}

const sumLines = (
  resource: ReportResource,
  values: readonly FigureValue[],
  { kind, group, groupText = '' }: SumLine,
): readonly ReportLine[] => {
  const hasCurrencies = new Set(values.map(({ currency }) => currency)).size > 1
  return values.flatMap(({ total, currency, count, amounts }) => {
    const heading = kind === 'total' ? total.label : total.subtotal
    if (heading === undefined) return []
    const parts = [
      `${heading}${groupText && `：${groupText}`}${hasCurrencies ? `（${currency}）` : ''}`,
      ...(countsRows(resource) ? [`${count.toLocaleString('en')} 筆`] : []),
    ]
    return [
      { kind, text: parts.join('　'), values: { ...amounts, [currencyField]: currency, Count: count }, group, total },
    ]
  })
}

// The number of rows is not shown where they are groups, whose own numbers of records are added up.
const countsRows = ({ fields, list: { totals } }: ReportResource): boolean =>
  totals.every((name) => {
    const field = fieldNamed(fields, name)
    return !field || isMoney(field)
  })
