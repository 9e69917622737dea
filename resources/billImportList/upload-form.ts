/** The values of the upload's form. */
export type Values = Readonly<Record<string, unknown>>

/** Returns the non-empty values as texts, and the file. */
export const fieldsOf = ({ File: file, ...values }: Values): Readonly<Record<string, string | File>> => ({
  ...textsOf(values),
  ...(file instanceof File ? { File: file } : {}),
})

/** Returns the non-empty values as texts. */
export const textsOf = (values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null || value === undefined || value === '' ? [] : [[name, String(value)]])))

/** Returns the body of a call that uploads a file. */
export const toForm = (values: Readonly<Record<string, string | File>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  return form
}
