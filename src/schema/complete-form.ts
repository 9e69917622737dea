import type { Field, FormSection } from './types'

/** The form's sections; one with everything when the file says nothing. */
export const completeForm = (raw: unknown, fields: readonly Field[]): readonly FormSection[] => {
  if (Array.isArray(raw)) return raw as readonly FormSection[]
  const entered = fields.filter(isInForm).map((field) => field.name)
  return entered.length > 0 ? [{ title: '基本資料', fields: entered }] : []
}

/** Whether people enter the field. */
export const isEntered = (field: Field): boolean => !field.readOnly && !field.virtual

/** Whether a form shows the field: what people enter, what follows from it, and what the role at hand only reads. */
export const isInForm = (field: Field): boolean => isEntered(field) || field.type === 'computed' || field.withheld === true
