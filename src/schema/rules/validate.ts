import { rulesOf } from '../field-types'
import type { ParseContext } from '../field-types/field-type'
import type { Resource } from '../language/resource'
import {
  type ConditionContext,
  type Field,
  isEntered,
  type ListField,
  type RecordValues,
  type RoleField,
} from '../language/types'
import { standardNames } from '../load/standard-fields'
import { boundError } from './bounds'
import { computedValues } from './computed'
import { isEmpty } from './condition'
import {
  type ChangeContext,
  hiddenFields,
  isRequiredNow,
  unavailableOptionError,
  visibleValues,
  withoutHidden,
} from './conditional'
import { defaultOf } from './defaults'
import { identifiedItems, itemFields, itemsOf, orphanedValues, previousItem } from './list-items'
import { mustChoose, required, unknownField } from './messages'
import { immutableFieldError, maskError, ruleErrors, stateErrors } from './record-rules'
import { mergedRecords, recordFactory } from './record-values'

/** The values that the validation of a record needs in addition to the input. */
export interface ValidateOptions extends ConditionContext {
  readonly mode: 'create' | 'update'
  /** The record before an update. */
  readonly previous?: RecordValues
  /** The stored values of fields that the role cannot write, for conditions on these fields. */
  readonly unwritableValues?: RecordValues
}

type ParseOptions = Omit<ValidateOptions, 'mode'>

/** The parsed values of a record, and its errors. */
export interface ValidationResult {
  /**
   * The values to write: for a new record all entered fields, for an update the fields in the input and the fields that
   * a condition hides.
   * Computed fields are included.
   */
  readonly value: RecordValues
  /**
   * A zh-TW message for each invalid field.
   * The name of a field in a list item is a path such as `FeeItems.0.Amount`.
   */
  readonly errors: Readonly<Record<string, string>>
}

/** The properties of a resource that the validation of its records needs. */
type ValidatedResource = Pick<Resource, 'fields'> & Partial<Pick<Resource, 'rules'>>

/**
 * Parses and validates a record.
 * Browser and server use this function.
 * References and uniqueness need the database, so only the server validates them.
 */
export const validateRecord = (
  resource: ValidatedResource,
  input: RecordValues,
  options: ValidateOptions,
): ValidationResult => recordValidator(resource)(input, options)

/** Parses and validates a record of one resource. */
export type RecordValidator = (input: RecordValues, options: ValidateOptions) => ValidationResult

/** Returns the function that parses and validates records of a resource. It is created once for each resource. */
export const recordValidator = (resource: ValidatedResource): RecordValidator => {
  const validator = validators.get(resource) ?? newValidator(resource)
  validators.set(resource, validator)
  return validator
}

const validators = new WeakMap<ValidatedResource, RecordValidator>()

const newValidator = (resource: ValidatedResource): RecordValidator => {
  const knownNames = new Set([...resource.fields.map(({ name }) => name), ...ignoredNames])
  const enteredFields = enteredFieldsOf(resource.fields)
  return (input, options) => {
    const unknownNames = Object.keys(input).filter((name) => !knownNames.has(name))
    const result = validateFields(resource, enteredFields, { input, options })
    return {
      value: result.value,
      errors: { ...Object.fromEntries(unknownNames.map((name) => [name, unknownField()])), ...result.errors },
    }
  }
}

// Names in the input that are neither validated nor reported as unknown.
// A record from a form contains the standard fields, `id` (the key, which the browser adds) and `Labels` (the names of
// references, which the server adds).
const ignoredNames = [...standardNames, 'id', 'Labels']

/** The entered fields of a record, prepared for the validation of many records. */
interface EnteredFields {
  readonly entered: readonly Field[]
  /** Returns a record with a value for each entered field. */
  readonly createRecord: ReturnType<typeof recordFactory<Field>>
  /** The validators of the items of list fields, by the name of the field. */
  readonly itemValidators: ReadonlyMap<string, RecordValidator>
}

const enteredFieldsOf = (fields: readonly Field[]): EnteredFields => {
  const entered = fields.filter(isEntered)
  const lists = entered.filter((field) => field.type === 'rows')
  return {
    entered,
    createRecord: recordFactory(entered),
    itemValidators: new Map(lists.map((list) => [list.name, newValidator({ fields: list.fields })])),
  }
}

