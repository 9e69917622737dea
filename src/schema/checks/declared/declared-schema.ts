import { facetsOf, isFieldType, rulesOf } from '../../field-types'
import type { ValueFacets } from '../../field-types/field-type'
import { isObject, type Path, type RawObject } from '../../language/shapes/shape'
import type { Field, FieldType } from '../../language/types'
import { columnName } from '../../load/names'
import type { SchemaFile } from '../../load/schema-file'
import { serialId, standardFields } from '../../load/standard-fields'
import { isSequenceDefault } from '../../rules/defaults'
import { isMisspelledIn } from '../check-messages'

/** A field as its file declares it, readable even if the rest of the file has mistakes. */
export interface DeclaredField {
  readonly name: string
  readonly path: Path
  readonly raw: RawObject
  readonly type: FieldType | undefined
}

/** A schema file as the checks read it: only its valid parts, so that one mistake never hides another. */
export interface DeclaredSchema {
  readonly name: string
  readonly raw: RawObject
  readonly kind: string
  readonly hasPage: boolean
  /** The fields that the file declares, with the parameters of a report. */
  readonly declared: readonly DeclaredField[]
  /**
   * The declared fields and the standard fields that the portal adds to records; for a view or a report over records,
   * the fields of the resource whose records it lists.
   */
  readonly fields: readonly DeclaredField[]
}

/** Reads the content of a schema file for the checks. */
export const declaredSchemaOf = ({ name, raw }: Pick<SchemaFile, 'name' | 'raw'>): DeclaredSchema => {
  const isReport = raw.kind === 'report'
  const declared = [
    ...declaredFieldsIn(raw.fields, ['fields']),
    ...(isReport ? declaredFieldsIn(raw.parameters, ['parameters']) : []),
  ]
  const standard = isReport
    ? []
    : [serialId, ...standardFields].filter((field) => !declared.some((other) => other.name === field.name))
  return {
    name,
    raw,
    kind: typeof raw.kind === 'string' ? raw.kind : 'records',
    hasPage: raw.page !== false,
    declared,
    // Records have a serial id only if it is their key.
    fields: [
      ...declared,
      ...standard
        .filter((field) => field !== serialId || keyNames(raw).includes('SerialId'))
        .map(declaredStandardField),
    ],
  }
}

/** Returns the fields in an object of a file. Ignores entries that are not objects. */
export const declaredFieldsIn = (fields: unknown, path: Path): DeclaredField[] =>
  Object.entries(isObject(fields) ? fields : {}).flatMap(([name, raw]) =>
    isObject(raw) ? [{ name, path: [...path, name], raw, type: isFieldType(raw.type) ? raw.type : undefined }] : [],
  )

/** Returns the fields of the items of a list field. */
export const itemFieldsIn = ({ raw, path }: Pick<DeclaredField, 'raw' | 'path'>): DeclaredField[] =>
  declaredFieldsIn(raw.fields, [...path, 'fields'])

/** Returns a field and, for a list field, the fields of its items. */
export const withItemFields = (field: DeclaredField): DeclaredField[] => [
  field,
  ...(field.type === 'rows' ? itemFieldsIn(field) : []),
]

/** Returns the objects of a list, each with its path. */
export const objectsAt = (value: unknown, path: Path): { readonly raw: RawObject; readonly path: Path }[] =>
  (Array.isArray(value) ? value : []).flatMap((raw: unknown, index) =>
    isObject(raw) ? [{ raw, path: [...path, index] }] : [],
  )

/** Returns the name of the controller that serves the calls of a file. */
export const controllerOf = ({ name, raw }: Pick<DeclaredSchema, 'name' | 'raw'>): string => {
  const { controller } = objectUnder(raw, 'endpoints')
  return typeof controller === 'string' ? controller : name.charAt(0).toUpperCase() + name.slice(1)
}

/** Returns the filters of a list. A filter has `match` only if the file declares it. */
export const filtersOf = (
  schema: DeclaredSchema,
): { readonly name: string; readonly path: Path; readonly match?: unknown }[] => {
  const { filters } = objectUnder(schema.raw, 'list')
  return (Array.isArray(filters) ? filters : []).flatMap((filter: unknown, index) => {
    const path = ['list', 'filters', index]
    if (typeof filter === 'string') return [{ name: filter, path }]
    return isObject(filter) && typeof filter.field === 'string'
      ? [{ name: filter.field, path, match: filter.match }]
      : []
  })
}

