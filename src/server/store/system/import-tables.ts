/** Counters, and rows of uploads that are not bills yet. */
export const importTables: readonly string[] = [
  // The last number given out, such as that of an agreement's bills in a month.
  `create table if not exists counter (
    name text primary key,
    value bigint not null
  )`,

  // Good rows of an upload, complete as bills, until they are published in one stroke.
  `create table if not exists bill_import_row (
    import_id bigint not null,
    row_no integer not null,
    vac_account text not null,
    bill jsonb not null,
    primary key (import_id, row_no)
  )`,
]
