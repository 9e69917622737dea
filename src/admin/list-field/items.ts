import { facetsOf } from '../../schema/field-types'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { computedValues } from '../../schema/rules/computed'
import { hiddenFields } from '../../schema/rules/conditional'

/** Returns an item with its computed values. */
export const withComputed = (
  fields: readonly Field[],
  item: RecordValues,
  context: ConditionContext,
): RecordValues => ({
  ...item,
  ...computedValues(fields, item, hiddenFields(fields, item, context), context),
})

/**
 * Returns the columns whose totals are shown: the computed amounts if there are any, otherwise all amounts.
 * Computed amounts are calculated from the other amounts, so their totals suffice.
 */
export const amountColumns = (fields: readonly Field[]): readonly Field[] => {
  const amounts = fields.filter((field) => facetsOf(field).numberKind?.isAmount)
  const computed = amounts.filter(({ type }) => type === 'computed')
  return computed.length > 0 ? computed : amounts
}

/** Returns the total of a column. A value that is not a number, such as an incomplete input, counts as 0. */
export const sumOf = (items: readonly RecordValues[], name: string): number =>
  items.reduce((sum, { [name]: amount }) => sum + (typeof amount === 'number' ? amount : 0), 0)
