import { expressionFields, expressionLeaves } from '../expression'
import { rulesOf } from '../field-types'
import { cannot, mustBe, placeOf } from '../phrases'
import { expression as expressionShape } from '../shape/expression-shape'
import type { Finding } from '../shape/shape'
import type { Expression } from '../types'
import { type Check, mustBeField } from './check'
import { conditionsOf, lookedFields } from './conditions'
import { kindOf, wrongKinds } from './expression-kinds'
import { allFields } from './field-checks'
import { type FieldView, fieldViews, type SchemaView } from './view'

/** E313: an expression looks at fields of the same record, and calculates with what can be calculated with. */
export const expressionsLook: Check = (schema) =>
  schema.declared.flatMap((field) =>
    allFields(field).flatMap((one) =>
      ofField(one, one === field ? schema : { name: field.name, fields: fieldViews(field.raw.fields, [...field.path, 'fields']) }),
    ),
  )

type Around = Pick<SchemaView, 'fields' | 'name'>

const ofField = (field: FieldView, around: Around): Finding[] => {
  const expression = expressionOf(field)
  const path = [...field.path, 'value']
  const looked = (expression ? expressionLeaves(expression) : []).flatMap(({ name, asked }): Finding[] => {
    const [first = '', column] = name.split('.')
    const other = around.fields.find((one) => one.name === first)
    const missing = mustBeField('E313', first, path, around)
    if (missing.length > 0 || !other?.type) return missing
    if (asked === 'field')
      return isPlain(other) ? [] : [{ id: 'E313', path, message: cannot(placeOf(path), `calculate with '${first}': it is of type '${other.type}'`) }]
    if (!rulesOf(other.type).list)
      return [{ id: 'E313', path, message: cannot(placeOf(path), `${asked} '${first}': it is of type '${other.type}', which is no list`) }]
    return asked === 'sum' ? ofSum(name, column, other, path) : []
  })
  // What is missing or no single value is told once.
  return looked.length > 0 || !expression ? looked : wrongKinds(field, expression, around.fields)
}

const ofSum = (name: string, column: string | undefined, rows: FieldView, path: Finding['path']): Finding[] => {
  if (rows.type !== 'rows' || column === undefined) return [{ id: 'E313', path, message: mustBe(`${placeOf(path)} with its sum '${name}'`, "'Rows.Column'") }]
  const fields = fieldViews(rows.raw.fields, [...rows.path, 'fields'])
  const inner = fields.find((one) => one.name === column)
  if (inner?.type && kindOf(inner) !== 'number') return [{ id: 'E313', path, message: cannot(placeOf(path), `sum '${name}': it is of type '${inner.type}'`) }]
  return mustBeField('E313', column, path, { fields, name: rows.name })
}

/** E314: a value that follows from itself has no beginning. */
export const expressionsEnd: Check = (schema) => {
  const computed = schema.declared.filter(({ type }) => type === 'computed')
  const next = (name: string): readonly string[] => {
    const field = computed.find((one) => one.name === name)
    if (!field) return []
    const asked = conditionsOf(schema).flatMap((view) => (view.field === field ? lookedFields(view.condition) : []))
    const value = expressionOf(field)
    return [...(value ? expressionFields(value) : []), ...asked]
  }
  const reaches = (from: string, goal: string, seen: readonly string[]): boolean =>
    next(from).some((name) => name === goal || (!seen.includes(name) && reaches(name, goal, [...seen, name])))
  return computed
    .filter(({ name }) => reaches(name, name, [name]))
    .map(
      ({ name, path }): Finding => ({ id: 'E314', path: [...path, 'value'], message: cannot(placeOf(path), `follow from values that lead back to '${name}'`) }),
    )
}

const expressionOf = ({ type, raw }: FieldView): Expression | undefined => (type === 'computed' && isExpression(raw.value) ? raw.value : undefined)

const isExpression = (value: unknown): value is Expression => expressionShape.check(value, []).length === 0

const isPlain = ({ type }: FieldView): boolean => type !== undefined && !rulesOf(type).list && !['file', 'image', 'json', 'boolean'].includes(type)
