import { columnPath } from '../access/permissions'
import type { Finding } from '../language/shapes/shape'
import { expressionLeaves } from '../rules/expression'
import type { Check } from './check'
import { placeOf } from './check-messages'
import { conditionsOf, lookedFields, lookedParents } from './conditions'
import { isExpression } from './expression-kinds'
import { cannotAt } from './findings'
import { type PermissionView, permissionsOf } from './permission-view'
import { columnsIn, type FieldView, type SchemaView } from './view'

/** E336: what follows from a hidden field would tell it, or go wrong on screens that lack it. */
export const nothingFollowsFromHidden: Check = (schema) => {
  const followers = [...schema.declared.map((field) => ({ name: field.name, looks: looksAt(field, schema) })), ...columnsOf(schema)]
  return permissionsOf(schema).flatMap((permission) => betrayed(permission, followers))
}

/** A field, or a column of a list by its path, and what it looks at, columns by their paths too. */
interface Follower {
  readonly name: string
  readonly looks: readonly string[]
}

const betrayed = ({ role, fields }: PermissionView, followers: readonly Follower[]): Finding[] => {
  const isHidden = (name: string) => fields.some((one) => one.name === name && one.level('get') === 'hidden')
  return followers
    .filter(({ name }) => !isHidden(name) && !isHidden(name.split('.')[0] ?? ''))
    .flatMap(({ name: follower, looks }) =>
      [...new Set(looks)].filter(isHidden).map((name): Finding => {
        const path = ['permissions', role, 'fields', name]
        return cannotAt('E336', path, `hide '${name}': '${follower}' follows from it`, `Hide '${follower}' as well.`)
      }),
    )
}

/** The columns of all lists; within a row names are those of its columns. */
const columnsOf = (schema: SchemaView): Follower[] =>
  schema.declared
    .filter(({ type }) => type === 'rows')
    .flatMap((list) =>
      columnsIn(list).map((column) => ({
        name: columnPath(list.name, column.name),
        looks: [...looksAt(column, schema).map((name) => columnPath(list.name, name)), ...conditionsAt(column, schema).flatMap(lookedParents)],
      })),
    )

const looksAt = (field: FieldView, schema: SchemaView): readonly string[] => [
  ...conditionsAt(field, schema).flatMap(lookedFields),
  ...(field.type === 'computed' && isExpression(field.raw.value)
    ? expressionLeaves(field.raw.value).flatMap(({ name }) => [name, name.split('.')[0] ?? name])
    : []),
]

const conditionsAt = (field: FieldView, schema: SchemaView): readonly unknown[] =>
  conditionsOf(schema).flatMap((view) => (placeOf(view.field.path) === placeOf(field.path) ? [view.condition] : []))
