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
import { frozenError, maskError, ruleErrors, stateErrors } from './record-rules'

export interface ValidateOptions extends ConditionContext {
  readonly mode: 'create' | 'update'
  /** The record before an update. */
  readonly previous?: RecordValues
  /** Stored values of fields that the role cannot write. */
  readonly unwritten?: RecordValues
}

export interface ValidationResult {
  /** The values to write: for a new record every entered field, for an update the fields of the input and those that conditions clear. */
  readonly value: RecordValues
  /** A zh-TW message for each invalid field; fields of list items as `FeeItems.0.Amount`. */
  readonly errors: Readonly<Record<string, string>>
}

/** Parses and validates a record from a form or a program, in browser and server alike. References and uniqueness need the database and are validated by the server. */
export const validate = (
  resource: Pick<Resource, 'fields'> & Partial<Pick<Resource, 'rules'>>,
  input: RecordValues,
  options: ValidateOptions,
): ValidationResult => {
  const unknown = Object.keys(input).filter((name) => !resource.fields.some((field) => field.name === name) && !ignored.includes(name))
  const result = validateFields(resource, input, options)
  return { value: result.value, errors: { ...Object.fromEntries(unknown.map((name) => [name, unknownField()])), ...result.errors } }
}

// `id` is the key that the browser adds and Labels the server's texts for references; both are sent with a record and are ignored.
const ignored = [...standardNames, 'id', 'Labels']

const validateFields = ({ fields: all, rules = [] }: Parameters<typeof validate>[0], input: RecordValues, options: ValidateOptions): ValidationResult => {
  const { mode, previous = {} } = options
  const fields = all.filter(isEntered)
  const values = mode === 'create' ? withDefaults(fields, input, options) : withAffectedLists(fields, input, previous)
  const parsed = parseFields(fields, values, options)
  const record: RecordValues = { ...previous, ...options.unwritten, ...parsed.value }
  const hidden = hiddenFields(all, record, options)
  const shown = fields.filter((field) => !hidden.includes(field))
  const cleared = Object.fromEntries(
    hidden.filter((field) => isEntered(field) && (mode === 'create' || !isEmpty(record[field.name]))).map((field) => [field.name, null]),
  )
  const whole = { ...record, ...Object.fromEntries(hidden.map((field) => [field.name, null])) }
  // An update without the previous record does not have the whole record.
  const isWhole = mode === 'create' || options.previous !== undefined
  const validated = shown.filter((field) => !hasError(field.name, parsed.errors) && (isWhole || field.name in values))
  const sent = mode === 'update' ? shown.filter((field) => field.name in values) : []
  const change: ChangeContext = { previous: options.previous, context: options }
  const errors = {
    ...withoutHiddenErrors(parsed.errors, hidden),
    ...errorsOf(validated, (field) => requiredError(field, whole, options) ?? boundError(field, whole, all) ?? unavailableOptionError(field, whole, change)),
    ...errorsOf(sent, (field) => frozenError(field, whole, change) ?? maskError(field, whole, options.previous)),
  }
  const computed = computedValues(all, whole, hidden, options)
  const value = { ...parsed.value, ...cleared, ...computed }
  if (!isWhole) return { value, errors }
  const states = stateErrors(validated, { record: whole, previous: options.previous, today: options.today })
  const brokenRules = ruleErrors(rules, { ...change, record: { ...whole, ...computed }, hidden, hasError: (name) => hasError(name, errors) })
  return { value, errors: { ...brokenRules, ...states, ...errors } }
}

const withDefaults = (fields: readonly Field[], input: RecordValues, { today }: ConditionContext): RecordValues =>
  Object.fromEntries(fields.map((field) => [field.name, input[field.name] === undefined ? (defaultOf(field, { today }) ?? null) : input[field.name]]))

/** Adds the lists that an update does not send although it may hide or require fields of their items. */
const withAffectedLists = (fields: readonly Field[], input: RecordValues, previous: RecordValues): RecordValues => {
  const affected = fields.filter((field) => field.type === 'rows' && !(field.name in input) && field.dependsOn.some((name) => name in input))
  return affected.length === 0 ? input : { ...Object.fromEntries(affected.map(({ name }) => [name, previous[name]])), ...input }
}

const parseFields = (fields: readonly Field[], input: RecordValues, options: ValidateOptions): ValidationResult => {
  const value: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  const context = contextOf(fields, input, options)
  for (const field of fields.filter((one) => one.name in input)) {
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
  { today, role, previous, unwritten: recordUnwritten }: ValidateOptions,
): ParseContext => {
  const parent = parentOf(recordFields, input, {
    mode: 'update',
    today,
    role,
    ...(previous && { previous }),
    ...(recordUnwritten && { unwritten: recordUnwritten }),
  })
  return {
    today,
    parseItem: (columns: readonly RoleField[], record, list) => {
      const fields = itemFields(columns, record)
      const stored = previousItem(previous?.[list], record)
      const unwritten = Object.fromEntries(fields.flatMap((field) => (stored && field.writable === false ? [[field.name, stored[field.name]]] : [])))
      return validate({ fields }, record, { mode: 'create', today, role, unwritten, ...(parent && { parent }) })
    },
  }
}

/** Returns the record for the conditions of its list items; undefined where none refers to it. */
const parentOf = (fields: readonly Field[], input: RecordValues, options: ValidateOptions): RecordValues | undefined => {
  if (!fields.some((field) => field.type === 'rows' && field.dependsOn.length > 0)) return undefined
  const plainFields = fields.filter(({ type }) => type !== 'rows')
  const { value } = parseFields(plainFields, input, options)
  return visibleValues(fields, { ...options.previous, ...options.unwritten, ...value }, options)
}

/** Returns the empty value of a field: an empty list for lists, so that null and [] need not be distinguished. */
export const emptyValue = ({ type }: Pick<Field, 'type'>): unknown => (rulesOf(type).list ? [] : null)

const requiredError = (field: Field, record: RecordValues, context: ConditionContext): string | undefined => {
  if (!isEmpty(record[field.name]) || !isRequiredNow(field, record, context)) return undefined
  return rulesOf(field.type).chosen ? mustChoose(field.label) : required(field.label)
}

const errorsOf = (fields: readonly Field[], errorOf: (field: Field) => string | undefined): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const message = errorOf(field)
      return message ? [[field.name, message]] : []
    }),
  )

const hasError = (field: string, errors: Readonly<Record<string, string>>): boolean => Object.keys(errors).some((name) => belongsTo(field, name))

// The error of a list item has a path such as `FeeItems.0.Amount`.
const belongsTo = (field: string, name: string): boolean => name === field || name.startsWith(`${field}.`)

const withoutHiddenErrors = (errors: Readonly<Record<string, string>>, hidden: readonly Field[]): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !hidden.some((field) => belongsTo(field.name, name))))
