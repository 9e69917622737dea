import type { RawBuilder, SqlBool } from 'kysely'

/** The values on which an expression may depend besides its record. */
interface VirtualContext {
  /** The current date in Taipei. */
  readonly today: string
  /** The calling user. */
  readonly actor: string
}

type Column = (name: string) => RawBuilder<unknown>

/** The SQL expression of a field without a column, computed from the columns of the same record. */
export type SqlExpression = (column: Column, context: VirtualContext) => RawBuilder<unknown>

/** How lists find the records with a value of a virtual field: by a stored value, and perhaps a further condition. */
export interface VirtualFilter {
  /** The stored value, computed from the columns of the record. */
  readonly storedValue: (column: Column) => RawBuilder<unknown>
  /** The table that has the agreement (`apply_code`), the stored value and the `serial_id` of each record. Its index finds the records of a page. */
  readonly index: { readonly table: string; readonly column: string }
  /** Returns the stored values that records with this value of the field may have. */
  readonly storedValues: (value: unknown) => readonly unknown[]
  /** Returns the further condition for a value of the field; null if there is none. */
  readonly furtherCondition: (column: Column, value: unknown, context: VirtualContext) => RawBuilder<SqlBool> | null
}
