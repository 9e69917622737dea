import { isFieldType, rulesOf } from '../field-types'
import type { CompileContext, RawField } from '../field-types/field-type'
import type { RawFields } from '../language/raw-resource'
import type { RawObject } from '../language/shapes/shape'
import type { Field, FieldBase } from '../language/types'
import { dynamicDefaultIn, isSequenceDefault } from '../rules/defaults'

/** Compiles fields that a file declares by name. */
export const compileFields = (fields: RawFields, context: Parameters<typeof compileField>[2]): readonly Field[] =>
  withComputationOrder(Object.entries(fields).map(([name, field]) => compileField(name, field, context)))

/**
 * Sets `computationOrder` in the computed fields, so that each comes after the computed fields on which it depends.
 * A field that depends on itself does not cause an endless loop; the schema checks report it.
 */
export const withComputationOrder = (fields: readonly Field[]): readonly Field[] => {
  const computedInOrder: Field[] = []
  const add = (field: Field, dependents: readonly Field[]): void => {
    if (field.type !== 'computed' || computedInOrder.includes(field) || dependents.includes(field)) return
    for (const other of fields)
      if (other !== field && field.dependsOn.includes(other.name)) add(other, [...dependents, field])
    computedInOrder.push(field)
  }
  for (const field of fields) add(field, [])
  return fields.map((field) =>
    field.type === 'computed' ? { ...field, computationOrder: computedInOrder.indexOf(field) } : field,
  )
}

/** Compiles a field with defaults filled in. The shape of the declaration must have been checked. */
export const compileField = (
  name: string,
  raw: RawObject,
  context: Pick<CompileContext, 'rawOf' | 'file'> & { readonly tenant: string },
): Field => {
  const type = isFieldType(raw.type) ? raw.type : 'string'
  const fieldContext = {
    ...context,
    referenceColumnOf: (keyFieldType: unknown) =>
      isFieldType(keyFieldType) ? rulesOf(keyFieldType).referenceColumn : undefined,
    compileItemFields: (itemFields: RawFields) => compileFields(itemFields, context),
  }
  const declared = { ...withSharedDefaults(name, raw, context.tenant), type }
  const compiled = withoutUndefined({ ...declared, ...rulesOf(type).compile?.(declared, fieldContext) })
  return { ...compiled, required: compiled.required || mustHaveEntries(compiled) }
}

/**
 * Checks whether users must fill in a list because of its minimum: unless a condition says when the list is required.
 */
const mustHaveEntries = (field: Field): boolean =>
  rulesOf(field.type).hasListValues === true &&
  'min' in field &&
  typeof field.min === 'number' &&
  field.min > 0 &&
  !field.readOnly &&
  !field.requiredWhen

const withSharedDefaults = (name: string, raw: RawObject, tenant: string): RawField => {
  const {
    unique,
    default: declaredDefault,
    virtual = false,
  } = raw as Partial<Pick<FieldBase, 'default' | 'virtual'>> & { readonly unique?: boolean | readonly string[] }
  const dynamicDefault = dynamicDefaultIn(isFieldType(raw.type) ? raw.type : undefined, declaredDefault)
  return {
    label: name,
    required: false,
    readOnly: virtual || isSequenceDefault(declaredDefault),
    writeOnce: false,
    detailOnly: false,
    virtual,
    ...raw,
    name,
    default: dynamicDefault ? undefined : declaredDefault,
    dynamicDefault,
    unique: unique === true ? [tenant] : unique || undefined,
  }
}

// Removes settings that are undefined, so that compiled schemas can be compared and printed.
const withoutUndefined = (field: object): Field =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as unknown as Field
