/** By which expressions the computed values of a table were made, so that a start after a changed file can make them anew. */
export const computedTable: readonly string[] = [
  `create table if not exists computed_state (
    table_name text primary key,
    -- The expressions of every value in the table; null before the first time.
    made_by text,
    -- The expressions by which the values are being made, and the key of the last record that is done.
    pending text,
    reached jsonb
  )`,
]
