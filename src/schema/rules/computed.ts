import { facetsOf } from '../field-types'
import type { ComputedField, ConditionContext, Field, ListField, RecordValues } from '../language/types'
import { currencyField } from '../text/value-text'
import { conditionDependencies, hiddenFields, visibilityDependencies, withoutHidden } from './conditional'
import { evaluate } from './expression'

/** Returns the record's computed values, each from the ones before it; what is hidden is empty and counts for nothing. */
export const computedValues = (fields: readonly Field[], row: RecordValues, hidden: readonly Field[], around: ConditionContext): RecordValues => {
  const values: Record<string, unknown> = {}
  const whole = withRowsAsKept(fields, withoutHidden(row, hidden), around)
  for (const field of inOrder(fields)) values[field.name] = hidden.includes(field) ? null : computedValue(field, { ...whole, ...values }, around.parent)
  return values
}

/** Returns all computed values of a stored record, with those in its lists of rows, as its file says them now. */
export const recomputedValues = (fields: readonly Field[], row: RecordValues, around: ConditionContext): RecordValues => {
  const within = { ...around, parent: row }
  const recompute = (inner: readonly Field[], one: RecordValues) => ({ ...one, ...computedValues(inner, one, hiddenFields(inner, one, within), within) })
  const lists = fields.filter(hasComputedRows).filter(({ name }) => Array.isArray(row[name]))
  const rows = Object.fromEntries(lists.map(({ name, fields: inner }) => [name, rowsOf(row[name]).map((one) => recompute(inner, one))]))
  const whole = { ...row, ...rows }
  return { ...rows, ...computedValues(fields, whole, hiddenFields(fields, whole, around), around) }
}

/** Returns all that decides over the computed values of a record, as a text that changes when they may; null where nothing is computed. */
export const computationSignature = (fields: readonly Field[]): string | null => {
  const said = fields.flatMap((field): readonly unknown[] => {
    const own = field.type === 'computed' ? [field.as, field.value] : field.type === 'rows' ? [computationSignature(field.fields)] : []
    return own.some((one) => one !== null) || field.shownWhen ? [[field.name, ...own, field.shownWhen]] : []
  })
  return fields.some((field) => field.type === 'computed' || hasComputedRows(field)) ? JSON.stringify(said) : null
}

// The list items of a form lack computed values and still hold hidden ones; sums use the items as they will be stored.
const withRowsAsKept = (fields: readonly Field[], row: RecordValues, around: ConditionContext): RecordValues => {
  const within = { ...around, parent: row }
  const asKept = (inner: readonly Field[], one: RecordValues): RecordValues => {
    const hidden = hiddenFields(inner, one, within)
    return { ...withoutHidden(one, hidden), ...computedValues(inner, one, hidden, within) }
  }
  const lists = fields.filter((field) => hasComputedRows(field) || hasHidingRows(field))
  return { ...row, ...Object.fromEntries(lists.map(({ name, fields: inner }) => [name, rowsOf(row[name]).map((one) => asKept(inner, one))])) }
}

const hasComputedRows = (field: Field): field is ListField => field.type === 'rows' && field.fields.some(({ type }) => type === 'computed')

const hasHidingRows = (field: Field): field is ListField => field.type === 'rows' && field.fields.some(({ shownWhen }) => shownWhen)

const rowsOf = (value: unknown): readonly RecordValues[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [])

/** Returns the names of all fields whose values a computed field comes from, also by way of others, and of those that could hide one of them. */
export const sourceFields = (fields: readonly Field[], field: ComputedField): readonly string[] => {
  const direct = fields.filter((one) => one !== field && field.dependsOn.includes(one.name))
  const further = direct.flatMap((one) =>
    one.type === 'computed' ? sourceFields(fields, one) : one.type === 'rows' ? visibilityDependencies(fields, one.dependsOn) : [],
  )
  const deciding = conditionDependencies(
    fields,
    [field, ...direct].flatMap(({ shownWhen }) => (shownWhen ? [shownWhen] : [])),
  )
  return [...new Set([...direct.map(({ name }) => name), ...further, ...deciding, currencyField])]
}

/** Returns the value of a computed field; amounts and counts are whole, rounded half away from zero. */
export const computedValue = ({ as, value }: ComputedField, row: RecordValues, parent?: RecordValues): string | number | null => {
  const result = evaluate(value, row, parent)
  if (result === null) return null
  const { number } = facetsOf({ type: 'computed', as })
  if (!number) return String(result)
  return typeof result === 'number' ? roundedTo(number.places, result) : null
}

/** Returns the number rounded to `places` digits after the point; null where it is not finite or too large to be stored exactly. */
export const roundedTo = (places: number, result: number): number | null => {
  if (!Number.isFinite(result)) return null
  const rounded = roundTo(result, places)
  return Number.isSafeInteger(Math.trunc(rounded)) ? rounded : null
}

/** Returns the computed fields, each after those that it depends on; the checks let none depend on itself. */
const inOrder = (fields: readonly Field[]): readonly ComputedField[] => {
  const computed = fields.filter((field) => field.type === 'computed')
  const found: ComputedField[] = []
  const add = (field: ComputedField, above: readonly ComputedField[]): void => {
    if (found.includes(field) || above.includes(field)) return
    for (const other of computed) if (other !== field && field.dependsOn.includes(other.name)) add(other, [...above, field])
    found.push(field)
  }
  for (const field of computed) add(field, [])
  return found
}

// The float 1.005 is slightly less than 1.005; a value within its last bit of a half is rounded up.
const roundTo = (value: number, digits: number): number => {
  const scaled = Math.abs(value) * 10 ** digits
  const rounded = Math.floor(scaled + 0.5 + scaled * Number.EPSILON) / 10 ** digits
  return value < 0 && rounded !== 0 ? -rounded : rounded
}
