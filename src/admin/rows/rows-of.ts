import { facetsOf } from '../../schema/field-types'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { computedValues } from '../../schema/rules/computed'
import { hiddenFields } from '../../schema/rules/conditional'
import { isRecordValues } from '../../schema/rules/list-items'

/** Returns the rows of a value. */
export const rowsOf = (value: unknown): readonly RecordValues[] => (Array.isArray(value) ? value.filter(isRecordValues) : [])

/** Returns a row with what follows from its values; a key changes one row of a hundred, so the others are known. */
export const withComputed = (fields: readonly Field[], row: RecordValues, context: ConditionContext): RecordValues => {
  if (context.parent) return computedRow(fields, row, context)
  const rows = computed.get(fields) ?? new WeakMap<RecordValues, RecordValues>()
  computed.set(fields, rows)
  const whole = rows.get(row) ?? computedRow(fields, row, context)
  rows.set(row, whole)
  return whole
}

const computedRow = (fields: readonly Field[], row: RecordValues, context: ConditionContext): RecordValues => ({
  ...row,
  ...computedValues(fields, row, hiddenFields(fields, row, context), context),
})

const computed = new WeakMap<readonly Field[], WeakMap<RecordValues, RecordValues>>()

/** Returns the columns of rows whose sums are worth showing: computed amounts where there are any, for these come from the others. */
export const amountsOf = (fields: readonly Field[]): readonly Field[] => {
  const amounts = fields.filter((field) => facetsOf(field).number?.amount)
  const sums = amounts.filter(({ type }) => type === 'computed')
  return sums.length > 0 ? sums : amounts
}

/** Returns the sum of a column; what is no number yet does not count. */
export const sumOf = (rows: readonly RecordValues[], name: string): number =>
  rows.reduce((sum, row) => {
    const amount = row[name]
    return sum + (typeof amount === 'number' ? amount : 0)
  }, 0)
