import { rulesOf } from '../field-types'
import type { RoleView } from '../language/resource'
import { type Field, isInForm, type RoleField } from '../language/types'
import { conditionDependencies } from '../rules/conditional'

/** A form for a role: sections with their fields, and the fields that each of these depends on. */
export interface FormView {
  readonly resource: RoleView
  readonly mode: 'create' | 'update'
  readonly sections: readonly { readonly title: string; readonly fields: readonly FormField[] }[]
}

export interface FormField {
  readonly field: RoleField
  /** Shown without an input: it cannot change once the record exists, or the role cannot write it. */
  readonly fixed: boolean
  /** The fields that decide whether it is shown, required or locked. */
  readonly dependsOn: readonly string[]
}

/** Returns the form of new records, or of records that exist, for a role. */
export const formFor = (resource: RoleView, mode: FormView['mode']): FormView => ({
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

/** Whether a field is fixed once its record exists. */
export const isFixed = (field: RoleField, { key }: Pick<RoleView, 'key'>): boolean => field.writeOnce || field.writable === false || key.includes(field.name)

const conditionsOf = ({ shownWhen, requiredWhen, readOnlyWhen }: RoleField) => [shownWhen, requiredWhen, readOnlyWhen].filter((one) => one !== undefined)

/** Returns the fields that a list can be sorted by: its columns and its key, where their types have an order. */
export const sortableFields = (resource: RoleView): readonly Field[] =>
  resource.fields.filter(
    ({ name, type, masked }) =>
      rulesOf(type).sortable && !masked && (resource.list.columns.includes(name) || resource.key.includes(name) || resource.list.sort.field === name),
  )
