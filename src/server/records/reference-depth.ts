import { sql } from 'kysely'
import { isEmpty } from '../../schema/condition'
import type { Resource } from '../../schema/resource'
import type { ReferenceField, Row } from '../../schema/types'
import type { RecordContext } from './context'
import { columnOf, fromTable } from './projection'

/** Records of one kind, each below the one that it refers to. */
export interface Tree {
  parentOf(child: unknown): Promise<unknown>
  childrenOf(parents: readonly unknown[]): Promise<readonly unknown[]>
}

/** Returns a sentence where the chain upwards comes back to the record or the levels, those below it included, are too many. */
export const depthError = async (tree: Tree, field: ReferenceField, row: Row): Promise<string | null> => {
  const self = row[field.by]
  const above = [row[field.name]]
  for (let parent = await tree.parentOf(above[0]); !isEmpty(parent); parent = await tree.parentOf(parent)) {
    above.push(parent)
    if (above.includes(self) || above.length > 50) break
  }
  if (above.includes(self)) return `${field.label}不能是自己或自己的下層。`
  const levels = above.length + 1 + (await levelsBelow(tree, [self], field.maxDepth ?? 0))
  return levels > (field.maxDepth ?? levels) ? `${field.label}最多 ${field.maxDepth} 層，這樣會變成 ${levels} 層。` : null
}

const levelsBelow = async (tree: Tree, parents: readonly unknown[], room: number): Promise<number> => {
  const children = room > 0 ? await tree.childrenOf(parents) : []
  return children.length === 0 ? 0 : 1 + (await levelsBelow(tree, children, room - 1))
}

/** Asks the database for each step. */
export const databaseTree = (context: RecordContext, resource: Resource, field: ReferenceField, row: Row): Tree => ({
  parentOf: async (child) => {
    const { rows } = await sql<{ parent: unknown }>`
      select ${columnOf(field.name)} as parent
      ${fromTable(resource)}
      where ${columnOf(field.by)} = ${child} and ${agreesWith(field, row)}`.execute(context.db)
    return rows[0]?.parent ?? null
  },
  childrenOf: async (parents) => {
    const { rows } = await sql<{ child: unknown }>`
      select ${columnOf(field.by)} as child
      ${fromTable(resource)}
      where ${columnOf(field.name)} in (${sql.join(parents)}) and ${agreesWith(field, row)}`.execute(context.db)
    return rows.map(({ child }) => child)
  },
})

/** Returns the condition for the records that agree with the row in the `same` fields. */
export const agreesWith = (field: ReferenceField, row: Row) =>
  field.same.length
    ? sql.join(
        field.same.map((name) => sql`${columnOf(name)} = ${row[name]}`),
        sql` and `,
      )
    : sql`true`
