import type { RawBuilder, SqlBool } from 'kysely'

/** The values on which the expression of a virtual field may depend in addition to the record. */
export interface VirtualContext {
  /** The current date in Taipei. */
  readonly today: string
  /** The id of the user who makes the call. */
  readonly actor: string
}

/** Returns the SQL of a column of the record. */
type ColumnSql = (name: string) => RawBuilder<unknown>

/**
 * Returns the SQL expression of a virtual field, which has no column and is computed from the columns of the record.
 */
export type SqlExpression = (column: ColumnSql, context: VirtualContext) => RawBuilder<unknown>

/** A virtual field: its SQL, and how lists find records by its values. */
export interface VirtualField {
  readonly sql: SqlExpression
  /** The sum of the values in a row of the tally of the resource. Absent = the column of the field's name. */
  readonly tallied?: SqlExpression
  /** A list that filters by a virtual field without such a filter must read all records. */
  readonly filter?: VirtualFilter
}

/**
 * Translates a filter by a virtual field into a filter by an indexed stored value, with a further condition if the
 * stored value alone does not determine the value of the field.
 */
export interface VirtualFilter {
  /** Returns the SQL of the stored value in the table of the resource. */
  readonly storedValueSql: (column: ColumnSql) => RawBuilder<unknown>
  /**
   * `table` contains the agreement (`apply_code`), the `serial_id` and the stored value of each record; `column` is the
   * column of the stored value in it.
   */
  readonly index: { readonly table: string; readonly column: string }
  /** Returns the stored values that records with this value of the field can have. */
  readonly storedValues: (value: unknown) => readonly unknown[]
  /** Returns the condition that records with these stored values must also satisfy; null if there is none. */
  readonly furtherCondition: (column: ColumnSql, value: unknown, context: VirtualContext) => RawBuilder<SqlBool> | null
}
