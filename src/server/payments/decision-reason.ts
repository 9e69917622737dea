import { isObject } from '../../schema/language/shapes/shape'
import { throwIfFieldErrors } from '../context'

/** Returns the reason in a body, 2 to 200 characters. Throws a refusal (2002) without one. */
export const readReason = (body: unknown): string => {
  const { Reason } = isObject(body) ? body : {}
  const reason = typeof Reason === 'string' ? Reason.trim() : ''
  if (reason.length < 2 || reason.length > 200) throwIfFieldErrors({ Reason: '請填寫原因，2 至 200 字。' })
  return reason
}
