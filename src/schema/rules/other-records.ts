import { isReference } from '../field-types'
import type { Resource } from '../language/resource'
import type { Condition, Field, RecordValues } from '../language/types'
import { boundFields } from './bounds'
import { conditionFields, parentFields } from './condition'
import { allExpressionFields, fieldConditions } from './expression'
import { isSameValue } from './record-rules'

/** Returns whether a rule that applies to every change of such a record depends on a count or a virtual field, which can change although the record does not. */
export const everyChangeDependsOnOthers = ({ fields, rules, allowedWhen }: Pick<Resource, 'fields' | 'rules' | 'allowedWhen'>): boolean => {
  const conditions = [
    ...rules.flatMap(({ require, when }) => (when ? [require, when] : [require])),
    ...(allowedWhen.update ? [allowedWhen.update] : []),
    ...fields.flatMap(({ readOnlyWhen: _, ...field }) => fieldConditions(field)),
  ]
  const items = fields.flatMap((field) => (field.type === 'rows' ? field.fields : []))
  const names = [
    ...conditions.flatMap(conditionFields),
    ...items.flatMap(fieldConditions).flatMap(parentFields),
    ...fields.flatMap(boundFields),
    ...fields.flatMap((field) => (field.type === 'computed' ? allExpressionFields(field.value) : [])),
  ]
  return names.some((name) => isFromOthers(fields, name))
}

/** Returns whether a change depends on other records because of the fields that it changes: one that a count or a virtual field locks, or the place of the record in a hierarchy of limited depth. */
export const changeDependsOnOthers = ({ fields }: Pick<Resource, 'fields'>, values: RecordValues, before: RecordValues): boolean =>
  fields
    .filter(({ name }) => values[name] !== undefined && !isSameValue(values[name], before[name]))
    .some((field) => (isReference(field) && field.maxDepth !== undefined) || isLockedByOthers(fields, field.readOnlyWhen))

const isLockedByOthers = (fields: readonly Field[], condition: Condition | undefined): boolean =>
  condition !== undefined && conditionFields(condition).some((name) => isFromOthers(fields, name))

// Some virtual fields are computed from the record alone. They are treated like the others, because their SQL is not part of the schema.
const isFromOthers = (fields: readonly Field[], fieldName: string): boolean =>
  fields.some(({ name, type, virtual }) => name === fieldName && (type === 'count' || virtual))
