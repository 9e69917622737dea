import { isSequence } from '../beginnings'
import { isFieldType, rulesOf } from '../field-types'
import type { SchemaFile } from '../schema-file'
import { isObject, type Path, type RawObject } from '../shape/shape'
import { serialId, standardFields } from '../standard-fields'
import type { Field, FieldType } from '../types'

/** A field as its file says it, however wrong the rest of the file may be. */
export interface FieldView {
  readonly name: string
  readonly path: Path
  readonly raw: RawObject
  readonly type: FieldType | undefined
}

/** A schema file as the checks see it: only what has the right form, so that one mistake never hides another. */
export interface SchemaView {
  readonly name: string
  readonly raw: RawObject
  readonly kind: string
  readonly page: boolean
  /** The fields that the file declares. */
  readonly declared: readonly FieldView[]
  /** Those and the ones that every record has. */
  readonly fields: readonly FieldView[]
}

/** Reads what a file says about its fields, and nothing else. */
export const viewOf = ({ name, raw }: Pick<SchemaFile, 'name' | 'raw'>): SchemaView => {
  const isReport = raw.kind === 'report'
  const declared = isReport ? fieldViews(raw.parameters, ['parameters']) : fieldViews(raw.fields, ['fields'])
  const implied = isReport ? [] : [serialId, ...standardFields].filter((field) => !declared.some((one) => one.name === field.name))
  return {
    name,
    raw,
    kind: typeof raw.kind === 'string' ? raw.kind : 'records',
    page: raw.page !== false,
    declared,
    fields: [...declared, ...implied.filter((field) => field !== serialId || keyNames(raw).includes('SerialId')).map(impliedView)],
  }
}

/** The fields of an object in a file, as far as they are objects themselves. */
export const fieldViews = (fields: unknown, path: Path): FieldView[] =>
  Object.entries(isObject(fields) ? fields : {}).flatMap(([name, raw]) =>
    isObject(raw) ? [{ name, path: [...path, name], raw, type: isFieldType(raw.type) ? raw.type : undefined }] : [],
  )

/** The names under a key that holds one name or several, with the place of each. */
export const namesAt = (value: unknown, path: Path): { readonly name: string; readonly path: Path }[] => {
  if (typeof value === 'string') return [{ name: value, path }]
  return (Array.isArray(value) ? value : []).flatMap((name: unknown, index) => (typeof name === 'string' ? [{ name, path: [...path, index] }] : []))
}

/** The key's fields; SerialId when the file says nothing. */
export const keyNames = (raw: RawObject): string[] => namesAt(raw.key ?? 'SerialId', []).map(({ name }) => name)

/** What stands under a key, when it is an object. */
export const part = (raw: RawObject, key: string): RawObject => {
  const value = raw[key]
  return isObject(value) ? value : {}
}

/** Whether people enter the field. */
export const isEnteredView = ({ raw, type }: FieldView): boolean =>
  raw.readOnly !== true && raw.virtual !== true && !isSequence(raw.default) && (!type || rulesOf(type).entered !== false)

const impliedView = (field: Field): FieldView => ({
  name: field.name,
  path: ['fields'],
  raw: { type: field.type, label: field.label, readOnly: true },
  type: field.type,
})
