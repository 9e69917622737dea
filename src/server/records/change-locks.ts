import { isReference } from '../../schema/field-types'
import type { Condition } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { Field, RecordValues } from '../../schema/language/types'
import { conditionFields, parentFields } from '../../schema/rules/condition'
import { allExpressionFields, fieldConditions } from '../../schema/rules/expression'
import { isSameValue } from '../../schema/rules/record-rules'

/**
 * Returns whether every change of such a record must lock it before it is validated, because a rule depends on values that the database computes from other records.
 * Such values can change although the record does not, but only together with a lock of the record: a new record locks those to which it refers.
 */
export const everyChangeNeedsLocks = ({ fields, rules, allowedWhen }: Pick<Resource, 'fields' | 'rules' | 'allowedWhen'>): boolean => {
  const conditions = [
    ...rules.flatMap(({ require, when }) => (when ? [require, when] : [require])),
    ...(allowedWhen.update ? [allowedWhen.update] : []),
    ...fields.flatMap(({ readOnlyWhen: _, ...field }) => fieldConditions(field)),
  ]
  const items = fields.flatMap((field) => (field.type === 'rows' ? field.fields : []))
  const names = [
    ...conditions.flatMap(conditionFields),
    ...items.flatMap(fieldConditions).flatMap(parentFields),
    ...fields.flatMap((field) => (field.type === 'computed' ? allExpressionFields(field.value) : [])),
  ]
  return names.some((name) => isFromOtherRecords(fields, name))
}

/** Returns whether a change must lock the record before it is validated, because it changes a field whose lock depends on other records, or its place in a hierarchy of limited depth. */
export const changeNeedsLocks = ({ fields }: Pick<Resource, 'fields'>, values: RecordValues, before: RecordValues): boolean =>
  fields
    .filter(({ name }) => values[name] !== undefined && !isSameValue(values[name], before[name]))
    .some((field) => (isReference(field) && field.maxDepth !== undefined) || dependsOnOthers(fields, field.readOnlyWhen))

const dependsOnOthers = (fields: readonly Field[], condition: Condition | undefined): boolean =>
  condition !== undefined && conditionFields(condition).some((name) => isFromOtherRecords(fields, name))

/** Returns whether the database computes a field from other records. */
const isFromOtherRecords = (fields: readonly Field[], fieldName: string): boolean =>
  fields.some(({ name, type, virtual }) => name === fieldName && (type === 'count' || virtual))
