import { warn } from '../browser/dialogs'
import { ApiError } from '../browser/http'

/** Tells of a refusal by ReturnCode where there is no form to stand in; HTTP errors have had their dialog. */
export const showRefusal = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error
  if (!error.shown) void warn(error.message)
}
