import { rulesOf } from '../field-types'
import type { ParseContext } from '../field-types/field-type'
import type { Resource } from '../language/resource'
import { type ConditionContext, type Field, isEntered, type RecordValues, type RoleField } from '../language/types'
import { standardNames } from '../load/standard-fields'
import { boundError } from './bounds'
import { computedValues } from './computed'
import { isEmpty } from './condition'
import { type ChangeContext, hiddenFields, isRequiredNow, unavailableOptionError, visibleValues } from './conditional'
import { defaultOf } from './defaults'
import { itemFields, previousItem } from './list-items'
import { mustChoose, required, unknownField } from './messages'
import { immutableFieldError, maskError, ruleErrors, stateErrors } from './record-rules'

export interface ValidateOptions extends ConditionContext {
  readonly mode: 'create' | 'update'
  /** The record before an update. */
  readonly previous?: RecordValues
  /** The stored values of fields that the role cannot write, which conditions still read. */
  readonly unwritableValues?: RecordValues
}

export interface ValidationResult {
  /** The values to write: for a new record every entered field, for an update the fields of the input and those that conditions clear. */
  readonly value: RecordValues
  /** A zh-TW message for each invalid field; fields of list items as `FeeItems.0.Amount`. */
  readonly errors: Readonly<Record<string, string>>
}

/** Parses and validates a record from a form or a program, in browser and server alike. References and uniqueness need the database and are validated by the server. */
export const validateRecord = (
  resource: Pick<Resource, 'fields'> & Partial<Pick<Resource, 'rules'>>,
  input: RecordValues,
  options: ValidateOptions,
): ValidationResult => {
  const unknown = Object.keys(input).filter((name) => !resource.fields.some((field) => field.name === name) && !ignoredNames.includes(name))
  const result = validateFields(resource, input, options)
  return { value: result.value, errors: { ...Object.fromEntries(unknown.map((name) => [name, unknownField()])), ...result.errors } }
}

// The browser adds `id`, the key, and the server adds `Labels`, the texts of references. Both are sent with a record and ignored.
const ignoredNames = [...standardNames, 'id', 'Labels']

const validateFields = ({ fields: all, rules = [] }: Parameters<typeof validateRecord>[0], input: RecordValues, options: ValidateOptions): ValidationResult => {
  const { mode, previous = {} } = options
  const fields = all.filter(isEntered)
  const values = mode === 'create' ? withDefaults(fields, input, options) : withAffectedLists(fields, input, previous)
  const parsed = parseFields(fields, values, options)
  const record: RecordValues = { ...previous, ...options.unwritableValues, ...parsed.value }
  const hidden = hiddenFields(all, record, options)
  const shown = fields.filter((field) => !hidden.includes(field))
  const cleared = Object.fromEntries(
    hidden.filter((field) => isEntered(field) && (mode === 'create' || !isEmpty(record[field.name]))).map((field) => [field.name, null]),
  )
  const visibleRecord = { ...record, ...Object.fromEntries(hidden.map((field) => [field.name, null])) }
  // An update without the previous record has only the sent fields.
  const isComplete = mode === 'create' || options.previous !== undefined
  const validated = shown.filter((field) => !hasError(field.name, parsed.errors) && (isComplete || field.name in values))
  const sent = mode === 'update' ? shown.filter((field) => field.name in values) : []
  const change: ChangeContext = { previous: options.previous, context: options }
  const errors = {
    ...withoutHiddenErrors(parsed.errors, hidden),
    ...errorsOf(
      validated,
      (field) => requiredError(field, visibleRecord, options) ?? boundError(field, visibleRecord, all) ?? unavailableOptionError(field, visibleRecord, change),
    ),
    ...errorsOf(sent, (field) => immutableFieldError(field, visibleRecord, change) ?? maskError(field, visibleRecord, options.previous)),
  }
  const computed = computedValues(all, visibleRecord, hidden, options)
  const value = { ...parsed.value, ...cleared, ...computed }
  if (!isComplete) return { value, errors }
  const states = stateErrors(validated, { record: visibleRecord, previous: options.previous, today: options.today })
  const brokenRules = ruleErrors(rules, { ...change, record: { ...visibleRecord, ...computed }, hidden, hasError: (name) => hasError(name, errors) })
  return { value, errors: { ...brokenRules, ...states, ...errors } }
}

