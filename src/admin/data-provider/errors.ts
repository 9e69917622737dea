import { HttpError } from 'react-admin'
import { ApiError } from '../../browser/http/api-error'
import type { Resource } from '../../schema/language/resource'

/** The body of an HttpError of this data provider. */
interface ErrorBody {
  /** The ReturnCode of the response. */
  readonly code: string
  /** Whether the HTTP client shows the error in a dialog, unless the call is quiet. */
  readonly hasDialog: boolean
  /** The messages for the fields of the form, by field; `root.serverError` has the messages for the form as a whole. */
  readonly errors?: Readonly<Record<string, unknown>>
  /** The messages of the response, by field or by parameter of a query. */
  readonly reported?: Readonly<Record<string, string>>
  /** The records for which a bulk change failed. */
  readonly failed?: readonly FailedRecord[]
}

/** A record for which a bulk change failed, and why. */
export interface FailedRecord {
  readonly id: string
  readonly message: string
}

/** Returns the error of a bulk change that failed for some of its records, while the other records were changed. */
export const bulkError = (failed: readonly { readonly id: string; readonly reason: unknown }[]): HttpError => {
  const failedRecords = failed.map(({ id, reason }) => ({
    id,
    message: reason instanceof Error ? reason.message : String(reason),
  }))
  const code = failed.map(({ reason }) => (reason instanceof ApiError ? reason.code : '')).find(Boolean) ?? ''
  const body: ErrorBody = { code, hasDialog: false, failed: failedRecords }
  // Status 200: responses have arrived, and only some records failed.
  return new HttpError(`有 ${failed.length} 筆資料未完成：${failedRecords[0]?.message ?? ''}`, 200, body)
}

/**
 * Returns the error of a failed call in the format that react-admin expects; other errors, such as cancelled calls, are
 * returned unchanged.
 */
export const asHttpError = (resource: Pick<Resource, 'fields'>, error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error
  const { code, hasDialog, errors: reported } = error
  const body: ErrorBody = { code, hasDialog, reported, ...formErrors(resource, error) }
  return new HttpError(error.message, error.status, body)
}

/** Returns the body of an error of this data provider, or null for any other error. */
export const errorBody = (error: unknown): ErrorBody | null =>
  error instanceof HttpError && isBody(error.body) ? error.body : null

/** Returns the messages of a failed call by field or by parameter of a query; none for any other error. */
export const reportedErrors = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof ApiError ? error.errors : errorBody(error)?.reported) ?? {}

/**
 * Returns the errors that a form shows after a call was rejected: those of its fields, or else the message.
 * Returns undefined if a dialog has shown the error, and for an error that the server did not report.
 */
export const formErrorsOf = (error: unknown): Readonly<Record<string, unknown>> | undefined => {
  const body = errorBody(error)
  if (!(error instanceof Error) || !body || body.hasDialog) return undefined
  return body.errors ?? { root: { serverError: error.message } }
}

// The ReturnCode with which the server rejects a change of a record that another user has changed.
const staleCode = '2009'

/** Returns whether another user has changed the record since it was read. */
export const isStale = (error: unknown): boolean => errorBody(error)?.code === staleCode

/** Returns the errors for the form, by field. The messages of all other errors become one error of the form. */
const formErrors = ({ fields }: Pick<Resource, 'fields'>, error: ApiError): Pick<ErrorBody, 'errors'> => {
  const errors = Object.entries(error.errors)
  if (errors.length === 0) return {}
  const fieldErrors = errors.filter(([name]) =>
    fields.some((field) => name === field.name || name.startsWith(`${field.name}.`)),
  )
  const otherMessages = errors.filter((entry) => !fieldErrors.includes(entry)).map(([, message]) => message)
  return {
    errors: {
      ...Object.fromEntries(fieldErrors),
      ...(otherMessages.length > 0 && { root: { serverError: otherMessages.join('\n') } }),
    },
  }
}

const isBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && 'code' in value && 'hasDialog' in value
