import { sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { Db } from '../ports'
import { conversionOf } from './conversions'
import { existingColumnName, existingTableName, existingTables } from './existing-tables'
import { columnType, tableNames } from './table-definition'

/** The result of a conversion: the types of the column, and the number of records whose value would change. If that number is not zero, nothing was converted. */
export interface ConvertedColumn {
  readonly from: string
  readonly to: string
  readonly lossyCount: number
}

/** Converts the column of a field to the type of the field if every stored value stays the same; returns undefined if the field has no column, or if no conversion between the types exists. */
export const convertColumn = (db: Db, { resource, field }: { resource: Resource; field: Field }): Promise<ConvertedColumn | undefined> =>
  db.transaction().execute(async (trx) => {
    const existing = await existingTables(trx)
    const table = existingTableName(tableNames(resource), existing)
    const columns = existing.tables.get(table ?? '')
    const column = columns && existingColumnName({ name: columnName(field.name), was: field.was && columnName(field.was) }, columns)
    const from = columns?.get(column ?? '')?.type
    const to = columnType(field)
    if (table === undefined || column === undefined || from === undefined || to === null) return undefined
    if (from === to) return { from, to, lossyCount: 0 }
    const conversion = conversionOf(column, from, to)
    if (!conversion) return undefined
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} is not null and not (${conversion.isLossless})`.execute(trx)
    const lossyCount = Number(rows[0]?.count ?? 0)
    if (lossyCount === 0)
      await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} type ${sql.raw(to)} using ${sql.raw(conversion.value)}`.execute(trx)
    return { from, to, lossyCount }
  })