/** Returns the name of the table that a file describes. */
export const tableName = ({ name, raw }: Pick<DeclaredSchema, 'name' | 'raw'>): string =>
  typeof raw.table === 'string' ? raw.table : columnName(name)

/** Returns the names in a value, which may be one name or a list of names, each name with its path. */
export const namesAt = (value: unknown, path: Path): { readonly name: string; readonly path: Path }[] => {
  if (typeof value === 'string') return [{ name: value, path }]
  return (Array.isArray(value) ? value : []).flatMap((name: unknown, index) =>
    typeof name === 'string' ? [{ name, path: [...path, index] }] : [],
  )
}

/** Returns the names of the key's fields; SerialId if the file declares no key. */
export const keyNames = (raw: RawObject): string[] => namesAt(raw.key ?? 'SerialId', []).map(({ name }) => name)

/** Returns the object under a key; an empty object if the value is not an object. */
export const objectUnder = (raw: RawObject, key: string): RawObject => {
  const value = raw[key]
  return isObject(value) ? value : {}
}

/** Returns the facets of a field's values; none for an unknown type. */
export const facetsOfDeclared = ({ type, raw }: DeclaredField): ValueFacets =>
  type ? facetsOf({ type, as: raw.as }) : {}

/** Checks whether users enter the field. `isEntered` checks the same for a compiled field. */
export const isUserEntered = ({ raw, type }: DeclaredField): boolean =>
  raw.readOnly !== true &&
  raw.virtual !== true &&
  !isSequenceDefault(raw.default) &&
  (!type || rulesOf(type).canBeEntered !== false)

const declaredStandardField = (field: Field): DeclaredField => ({
  name: field.name,
  path: ['fields'],
  raw: { type: field.type, label: field.label, readOnly: true },
  type: field.type,
})

/** Returns the entered fields that are in no section of the form; none if the file declares no form. */
export const missingInForm = (schema: DeclaredSchema) => {
  const formNames = sectionFieldNames(schema).map(({ name }) => name)
  const fieldNames = schema.fields.map(({ name }) => name)
  const isInForm = ({ name }: DeclaredField) => formNames.includes(name) || isMisspelledIn(name, formNames, fieldNames)
  return Array.isArray(schema.raw.form)
    ? schema.declared.filter((field) => isUserEntered(field) && !isInForm(field))
    : []
}

/** Returns the names of the fields in the sections of the form or of the detail page, each with its path. */
export const sectionFieldNames = ({ raw }: DeclaredSchema, key: 'form' | 'detail' = 'form') => {
  const sections = raw[key]
  return (Array.isArray(sections) ? sections : []).flatMap((section: unknown, index) =>
    isObject(section) ? namesAt(section.fields, [key, index, 'fields']) : [],
  )
}

/** An action as its file declares it. */
export interface DeclaredAction {
  readonly name: string
  readonly path: Path
  readonly raw: RawObject
  readonly on: readonly string[]
  readonly inputs: readonly DeclaredField[]
}

/** Returns the actions of a file. Ignores entries that are not objects. */
export const actionsOf = ({ raw }: Pick<DeclaredSchema, 'raw'>): DeclaredAction[] =>
  Object.entries(objectUnder(raw, 'actions')).flatMap(([name, action]) => {
    if (!isObject(action)) return []
    const path = ['actions', name]
    return [
      {
        name,
        path,
        raw: action,
        on: [action.on ?? 'row'].flat().map(String),
        inputs: declaredFieldsIn(action.inputs, [...path, 'inputs']),
      },
    ]
  })

/** Returns the inputs of an action or of an import as a schema, so that the checks of fields apply to them. */
export const inputsAsSchema = (
  schema: DeclaredSchema,
  { name, raw, inputs }: Pick<DeclaredAction, 'name' | 'raw'> & { readonly inputs: readonly DeclaredField[] },
): DeclaredSchema => ({
  ...schema,
  name,
  raw: { tenant: schema.raw.tenant, call: raw.call },
  declared: inputs,
  fields: inputs,
})