const validateFields = (
  { fields: allFields, rules = [] }: ValidatedResource,
  enteredFields: EnteredFields,
  { input, options }: { readonly input: RecordValues; readonly options: ValidateOptions },
): ValidationResult => {
  const { mode, previous, unwritableValues } = options
  const { entered: fields } = enteredFields
  const completedInput =
    mode === 'create' ? withDefaults(enteredFields, input, options) : withAffectedLists(fields, input, previous ?? {})
  const parsed = parseFields(enteredFields, completedInput, options)
  const record = previous || unwritableValues ? mergedRecords(previous, unwritableValues, parsed.value) : parsed.value
  const hidden = hiddenFields(allFields, record, options)
  const visibleFields = fields.filter((field) => !hidden.includes(field))
  const fieldsToClear = hidden.filter(
    (field) =>
      isEntered(field) && (mode === 'create' ? parsed.value[field.name] !== null : !isEmpty(record[field.name])),
  )
  const visibleRecord = withoutHidden(record, hidden)
  // If an update has no previous record, the values of the fields that were not sent are unknown.
  const isComplete = mode === 'create' || previous !== undefined
  const validatedFields = visibleFields.filter(
    (field) => !hasError(field.name, parsed.errors) && (isComplete || field.name in completedInput),
  )
  const changedFields = mode === 'update' ? visibleFields.filter((field) => field.name in completedInput) : []
  const change: ChangeContext = { previous, context: options }
  const errors = {
    ...withoutHiddenErrors(parsed.errors, hidden),
    ...errorsOf(
      validatedFields,
      (field) =>
        requiredError(field, visibleRecord, options) ??
        boundError(field, visibleRecord, allFields) ??
        unavailableOptionError(field, visibleRecord, change),
    ),
    ...errorsOf(
      changedFields,
      (field) => immutableFieldError(field, visibleRecord, change) ?? maskError(field, visibleRecord, previous),
    ),
  }
  const computed = computedValues(allFields, visibleRecord, hidden, options)
  const value = withValues(withoutHidden(parsed.value, fieldsToClear), computed)
  if (!isComplete) return { value, errors }
  const errorsOfStates = stateErrors(validatedFields, { record: visibleRecord, previous, today: options.today })
  const errorsOfRules = ruleErrors(rules, {
    ...change,
    record: withValues(visibleRecord, computed),
    hidden,
    hasError: (name) => hasError(name, errors),
  })
  return { value, errors: { ...errorsOfRules, ...errorsOfStates, ...errors } }
}

const withDefaults = (
  { createRecord }: EnteredFields,
  input: RecordValues,
  { today }: ConditionContext,
): RecordValues =>
  createRecord((field) => (input[field.name] === undefined ? (defaultOf(field, { today }) ?? null) : input[field.name]))

const withValues = (record: RecordValues, values: RecordValues): RecordValues =>
  Object.keys(values).length === 0 ? record : mergedRecords(record, values)

/** Adds stored lists that an update does not contain, if the update may hide or require fields of their items. */
const withAffectedLists = (fields: readonly Field[], input: RecordValues, previous: RecordValues): RecordValues => {
  const affectedLists = fields.filter(
    (field): field is ListField =>
      field.type === 'rows' && !(field.name in input) && field.dependsOn.some((name) => name in input),
  )
  return affectedLists.length === 0
    ? input
    : {
        ...Object.fromEntries(
          affectedLists.map((list) => [list.name, identifiedItems(list.fields, itemsOf(previous[list.name]))]),
        ),
        ...input,
      }
}

