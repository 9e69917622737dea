import type { RawResource } from './raw-resource'
import type { FormSection } from './resource'
import type { Field, RoleField } from './types'

/** The form's sections; one with everything when the file says nothing. */
export const completeForm = (said: RawResource['form'], fields: readonly Field[]): readonly FormSection[] => {
  if (said) return said
  const entered = fields.filter(isInForm).map((field) => field.name)
  return entered.length > 0 ? [{ title: '基本資料', fields: entered }] : []
}

/** Whether people enter the field. */
export const isEntered = (field: Field): boolean => !field.readOnly && !field.virtual

/** Whether a form shows the field: what people enter, what follows from it, and what the role only reads. */
export const isInForm = (field: RoleField): boolean => isEntered(field) || field.type === 'computed' || field.writable === false
