import { reportAggregates } from '../../language/report'
import { type Finding, isObject, type Path, type RawObject } from '../../language/shapes/shape'
import type { AllSchemas } from '../check'
import { missingFieldFindings } from '../findings'
import { type DeclaredField, type DeclaredSchema, declaredFieldsIn, namesAt, objectUnder } from './declared-schema'

/** A report as its file declares it, readable even if the rest of the file has mistakes. */
export interface DeclaredReport {
  readonly raw: RawObject
  /**
   * The resource whose records the report reads; undefined if it reads the rows of a call, or if the name is unknown.
   */
  readonly source: DeclaredSchema | undefined
  /** The fields of a row, including its derived dates; undefined if they are unknown. */
  readonly fields: readonly DeclaredField[] | undefined
  readonly dates: readonly DeclaredReportDate[]
  readonly groupBy: readonly { readonly name: string; readonly path: Path }[]
  readonly columns: readonly DeclaredReportColumn[]
}

/** A column of a report: a field, or an aggregate or a computed value with its own name. */
export interface DeclaredReportColumn {
  readonly path: Path
  readonly raw: RawObject
  readonly name: string
  /** The keys of the column that determine its kind. A valid column has exactly one. */
  readonly kinds: readonly string[]
}

/** A field that the report adds to its rows: the month or day of another field, whose name is `sourceField`. */
export interface DeclaredReportDate extends DeclaredField {
  readonly sourceField: string
}

/** Matches names in PascalCase, the form of field names. */
export const pascalCase = /^[A-Z][A-Za-z0-9]*$/

/** The keys that determine the kind of a column. */
export const columnKinds: readonly string[] = ['field', ...reportAggregates, 'value']

/** Reads the report of a file; undefined if it declares none. */
export const reportOf = (schema: DeclaredSchema, all: AllSchemas): DeclaredReport | undefined => {
  if (schema.kind !== 'report' || !isObject(schema.raw.report)) return undefined
  const raw = objectUnder(schema.raw, 'report')
  const source = typeof raw.of === 'string' ? all.get(raw.of) : undefined
  const rowFields =
    source?.fields ?? (isObject(raw.fields) ? declaredFieldsIn(raw.fields, ['report', 'fields']) : undefined)
  const dates = datesIn(raw.dates)
  return {
    raw,
    source,
    fields: rowFields && [...rowFields, ...dates],
    dates,
    groupBy: namesAt(raw.groupBy, ['report', 'groupBy']),
    columns: columnsIn(raw.columns),
  }
}

const datesIn = (dates: unknown): DeclaredReportDate[] =>
  Object.entries(isObject(dates) ? dates : {}).flatMap(([name, raw]): DeclaredReportDate[] => {
    if (!isObject(raw)) return []
    const type = raw.month === undefined ? 'date' : 'month'
    return [
      {
        name,
        path: ['report', 'dates', name],
        raw: { ...raw, type, readOnly: true },
        type,
        sourceField: String(raw.month ?? raw.day ?? ''),
      },
    ]
  })

const columnsIn = (columns: unknown): DeclaredReportColumn[] =>
  (Array.isArray(columns) ? columns : []).flatMap((column: unknown, index): DeclaredReportColumn[] => {
    const raw = typeof column === 'string' ? { field: column } : isObject(column) ? column : undefined
    if (!raw) return []
    const kinds = columnKinds.filter((key) => raw[key] !== undefined)
    // The keys `field`, `sum`, `min`, `max` and `average` contain the name of a field.
    const fieldName = kinds[0] === 'count' || kinds[0] === 'value' ? undefined : raw[kinds[0] ?? 'field']
    return [{ path: ['report', 'columns', index], raw, name: String(raw.name ?? fieldName ?? 'Count'), kinds }]
  })

/** Returns the name that messages use for the rows of a report: the name of their resource, or `report`. */
export const rowsName = ({ raw, source }: DeclaredReport): string =>
  isObject(raw.fields) || !source ? 'report' : source.name

/** Returns a finding if the name is not a field of the rows; none if the fields are unknown. */
export const missingReportFieldFindings = (
  id: Finding['id'],
  name: unknown,
  path: Path,
  report: DeclaredReport | undefined,
): Finding[] => {
  if (typeof name !== 'string' || !report?.fields) return []
  return missingFieldFindings(id, name, path, { fields: report.fields, name: rowsName(report) })
}
