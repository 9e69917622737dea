import { rulesOf } from '../field-types'
import type { Finding } from '../language/shapes/shape'
import { type Expression, fieldNamed } from '../language/types'
import { expressionFields, expressionLeaves } from '../rules/expression'
import { type Check, cycleStarts } from './check'
import { mustBe, placeOf } from './check-messages'
import { conditionFieldNames, conditionsOf, type FieldScope } from './declared/declared-conditions'
import { type DeclaredField, itemFieldsIn, withItemFields } from './declared/declared-schema'
import { isExpression, kindOf, wrongKindFindings } from './declared/expression-kinds'
import { cannotFinding, findingAt, missingFieldFindings } from './findings'

/** S313: an expression refers only to fields of the same record, and only to fields whose types suit the operation. */
export const checkExpressions: Check = (schema) =>
  schema.declared.flatMap((field) =>
    withItemFields(field).flatMap((fieldOrItemField) =>
      expressionFindings(
        fieldOrItemField,
        fieldOrItemField === field ? schema : { name: field.name, fields: itemFieldsIn(field) },
      ),
    ),
  )

const expressionFindings = (field: DeclaredField, scope: FieldScope): Finding[] => {
  const expression = expressionOf(field)
  const path = [...field.path, 'value']
  const findings = (expression ? expressionLeaves(expression) : []).flatMap(({ name, use }): Finding[] => {
    const [first = '', itemName] = name.split('.')
    const other = fieldNamed(scope.fields, first)
    const missing = missingFieldFindings('S313', first, path, scope)
    if (missing.length > 0 || !other?.type) return missing
    if (use === 'field')
      return isCalculable(other)
        ? []
        : [cannotFinding('S313', path, `calculate with '${first}': it is of type '${other.type}'`)]
    if (!rulesOf(other.type).hasListValues)
      return [cannotFinding('S313', path, `${use} '${first}': it is of type '${other.type}', which is not a list`)]
    return use === 'sum' ? sumFindings(name, itemName, other, path) : []
  })
  // The kinds of the values are checked only if no field has been reported, so that no mistake is reported twice.
  return findings.length > 0 || !expression ? findings : wrongKindFindings(field, expression, scope.fields)
}

const sumFindings = (
  name: string,
  itemName: string | undefined,
  list: DeclaredField,
  path: Finding['path'],
): Finding[] => {
  if (list.type !== 'rows' || itemName === undefined)
    return [
      findingAt(
        'S313',
        path,
        mustBe(`the sum '${name}' in ${placeOf(path)}`, "the path of a field of list items, such as 'FeeItems.Amount'"),
      ),
    ]
  const fields = itemFieldsIn(list)
  const itemField = fieldNamed(fields, itemName)
  if (itemField?.type && kindOf(itemField) !== 'number')
    return [cannotFinding('S313', path, `sum '${name}': it is of type '${itemField.type}'`)]
  return missingFieldFindings('S313', itemName, path, { fields, name: list.name })
}

/** S314: a computed value does not depend on itself. */
export const checkExpressionCycles: Check = (schema) => {
  const computed = schema.declared.filter(({ type }) => type === 'computed')
  const dependenciesOf = (name: string): readonly string[] => {
    const field = computed.find((candidate) => candidate.name === name)
    if (!field) return []
    const conditionFields = conditionsOf(schema).flatMap(({ owner, condition }) =>
      owner === field ? conditionFieldNames(condition) : [],
    )
    const value = expressionOf(field)
    return [...(value ? expressionFields(value) : []), ...conditionFields]
  }
  const reported = cycleStarts(
    computed.map(({ name }) => name),
    dependenciesOf,
  )
  return computed
    .filter(({ name }) => reported.includes(name))
    .map(
      ({ name, path }): Finding =>
        cannotFinding('S314', [...path, 'value'], `depend on fields that depend on '${name}'`),
    )
}

const expressionOf = ({ type, raw }: DeclaredField): Expression | undefined =>
  type === 'computed' && isExpression(raw.value) ? raw.value : undefined

const isCalculable = ({ type }: DeclaredField): boolean =>
  type !== undefined && !rulesOf(type).hasListValues && !['fileOrData', 'yesNo'].includes(rulesOf(type).group)