const parseFields = (enteredFields: EnteredFields, input: RecordValues, options: ParseOptions): ValidationResult => {
  const errors: Record<string, string> = {}
  const invalidFields: Field[] = []
  const context = parseContextOf(enteredFields, input, options)
  const parseField = (field: Field): unknown => {
    const raw = input[field.name]
    const parsed = isEmpty(raw)
      ? { value: emptyValueIn(field, options.previous) }
      : rulesOf(field.type).parse(raw, field, context)
    if (!('error' in parsed || 'errors' in parsed)) return parsed.value
    invalidFields.push(field)
    Object.assign(errors, 'error' in parsed ? { [field.name]: parsed.error } : parsed.errors)
    return undefined
  }
  const { entered, createRecord } = enteredFields
  const sentFields = entered.filter(({ name }) => name in input)
  const value =
    sentFields.length === entered.length
      ? createRecord(parseField)
      : Object.fromEntries(sentFields.map((field) => [field.name, parseField(field)]))
  for (const { name } of invalidFields) delete value[name]
  return { value, errors }
}

const parseContextOf = (enteredFields: EnteredFields, input: RecordValues, options: ParseOptions): ParseContext => {
  const { today, role, previous, unwritableValues: unwritableRecordValues } = options
  const parent = parentOf(enteredFields, input, {
    today,
    role,
    ...(previous && { previous }),
    ...(unwritableRecordValues && { unwritableValues: unwritableRecordValues }),
  })
  return {
    today,
    parseItem: (listFields: readonly RoleField[], item, list) => {
      const fields = itemFields(listFields, item)
      const storedItem = previousItem(previous?.[list], item)
      const unwritableValues = Object.fromEntries(
        fields.flatMap((field) =>
          storedItem && field.writable === false ? [[field.name, storedItem[field.name]]] : [],
        ),
      )
      // If fields of a stored item cannot be changed after creation, `itemFields` returns changed fields, which need a
      // validator of their own.
      const validate = (fields === listFields && enteredFields.itemValidators.get(list)) || newValidator({ fields })
      // Even a stored item is validated like a new record, because items are always sent as a whole.
      const result = validate(item, { mode: 'create', today, role, unwritableValues, ...(parent && { parent }) })
      return storedItem ? { ...result, value: { ...orphanedValues(listFields, storedItem), ...result.value } } : result
    },
  }
}

/**
 * Returns the record that contains the list items, for the conditions of the items; undefined if no condition refers to
 * the record.
 */
const parentOf = (
  { entered: fields, itemValidators }: EnteredFields,
  input: RecordValues,
  options: ParseOptions,
): RecordValues | undefined => {
  if (!fields.some((field) => field.type === 'rows' && field.dependsOn.length > 0)) return undefined
  const plainFields = fields.filter(({ type }) => type !== 'rows')
  const { value } = parseFields(
    { entered: plainFields, createRecord: recordFactory(plainFields), itemValidators },
    input,
    options,
  )
  return visibleValues(fields, { ...options.previous, ...options.unwritableValues, ...value }, options)
}

/**
 * Returns the value of a field that is sent empty.
 * An empty stored value stays as it is, so that a record that is sent back as it was read does not change: a list can
 * be null in a record that is older than its column.
 */
const emptyValueIn = (field: Field, previous: RecordValues | undefined): unknown => {
  const stored = previous?.[field.name]
  return stored !== undefined && isEmpty(stored) ? stored : emptyValue(field)
}

/**
 * Returns the empty value of a field.
 * For a field with several values it is an empty list, so that code need not distinguish null from [].
 */
export const emptyValue = ({ type }: Pick<Field, 'type'>): unknown => (rulesOf(type).hasListValues ? [] : null)

const requiredError = (field: Field, record: RecordValues, context: ConditionContext): string | undefined => {
  if (!isEmpty(record[field.name]) || !isRequiredNow(field, record, context)) return undefined
  return rulesOf(field.type).isChosen ? mustChoose(field.label) : required(field.label)
}

const errorsOf = (fields: readonly Field[], errorOf: (field: Field) => string | undefined): Record<string, string> => {
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const message = errorOf(field)
    if (message) errors[field.name] = message
  }
  return errors
}

const hasError = (field: string, errors: Readonly<Record<string, string>>): boolean =>
  Object.keys(errors).some((name) => isErrorOfField(field, name))

// The error of a list item has a path such as `FeeItems.0.Amount`.
const isErrorOfField = (field: string, name: string): boolean => name === field || name.startsWith(`${field}.`)

const withoutHiddenErrors = (
  errors: Readonly<Record<string, string>>,
  hidden: readonly Field[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => !hidden.some((field) => isErrorOfField(field.name, name))),
  )
