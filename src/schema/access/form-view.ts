import type { RoleView } from '../language/resource'
import { isInForm, type RoleField } from '../language/types'
import { conditionDependencies } from '../rules/conditional'

/** A form for a role, with its sections and their fields. */
export interface FormView {
  readonly resource: RoleView
  readonly mode: 'create' | 'update'
  readonly sections: readonly { readonly title: string; readonly fields: readonly FormField[] }[]
}

/** A field of a form, and the fields on which it depends. */
export interface FormField {
  readonly field: RoleField
  /**
   * Whether the form shows the field without an input, because the field of an existing record cannot change or the
   * role cannot write it.
   */
  readonly isFixed: boolean
  /** The fields that determine whether the field is shown, required or read-only. */
  readonly dependsOn: readonly string[]
}

/** Returns the form of a role for new or for existing records. */
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
          isFixed: mode === 'update' && isFixed(field, resource),
          dependsOn: conditionDependencies(resource.fields, conditionsOf(field)),
        })),
    ),
  })),
})

/** Checks whether a field of an existing record cannot change, or the role cannot write it. */
export const isFixed = (field: RoleField, { key }: Pick<RoleView, 'key'>): boolean =>
  field.writeOnce || field.writable === false || key.includes(field.name)

const conditionsOf = ({ shownWhen, requiredWhen, readOnlyWhen }: RoleField) =>
  [shownWhen, requiredWhen, readOnlyWhen].filter((condition) => condition !== undefined)
