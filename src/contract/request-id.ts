import { noticeCallId, noticeChannelCodes } from '../domain/message-channels'

/**
 * The property of a JSON body, or the field of a form, that identifies a creation.
 * If the response is lost, the browser sends the creation again with the same value, and the server creates nothing
 * twice.
 */
export const requestId = 'RequestId'

/** Hours for which a server remembers the RequestId of a creation. */
export const requestIdHours = 24

/** Returns whether a value is a RequestId: a UUID. */
export const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)

/**
 * Returns whether the reference backend accepts a RequestId in a call: in each call that creates a record, imports a
 * file or sends notices.
 */
export const takesRequestId = (id: string): boolean => /\.(create|Import)$/.test(id) || otherCalls.includes(id)

const otherCalls: readonly string[] = ['SelfCollection.UploadExcel', ...noticeChannelCodes.map(noticeCallId)]
