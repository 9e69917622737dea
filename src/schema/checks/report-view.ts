import { isObject, type Path, type RawObject } from '../shape/shape'
import type { AllSchemas } from './check'
import { type FieldView, fieldViews, namesAt, part, type SchemaView } from './view'

/** A report as its file says it, however wrong the rest of the file may be. */
export interface ReportView {
  readonly raw: RawObject
  /** The page whose records are read; undefined for a call, or a name that nobody declares. */
  readonly of: SchemaView | undefined
  /** What a row may hold; undefined where nobody knows. */
  readonly fields: readonly FieldView[] | undefined
  readonly groupBy: readonly { readonly name: string; readonly path: Path }[]
  readonly columns: readonly ReportColumnView[]
}

/** A column of a report: a field, or a sum or count with a name of its own. */
export interface ReportColumnView {
  readonly path: Path
  readonly said: RawObject
  readonly name: string
}

/** Reads the report of a file; undefined where it declares none. */
export const reportOf = (schema: SchemaView, all: AllSchemas): ReportView | undefined => {
  if (schema.kind !== 'report' || !isObject(schema.raw.report)) return undefined
  const raw = part(schema.raw, 'report')
  const of = typeof raw.of === 'string' ? all.get(raw.of) : undefined
  return {
    raw,
    of,
    fields: of?.fields ?? (isObject(raw.fields) ? fieldViews(raw.fields, ['report', 'fields']) : undefined),
    groupBy: namesAt(raw.groupBy, ['report', 'groupBy']),
    columns: columnsIn(raw.columns),
  }
}

/** The objects of a list, with the place of each. */
export const objectsAt = (value: unknown, path: Path): { readonly said: RawObject; readonly path: Path }[] =>
  (Array.isArray(value) ? value : []).flatMap((said: unknown, index) => (isObject(said) ? [{ said, path: [...path, index] }] : []))

const columnsIn = (columns: unknown): ReportColumnView[] =>
  (Array.isArray(columns) ? columns : []).flatMap((column: unknown, index): ReportColumnView[] => {
    const said = typeof column === 'string' ? { field: column } : isObject(column) ? column : undefined
    return said ? [{ path: ['report', 'columns', index], said, name: String(said.name ?? said.field ?? said.sum ?? 'Count') }] : []
  })
