import { isFieldType, rulesOf } from '../field-types'
import type { CompileContext } from '../field-types/field-type'
import type { RawFields } from '../language/raw-resource'
import type { RawObject } from '../language/shapes/shape'
import type { Field, FieldBase } from '../language/types'
import { dynamicDefaultIn, isSequence } from '../rules/defaults'

/** Returns the fields of an object in a file. */
export const compileFields = (said: RawFields, context: Parameters<typeof compileField>[2]): readonly Field[] =>
  Object.entries(said).map(([name, field]) => compileField(name, field, context))

/** A field with every default filled in. Its form has been checked before. */
export const compileField = (name: string, raw: RawObject, context: Omit<CompileContext, 'field'> & { readonly tenant: string }): Field => {
  const type = isFieldType(raw.type) ? raw.type : 'string'
  const whole = { ...context, field: (inner: string, field: RawObject) => compileField(inner, field, context) }
  const base = baseOf(name, raw, context.tenant)
  return withoutGaps({ ...rulesOf(type).compile(raw, base, whole), default: base.default })
}

const baseOf = (name: string, raw: RawObject, tenant: string): FieldBase => {
  const said = raw as Partial<Omit<FieldBase, 'unique'>> & { readonly unique?: boolean | readonly string[] }
  const dynamicDefault = dynamicDefaultIn(isFieldType(raw.type) ? raw.type : undefined, said.default)
  return {
    name,
    label: said.label ?? name,
    help: said.help,
    required: said.required ?? false,
    default: dynamicDefault ? undefined : said.default,
    dynamicDefault,
    readOnly: said.readOnly ?? said.virtual ?? isSequence(said.default),
    writeOnce: said.writeOnce ?? false,
    detailOnly: said.detailOnly ?? false,
    unique: said.unique === true ? [tenant] : said.unique || undefined,
    uniqueWhere: said.uniqueWhere,
    personal: said.personal,
    index: said.index,
    was: said.was,
    virtual: said.virtual ?? false,
    shownWhen: said.shownWhen,
    requiredWhen: said.requiredWhen,
    readOnlyWhen: said.readOnlyWhen,
  }
}

// An absent setting is an absent key, so that completed schemas print and compare well.
const withoutGaps = (field: Field): Field => Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as unknown as Field
