import { rulesOf } from '../../field-types'
import type { ComparisonKind } from '../../field-types/field-type'
import { type Finding, isObject, type Path } from '../../language/shapes/shape'
import { fieldNamed } from '../../language/types'
import { notOneOf, placeOf } from '../check-messages'
import { cannotFinding, findingAt, missingFieldFindings } from '../findings'
import {
  type ConditionScopes,
  type DeclaredCondition,
  type DeclaredLeaf,
  type FieldMention,
  leavesOf,
  userPaths,
} from './declared-conditions'
import { type DeclaredField, facetsOfDeclared } from './declared-schema'
import { literalProblem } from './field-value'

/** Returns the mistakes in a condition. */
export const conditionFindings = ({ condition, path, unavailable, ...scopes }: DeclaredCondition): Finding[] => [
  ...leavesOf(condition, path).flatMap((leaf) => leafFindings(leaf, scopes)),
  ...unavailableFindings({ condition, path, unavailable, ...scopes }),
]

/** S340: a condition depends only on information that is available where it is evaluated. */
const unavailableFindings = ({ condition, path, unavailable, parent }: DeclaredCondition): Finding[] => {
  const finding = (keyPath: Path, reason: string, hint?: string): Finding =>
    cannotFinding('S340', keyPath, reason, hint)
  const leaves = leavesOf(condition, path)
  const mentions = leaves.flatMap((leaf) => [leaf, ...(leaf.other ? [leaf.other] : [])])
  // Only conditions inside computed values cannot use the current day, because these values are stored.
  const isStored = unavailable.includes('today')
  return [
    ...(parent
      ? []
      : mentions
          .filter(({ kind }) => kind === 'parent')
          .map((mention) => finding(mention.path, "use 'parent': the condition is not in a list item"))),
    ...(unavailable.includes('user')
      ? userPaths(condition, path).map((keyPath) =>
          isStored
            ? finding(keyPath, `depend on the ${keyPath.at(-1)}: the value is stored for all users`)
            : finding(
                keyPath,
                `depend on the ${keyPath.at(-1)}: a hidden field is cleared for all users`,
                "Use 'permissions' to hide a field from a role.",
              ),
        )
      : []),
    ...(isStored
      ? leaves.flatMap(({ raw, path: keyPath }) =>
          ['atLeast', 'atMost']
            .filter((operator) => raw[operator] === 'today')
            .map((operator) => finding([...keyPath, operator], 'depend on today: the value is stored')),
        )
      : []),
  ]
}

const leafFindings = (leaf: DeclaredLeaf, scopes: ConditionScopes): Finding[] => {
  const { raw, path, other } = leaf
  const field = fieldOf(leaf, scopes)
  const missing = [leaf, ...(other ? [other] : [])].flatMap((mention) => missingMentionFindings(mention, scopes))
  if (!field?.type) return missing
  // A wrong operator hides findings about the value, and either of them hides those about the other field.
  const wrongOperator = operatorFindings(field, raw, path)
  if (wrongOperator.length > 0) return [...missing, ...wrongOperator]
  const wrongValues = [...valueFindings(field, raw, path), ...todayFindings(field, raw, path)]
  if (wrongValues.length > 0) return [...missing, ...wrongValues]
  const otherField = other && fieldOf(other, scopes)
  return [...missing, ...(other && otherField?.type ? comparisonFindings(field, otherField, other) : [])]
}

const missingMentionFindings = ({ name, kind, path }: FieldMention, { scope, parent }: ConditionScopes): Finding[] => {
  const record = kind === 'parent' ? parent : scope
  return record ? missingFieldFindings('S305', name, [...path, kind], record) : []
}

const fieldOf = ({ name, kind }: FieldMention, { scope, parent }: ConditionScopes): DeclaredField | undefined =>
  fieldNamed((kind === 'parent' ? parent : scope)?.fields ?? [], name)

/** S306: both fields of a comparison have the same kind of values. */
const comparisonFindings = (field: DeclaredField, other: DeclaredField, { path }: FieldMention): Finding[] =>
  comparisonKind(field) === comparisonKind(other)
    ? []
    : [
        cannotFinding(
          'S306',
          path,
          `be '${other.name}': it is of type '${other.type}', and '${field.name}' is of type '${field.type}'`,
        ),
      ]

/** S306: only dates, months and datetimes are compared with today. */
const todayFindings = (field: DeclaredField, raw: DeclaredLeaf['raw'], path: Path): Finding[] =>
  ['atLeast', 'atMost']
    .filter((operator) => raw[operator] === 'today' && !kindsComparableWithToday.includes(orderOf(field)))
    .map((operator) =>
      cannotFinding('S306', [...path, operator], `be 'today': '${field.name}' is of type '${field.type}'`),
    )

// A field whose values have no order (undefined) already has a finding for its operator.
const kindsComparableWithToday: readonly (ComparisonKind | undefined)[] = ['date', 'month', 'datetime', undefined]

// Two fields can be compared if this function returns the same kind for both.
const comparisonKind = (field: DeclaredField): string | undefined =>
  orderOf(field) ??
  (field.type && (rulesOf(field.type).group === 'yesNo' || rulesOf(field.type).hasListValues) ? field.type : 'text')

/** Returns how the values of a field are compared; undefined if they have no order. */
const orderOf = (field: DeclaredField): ComparisonKind | undefined => facetsOfDeclared(field).comparedAs

const operatorFindings = (field: DeclaredField, raw: DeclaredLeaf['raw'], path: Path): Finding[] => {
  const { name, type } = field
  if (!type) return []
  const { hasListValues } = rulesOf(type)
  const hasOrder = orderOf(field) !== undefined
  const wrongOperator = Object.keys(raw).find(
    (operator) =>
      (operator === 'has' && !hasListValues) ||
      (['is', 'in'].includes(operator) && hasListValues) ||
      (['atLeast', 'atMost'].includes(operator) && !hasOrder) ||
      (operator === 'user' && type !== 'string'),
  )
  return wrongOperator
    ? [
        cannotFinding(
          'S306',
          [...path, wrongOperator],
          `be used with '${name}': it is of type '${type}'`,
          operatorHint(wrongOperator, hasListValues),
        ),
      ]
    : []
}

const operatorHint = (operator: string, hasListValues: boolean | undefined): string | undefined => {
  if (operator === 'user') return "Use a field of type 'string', which contains the id of a user."
  return hasListValues ? "Lists have the tests 'has' and 'empty'." : undefined
}

const valueFindings = (field: DeclaredField, raw: DeclaredLeaf['raw'], path: Path): Finding[] =>
  ['is', 'in', 'has', 'atLeast', 'atMost'].flatMap((operator) => {
    const invalid = firstInvalid(field, operator, raw[operator])
    return invalid
      ? [
          findingAt(
            'S306',
            [...path, operator],
            notOneOf(placeOf([...path, operator]), String(invalid.value), `a value of '${field.name}'`),
            invalid.hint,
          ),
        ]
      : []
  })

// null means empty, which is valid for every field. References to other fields are checked separately.
const firstInvalid = (
  field: DeclaredField,
  operator: string,
  operand: unknown,
): { readonly value: unknown; readonly hint: string } | undefined =>
  (operand === undefined ? [] : [operand].flat())
    .filter(
      (value) => value !== null && !isObject(value) && !(value === 'today' && operator !== 'is' && operator !== 'in'),
    )
    .flatMap((value: unknown) => {
      const hint = literalProblem(field, value)
      return hint === undefined ? [] : [{ value, hint }]
    })[0]
