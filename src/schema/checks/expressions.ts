import { rulesOf } from '../field-types'
import type { Finding } from '../language/shapes/shape'
import type { Expression } from '../language/types'
import { expressionFields, expressionLeaves } from '../rules/expression'
import { type Check, leadsTo } from './check'
import { cannot, mustBe, placeOf } from './check-messages'
import { cannotAt, foundAt, mustBeField } from './findings'
import { conditionsOf, lookedFields } from './view/condition-view'
import { isExpression, kindOf, wrongKinds } from './view/expression-kinds'
import { allFields, columnsIn, type FieldView, type SchemaView } from './view/schema-view'

/** S313: an expression names fields of the same record, of types that it can calculate with. */
export const checkExpressions: Check = (schema) =>
  schema.declared.flatMap((field) => allFields(field).flatMap((one) => ofField(one, one === field ? schema : { name: field.name, fields: columnsIn(field) })))

type FieldScope = Pick<SchemaView, 'fields' | 'name'>

const ofField = (field: FieldView, around: FieldScope): Finding[] => {
  const expression = expressionOf(field)
  const path = [...field.path, 'value']
  const looked = (expression ? expressionLeaves(expression) : []).flatMap(({ name, asked }): Finding[] => {
    const [first = '', column] = name.split('.')
    const other = around.fields.find((one) => one.name === first)
    const missing = mustBeField('S313', first, path, around)
    if (missing.length > 0 || !other?.type) return missing
    if (asked === 'field') return isPlain(other) ? [] : [cannotAt('S313', path, `calculate with '${first}': it is of type '${other.type}'`)]
    if (!rulesOf(other.type).list) return [cannotAt('S313', path, `${asked} '${first}': it is of type '${other.type}', which is no list`)]
    return asked === 'sum' ? ofSum(name, column, other, path) : []
  })
  // A missing field, or a list, is reported once.
  return looked.length > 0 || !expression ? looked : wrongKinds(field, expression, around.fields)
}

const ofSum = (name: string, column: string | undefined, rows: FieldView, path: Finding['path']): Finding[] => {
  if (rows.type !== 'rows' || column === undefined) return [foundAt('S313', path, mustBe(`${placeOf(path)} with its sum '${name}'`, "'Rows.Column'"))]
  const fields = columnsIn(rows)
  const inner = fields.find((one) => one.name === column)
  if (inner?.type && kindOf(inner) !== 'number') return [cannotAt('S313', path, `sum '${name}': it is of type '${inner.type}'`)]
  return mustBeField('S313', column, path, { fields, name: rows.name })
}

/** S314: a value cannot follow from itself. */
export const checkExpressionCycles: Check = (schema) => {
  const computed = schema.declared.filter(({ type }) => type === 'computed')
  const next = (name: string): readonly string[] => {
    const field = computed.find((one) => one.name === name)
    if (!field) return []
    const asked = conditionsOf(schema).flatMap((view) => (view.field === field ? lookedFields(view.condition) : []))
    const value = expressionOf(field)
    return [...(value ? expressionFields(value) : []), ...asked]
  }
  return computed
    .filter(({ name }) => next(name).some((one) => leadsTo(one, name, next)))
    .map(({ name, path }): Finding => foundAt('S314', [...path, 'value'], cannot(placeOf(path), `follow from values that lead back to '${name}'`)))
}

const expressionOf = ({ type, raw }: FieldView): Expression | undefined => (type === 'computed' && isExpression(raw.value) ? raw.value : undefined)

const isPlain = ({ type }: FieldView): boolean => type !== undefined && !rulesOf(type).list && !['data', 'yesNo'].includes(rulesOf(type).group)
