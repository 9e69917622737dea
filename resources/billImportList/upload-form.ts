/** The values of the upload form, by field. */
export type FormValues = Readonly<Record<string, unknown>>

/** Returns the fields of a request from the values of the form: the non-empty values as texts, and the file. */
export const requestFieldsOf = ({ File: file, ...values }: FormValues): Readonly<Record<string, string | File>> => ({
  ...textsOf(values),
  ...(file instanceof File ? { File: file } : {}),
})

/** Returns the non-empty values as texts. */
export const textsOf = (values: FormValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )

/** Returns the multipart body of a request. */
export const toFormData = (fields: Readonly<Record<string, string | File>>): FormData => {
  const formData = new FormData()
  for (const [name, value] of Object.entries(fields)) formData.append(name, value)
  return formData
}
