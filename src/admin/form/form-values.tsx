import type { ReactNode } from 'react'
import {
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Resolver,
  type ResolverResult,
  set,
  type UseFormReturn,
  useController,
  useFormContext,
  useWatch,
} from 'react-hook-form'
import { tenantFields } from '../../domain/access/roles'
import { isReference } from '../../schema/field-types'
import { isOption } from '../../schema/field-types/options'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { type Field, isEntered } from '../../schema/language/types'
import { defaultOf } from '../../schema/rules/defaults'
import { emptyValue, validateRecord } from '../../schema/rules/validate'
import { writableValues } from '../data-provider/write'
import { type ValueScope, ValueScopeContext } from '../fields/value-scope'
import { conditionContextNow, defaultContextNow } from '../hooks/condition-context'
import { workingAgreement } from '../hooks/working-agreement'
import { useBlur } from './initial-focus'
import { useEnabledInput } from './server-errors'

/** Provides a form as the value scope of the inputs within it. */
export const FormScopeProvider = <Values extends FieldValues>({
  form,
  children,
}: {
  form: UseFormReturn<Values>
  children: ReactNode
}) => (
  <FormProvider {...form}>
    <ValueScopeContext value={formScope}>{children}</ValueScopeContext>
  </FormProvider>
)

const formScope: ValueScope = {
  useBoundValue: (source, disabled) => {
    const { field, fieldState } = useController({ name: source })
    useEnabledInput(source, disabled)
    const blur = useBlur(source, field.value, field.onBlur)
    return {
      value: field.value as unknown,
      change: field.onChange,
      blur,
      message: fieldState.error?.message ?? fieldState.error?.root?.message,
      ref: field.ref,
      fieldPath: [source],
    }
  },
  useValues: (names) => useWatch({ name: [...names] }),
  useSetValue: () => {
    const { setValue } = useFormContext()
    return (name, value) => setValue(name, value, { shouldDirty: true, shouldValidate: true })
  },
}

/** Returns the resolver of a form, which validates it with the same rules as the server. */
export const formResolver =
  (resource: Resource, mode: 'create' | 'update', previous?: RecordValues): Resolver =>
  (values) => {
    const context = conditionContextNow()
    const sentValues = writableValues(resource, values, mode, context)
    // Only the server checks the rules of fields without an input: an error found here would have no input that shows
    // it, but errors of the server are shown above the form.
    const rules = resource.rules.filter(({ at }) => at in sentValues)
    const fields = resource.fields.map((field) => withBackendOptions(field, sentValues[field.name]))
    const { errors } = validateRecord({ fields, rules }, sentValues, {
      mode,
      ...context,
      ...(previous ? { previous } : {}),
    })
    return resolverResult(values, errors)
  }

// Only the backend knows the options of a field with `optionsFrom`, so it alone refuses a code.
const withBackendOptions = (field: Field, value: unknown): Field => {
  if (!('options' in field) || field.optionsFrom === undefined) return field
  const others = [value ?? []].flat().filter((code) => typeof code === 'string' && !isOption(field, code))
  return { ...field, options: [...field.options, ...others.map((code) => [String(code), String(code)] as const)] }
}

/**
 * Returns the result of a resolver for errors by path. react-hook-form expects nested errors, so a path such as
 * `FeeItems.0.Amount` becomes three levels.
 */
export const resolverResult = <Values extends FieldValues>(
  values: Values,
  errors: Readonly<Record<string, string>>,
): ResolverResult<Values> => {
  const tree: FieldErrors<Values> = {}
  for (const [path, message] of Object.entries(errors)) set(tree, path, { type: 'schema', message })
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors: tree }
}

/**
 * Returns the initial values of a form for a new record: the defaults of the schema, and the agreement with which the
 * user works.
 */
export const newRecordValues = (resource: Resource): RecordValues =>
  Object.fromEntries(resource.fields.filter(isEntered).map((field) => [field.name, initialValue(field)]))

/** Returns the initial values of a form for an existing record. */
export const existingRecordValues = (resource: Resource, record: RecordValues): RecordValues =>
  Object.fromEntries(
    resource.fields
      .filter((field) => isEntered(field) || resource.key.includes(field.name))
      .map((field) => [field.name, record[field.name] ?? emptyValue(field)]),
  )

const initialValue = (field: Field): unknown =>
  defaultOf(field, defaultContextNow()) ?? defaultAgreement(field) ?? emptyValue(field)

const defaultAgreement = (field: Field): string | undefined =>
  field.name === tenantFields.agreement && isReference(field) ? (workingAgreement() ?? undefined) : undefined
