import { sql } from 'kysely'
import { isEmpty } from '../../schema/condition'
import type { ReferenceField, Resource, Row } from '../../schema/types'
import type { RecordContext } from './context'
import { columnOf, fromTable } from './select'

/** A sentence where the chain upwards comes back to the record or the levels, those below it included, are too many. */
export const depthError = async (context: RecordContext, resource: Resource, field: ReferenceField, row: Row): Promise<string | null> => {
  const self = row[field.by]
  const above = [row[field.name]]
  for (
    let parent = await parentOf(context, resource, field, row, above.at(-1));
    !isEmpty(parent);
    parent = await parentOf(context, resource, field, row, parent)
  ) {
    above.push(parent)
    if (above.includes(self) || above.length > 50) break
  }
  if (above.includes(self)) return `${field.label}不能是自己或自己的下層。`
  const levels = above.length + 1 + (await levelsBelow(context, resource, field, row, [self], field.maxDepth ?? 0))
  return levels > (field.maxDepth ?? levels) ? `${field.label}最多 ${field.maxDepth} 層，這樣會變成 ${levels} 層。` : null
}

const parentOf = async (context: RecordContext, resource: Resource, field: ReferenceField, row: Row, child: unknown): Promise<unknown> => {
  const { rows } = await sql<{ parent: unknown }>`
    select ${columnOf(field.name)} as parent
    ${fromTable(resource)}
    where ${columnOf(field.by)} = ${child} and ${sameAs(field, row)}`.execute(context.db)
  return rows[0]?.parent ?? null
}

const levelsBelow = async (
  context: RecordContext,
  resource: Resource,
  field: ReferenceField,
  row: Row,
  parents: readonly unknown[],
  room: number,
): Promise<number> => {
  if (room <= 0) return 0
  const { rows } = await sql<{ child: unknown }>`
    select ${columnOf(field.by)} as child
    ${fromTable(resource)}
    where ${columnOf(field.name)} in (${sql.join(parents)}) and ${sameAs(field, row)}`.execute(context.db)
  if (rows.length === 0) return 0
  return (
    1 +
    (await levelsBelow(
      context,
      resource,
      field,
      row,
      rows.map(({ child }) => child),
      room - 1,
    ))
  )
}

const sameAs = (field: ReferenceField, row: Row) =>
  field.same.length
    ? sql.join(
        field.same.map((name) => sql`${columnOf(name)} = ${row[name]}`),
        sql` and `,
      )
    : sql`true`
