import { rulesOf } from '../field-types'
import type { RoleView } from '../language/resource'
import { type Field, isInForm, type RoleField } from '../language/types'
import { conditionDependencies } from '../rules/conditional'

/** A form for a role: sections with their fields, and the fields on which each field depends. */
export interface FormView {
  readonly resource: RoleView
  readonly mode: 'create' | 'update'
  readonly sections: readonly { readonly title: string; readonly fields: readonly FormField[] }[]
}

export interface FormField {
  readonly field: RoleField
  /** Whether the field is shown without an input: it cannot change once the record exists, or the role cannot write it. */
  readonly fixed: boolean
  /** The fields that decide whether it is shown, required or locked. */
  readonly dependsOn: readonly string[]
}

/** Returns the form for new or for existing records, as a role may use it. */
export const formViewFor = (resource: RoleView, mode: FormView['mode']): FormView => ({
  resource,
  mode,
  sections: resource.form.map(({ title, fields }) => ({
    title,
    fields: fields.flatMap((name) =>
      resource.fields
        .filter((field) => field.name === name && isInForm(field) && !(mode === 'create' && field.writable === false))
        .map((field) => ({
          field,
          fixed: mode === 'update' && isFixed(field, resource),
          dependsOn: conditionDependencies(resource.fields, conditionsOf(field)),
        })),
    ),
  })),
})

/** Checks whether a field cannot change once its record exists, or cannot be written by the role. */
export const isFixed = (field: RoleField, { key }: Pick<RoleView, 'key'>): boolean => field.writeOnce || field.writable === false || key.includes(field.name)

const conditionsOf = ({ shownWhen, requiredWhen, readOnlyWhen }: RoleField) =>
  [shownWhen, requiredWhen, readOnlyWhen].filter((condition) => condition !== undefined)

/** Returns the fields by which a role can sort a list: columns and key fields whose types can be sorted. Sorting by a masked field would disclose what the mask hides. */
export const sortableFields = (resource: RoleView): readonly Field[] =>
  resource.fields.filter(
    ({ name, type, masked }) =>
      rulesOf(type).isSortable && !masked && (resource.list.columns.includes(name) || resource.key.includes(name) || resource.list.sort.field === name),
  )
