// Even an `alter table` that has nothing to do waits for everybody who uses the table, such as a dump of it, and lets nobody else in meanwhile: so it is asked first.

/** Adds a column to a table that older portals made without it. */
export const addColumn = (table: string, column: string, definition: string): string =>
  unless(`select 1 from ${attribute(table, column)}`, `alter table ${table} add column ${column} ${definition}`)

/** Keeps the values of a column as they are, instead of trying to pack them. */
export const storeUnpacked = (table: string, column: string): string =>
  unless(`select 1 from ${attribute(table, column)} and attstorage = 'e'`, `alter table ${table} alter column ${column} set storage external`)

const attribute = (table: string, column: string): string => `pg_attribute where attrelid = '${table}'::regclass and attname = '${column}'`

const unless = (found: string, statement: string): string => `do $$ begin if not exists (${found}) then ${statement}; end if; end $$`