const withDefaults = (fields: readonly Field[], input: RecordValues, { today }: ConditionContext): RecordValues =>
  Object.fromEntries(fields.map((field) => [field.name, input[field.name] === undefined ? (defaultOf(field, { today }) ?? null) : input[field.name]]))

/** Adds the stored lists that an update does not contain, if it may hide or require fields of their items. */
const withAffectedLists = (fields: readonly Field[], input: RecordValues, previous: RecordValues): RecordValues => {
  const affected = fields.filter((field) => field.type === 'rows' && !(field.name in input) && field.dependsOn.some((name) => name in input))
  return affected.length === 0 ? input : { ...Object.fromEntries(affected.map(({ name }) => [name, previous[name]])), ...input }
}

const parseFields = (fields: readonly Field[], input: RecordValues, options: ValidateOptions): ValidationResult => {
  const value: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  const context = contextOf(fields, input, options)
  for (const field of fields.filter((candidate) => candidate.name in input)) {
    const raw = input[field.name]
    const parsed = isEmpty(raw) ? { value: emptyValue(field) } : rulesOf(field.type).parse(raw, field, context)
    if ('error' in parsed) errors[field.name] = parsed.error
    else if ('errors' in parsed) Object.assign(errors, parsed.errors)
    else value[field.name] = parsed.value
  }
  return { value, errors }
}

const contextOf = (
  recordFields: readonly Field[],
  input: RecordValues,
  { today, role, previous, unwritableValues: recordUnwritable }: ValidateOptions,
): ParseContext => {
  const parent = parentOf(recordFields, input, {
    mode: 'update',
    today,
    role,
    ...(previous && { previous }),
    ...(recordUnwritable && { unwritableValues: recordUnwritable }),
  })
  return {
    today,
    parseItem: (columns: readonly RoleField[], record, list) => {
      const fields = itemFields(columns, record)
      const stored = previousItem(previous?.[list], record)
      const unwritableValues = Object.fromEntries(fields.flatMap((field) => (stored && field.writable === false ? [[field.name, stored[field.name]]] : [])))
      return validateRecord({ fields }, record, { mode: 'create', today, role, unwritableValues, ...(parent && { parent }) })
    },
  }
}

/** Returns the record for the conditions of its list items; undefined if no condition refers to it. */
const parentOf = (fields: readonly Field[], input: RecordValues, options: ValidateOptions): RecordValues | undefined => {
  if (!fields.some((field) => field.type === 'rows' && field.dependsOn.length > 0)) return undefined
  const plainFields = fields.filter(({ type }) => type !== 'rows')
  const { value } = parseFields(plainFields, input, options)
  return visibleValues(fields, { ...options.previous, ...options.unwritableValues, ...value }, options)
}

/** Returns the empty value of a field: an empty list for lists, so that null and [] need not be distinguished. */
export const emptyValue = ({ type }: Pick<Field, 'type'>): unknown => (rulesOf(type).hasListValues ? [] : null)

const requiredError = (field: Field, record: RecordValues, context: ConditionContext): string | undefined => {
  if (!isEmpty(record[field.name]) || !isRequiredNow(field, record, context)) return undefined
  return rulesOf(field.type).isSelected ? mustChoose(field.label) : required(field.label)
}

const errorsOf = (fields: readonly Field[], errorOf: (field: Field) => string | undefined): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const message = errorOf(field)
      return message ? [[field.name, message]] : []
    }),
  )

const hasError = (field: string, errors: Readonly<Record<string, string>>): boolean => Object.keys(errors).some((name) => isErrorOfField(field, name))

// The error of a list item has a path such as `FeeItems.0.Amount`.
const isErrorOfField = (field: string, name: string): boolean => name === field || name.startsWith(`${field}.`)

const withoutHiddenErrors = (errors: Readonly<Record<string, string>>, hidden: readonly Field[]): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !hidden.some((field) => isErrorOfField(field.name, name))))
