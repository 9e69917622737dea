import { sql } from 'kysely'
import { hasTable } from '../../schema/language/resource'
import type { Field, FieldBase } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Db } from '../ports'

/**
 * A part of the stored data that the server checks once, when it starts: the values of a field, an orphaned column, or
 * an orphaned table.
 * It checks the part again only if its rules have changed.
 */
export interface StoredPart {
  readonly table: string
  /** The name of the field, the path of a field of list items, the quoted name of the column, or empty for a table. */
  readonly name: string
  /**
   * The rules as JSON; empty for orphaned columns and tables.
   * If they differ from those of the previous check, the part is checked again.
   */
  readonly rules: string
}

/**
 * Returns the fields of the schemas with their rules, including the fields of list items.
 * The label and the help text of a field are not rules.
 */
export const fieldParts = (schemas: SchemaSet): readonly StoredPart[] =>
  schemas.resources
    .filter(hasTable)
    .flatMap(({ table, fields }) => fields.flatMap((field) => partsOf(field).map((part) => ({ table, ...part }))))

const partsOf = (field: Field): readonly Omit<StoredPart, 'table'>[] => {
  if (field.type !== 'rows') return [{ name: field.name, rules: rulesText(field) }]
  const { fields, dependsOn: _dependsOn, ...list } = field
  return [
    { name: field.name, rules: rulesText(list) },
    {
      name: orphanedItemsPartName(field.name),
      rules: JSON.stringify(fields.map(({ name, was }) => [name, was]).sort()),
    },
    ...fields.map((itemField) => ({ name: itemPartName(field.name, itemField.name), rules: rulesText(itemField) })),
  ]
}

const rulesText = ({ label: _label, help: _help, ...rules }: FieldBase): string => JSON.stringify(rules)

/** Returns the name of the part that contains the values of a field of list items. */
export const itemPartName = (list: string, field: string): string => `${list}.${field}`

/** Returns the name of the part that contains the values of list items that belong to no field. */
export const orphanedItemsPartName = (list: string): string => itemPartName(list, '*')

/** Returns the parts that a previous start has checked with the same rules. */
export const findCheckedParts = async (db: Db, parts: readonly StoredPart[]): Promise<readonly StoredPart[]> => {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass(quote_ident(current_schema()) || '.accepted_rules') is not null as exists`.execute(db)
  if (!tables[0]?.exists) return []
  const { rows } = await sql<{ position: number }>`
    select r.position from accepted_rules a join (${queryWithDigests(parts)}) r using (table_name, field, rules)`.execute(
    db,
  )
  return rows.flatMap(({ position }) => parts[position] ?? [])
}

/**
 * Records that these parts have been checked, in the table `accepted_rules`, and deletes its rows for all other parts.
 */
export const recordCheckedParts = async (db: Db, parts: readonly StoredPart[]): Promise<void> => {
  await sql`
    with parts as (${queryWithDigests(parts)}),
      deleted as (delete from accepted_rules where (table_name, field) not in (select table_name, field from parts))
    insert into accepted_rules (table_name, field, rules) select table_name, field, rules from parts
    on conflict (table_name, field) do update set rules = excluded.rules where accepted_rules.rules <> excluded.rules`.execute(
    db,
  )
}

/** Returns a query that selects the parts, each with its position in the list and a digest of its rules. */
const queryWithDigests = (parts: readonly StoredPart[]) => {
  const rows = parts.map(({ table, name, rules }, position) => ({
    position,
    table_name: table,
    field: name,
    text: rules,
  }))
  return sql`
    select position, table_name, field, encode(sha256(convert_to(text, 'UTF8')), 'hex') as rules
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (position integer, table_name text, field text, text text)`
}
