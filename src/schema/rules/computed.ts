import { facetsOf } from '../field-types'
import type { ComputedField, ConditionContext, Field, ListField, RecordValues } from '../language/types'
import { currencyField } from '../text/value-text'
import { conditionDependencies, hiddenFields, visibilityDependencies, withoutHidden } from './conditional'
import { evaluateExpression } from './expression'
import { itemsOf } from './list-items'

/**
 * Returns the computed values of a record.
 * A computed value may use values that were computed before it.
 * Hidden fields count as empty, and hidden computed fields become empty.
 */
export const computedValues = (
  fields: readonly Field[],
  record: RecordValues,
  hidden: readonly Field[],
  context: ConditionContext,
): RecordValues => {
  const values: Record<string, unknown> = {}
  const computed = fields
    .filter((field) => field.type === 'computed')
    .sort((a, b) => a.computationOrder - b.computationOrder)
  if (computed.length === 0) return values
  const recordToStore = withStoredItems(fields, withoutHidden(record, hidden), context)
  for (const field of computed)
    values[field.name] = hidden.includes(field)
      ? null
      : computedValue(field, { ...recordToStore, ...values }, context.parent)
  return values
}

/** Recomputes a stored record: returns its computed values and its lists with recomputed items. */
export const recomputedValues = (
  fields: readonly Field[],
  record: RecordValues,
  context: ConditionContext,
): RecordValues => {
  const itemContext = { ...context, parent: record }
  const recompute = (itemFields: readonly Field[], item: RecordValues) => ({
    ...item,
    ...computedValues(itemFields, item, hiddenFields(itemFields, item, itemContext), itemContext),
  })
  const lists = fields.filter(hasComputedItems).filter(({ name }) => Array.isArray(record[name]))
  const items = Object.fromEntries(
    lists.map(({ name, fields: itemFields }) => [
      name,
      itemsOf(record[name]).map((item) => recompute(itemFields, item)),
    ]),
  )
  const withItems = { ...record, ...items }
  return { ...items, ...computedValues(fields, withItems, hiddenFields(fields, withItems, context), context) }
}

/** Returns a text that changes whenever the definition of a computed value changes; null if no value is computed. */
export const computationSignature = (fields: readonly Field[]): string | null => {
  const parts = fields.flatMap((field): readonly unknown[] => {
    const definition = computationOf(field)
    return definition.some((entry) => entry !== null) || field.shownWhen
      ? [[field.name, ...definition, field.shownWhen]]
      : []
  })
  return fields.some((field) => field.type === 'computed' || hasComputedItems(field)) ? JSON.stringify(parts) : null
}

const computationOf = (field: Field): readonly unknown[] => {
  if (field.type === 'computed') return [field.as, field.value]
  return field.type === 'rows' ? [computationSignature(field.fields)] : []
}

// Items from a form lack computed values and may contain values of hidden fields.
// Expressions such as sums must use the items that will be stored.
const withStoredItems = (fields: readonly Field[], record: RecordValues, context: ConditionContext): RecordValues => {
  const itemContext = { ...context, parent: record }
  const storedItem = (itemFields: readonly Field[], item: RecordValues): RecordValues => {
    const hidden = hiddenFields(itemFields, item, itemContext)
    return { ...withoutHidden(item, hidden), ...computedValues(itemFields, item, hidden, itemContext) }
  }
  const lists = fields.filter((field) => hasComputedItems(field) || hasConditionalItems(field))
  return {
    ...record,
    ...Object.fromEntries(
      lists.map(({ name, fields: itemFields }) => [
        name,
        itemsOf(record[name]).map((item) => storedItem(itemFields, item)),
      ]),
    ),
  }
}

const hasComputedItems = (field: Field): field is ListField =>
  field.type === 'rows' && field.fields.some(({ type }) => type === 'computed')

const hasConditionalItems = (field: Field): field is ListField =>
  field.type === 'rows' && field.fields.some(({ shownWhen }) => shownWhen)

/**
 * Returns the names of all fields on which a computed field depends, directly or through other fields.
 * They include the fields that can hide one of them, and the currency, with which screens show amounts.
 */
export const sourceFields = (fields: readonly Field[], field: ComputedField): readonly string[] => {
  const direct = fields.filter((source) => source !== field && field.dependsOn.includes(source.name))
  const indirect = direct.flatMap((source) => indirectSources(fields, source))
  const conditions = [field, ...direct].flatMap(({ shownWhen }) => shownWhen ?? [])
  return [
    ...new Set([
      ...direct.map(({ name }) => name),
      ...indirect,
      ...conditionDependencies(fields, conditions),
      currencyField,
    ]),
  ]
}

const indirectSources = (fields: readonly Field[], source: Field): readonly string[] => {
  if (source.type === 'computed') return sourceFields(fields, source)
  return source.type === 'rows' ? visibilityDependencies(fields, source.dependsOn) : []
}

/** Returns the value of a computed field, rounded to the decimal places of its kind. */
export const computedValue = (
  { as, value }: ComputedField,
  record: RecordValues,
  parent?: RecordValues,
): string | number | null => {
  const result = evaluateExpression(value, record, parent)
  if (result === null) return null
  const { numberKind } = facetsOf({ type: 'computed', as })
  if (!numberKind) return String(result)
  return typeof result === 'number' ? roundedTo(numberKind.decimals, result) : null
}

/**
 * Rounds a number to this number of decimal places; returns null if it is not finite or too large to be stored exactly.
 */
export const roundedTo = (decimals: number, result: number): number | null => {
  if (!Number.isFinite(result)) return null
  const rounded = roundHalfAwayFromZero(result, decimals)
  return Number.isSafeInteger(Math.trunc(rounded)) ? rounded : null
}

// The float 1.005 is slightly less than the decimal number 1.005.
// A value that is less than a half only by such an error is rounded like a half: away from zero.
const roundHalfAwayFromZero = (value: number, digits: number): number => {
  const scaled = Math.abs(value) * 10 ** digits
  const rounded = Math.floor(scaled + 0.5 + scaled * Number.EPSILON) / 10 ** digits
  return value < 0 && rounded !== 0 ? -rounded : rounded
}
