import { isFieldType, rulesOf } from '../field-types'
import type { CompileContext, RawField } from '../field-types/field-type'
import type { RawFields } from '../language/raw-resource'
import type { RawObject } from '../language/shapes/shape'
import type { Field, FieldBase } from '../language/types'
import { dynamicDefaultIn, isSequence } from '../rules/defaults'

/** Compiles the fields of an object in a file. */
export const compileFields = (fields: RawFields, context: Parameters<typeof compileField>[2]): readonly Field[] =>
  Object.entries(fields).map(([name, field]) => compileField(name, field, context))

/** Compiles a field, with every default filled in. Its shape has been checked before. */
export const compileField = (name: string, raw: RawObject, context: Omit<CompileContext, 'field'> & { readonly tenant: string }): Field => {
  const type = isFieldType(raw.type) ? raw.type : 'string'
  const withFields = { ...context, field: (inner: string, field: RawObject) => compileField(inner, field, context) }
  const declared = { ...withSharedDefaults(name, raw, context.tenant), type }
  return withoutUndefined({ ...declared, ...rulesOf(type).compile?.(declared, withFields) })
}

const withSharedDefaults = (name: string, raw: RawObject, tenant: string): RawField => {
  const { unique, default: fixed, virtual = false } = raw as Partial<Pick<FieldBase, 'default' | 'virtual'>> & { readonly unique?: boolean | readonly string[] }
  const dynamicDefault = dynamicDefaultIn(isFieldType(raw.type) ? raw.type : undefined, fixed)
  return {
    label: name,
    required: false,
    readOnly: virtual || isSequence(fixed),
    writeOnce: false,
    detailOnly: false,
    virtual,
    ...raw,
    name,
    default: dynamicDefault ? undefined : fixed,
    dynamicDefault,
    unique: unique === true ? [tenant] : unique || undefined,
  }
}

// Undefined settings are left out, so that compiled schemas print and compare well.
const withoutUndefined = (field: object): Field => Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as unknown as Field
