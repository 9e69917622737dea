import type { EndpointId } from '../../endpoints'
import type { ExtensionId } from '../../extensions'
import type { JsonSchema } from '../json'
import type { QueryParameter } from '../list-parameters'

/** What the endpoint table does not say of a call that is not generic. */
export interface CallShape {
  /** What it does, in a few words. */
  readonly title: string
  readonly text?: string
  readonly query?: readonly QueryParameter[]
  /** Takes the ticket of a captcha in the header VCode. */
  readonly captcha?: true
  readonly body?: JsonSchema
  /** OutData; absent = not fixed before the call is served. */
  readonly data?: JsonSchema
  /** Media type of a download. */
  readonly file?: string
}

/** Calls whose name says what they do: the generic ones. */
type Generic = `${string}.${'list' | 'get' | 'create' | 'update' | 'delete' | 'multiDelete' | 'GetAllSelectList'}`

/** Calls that need a description of their own. */
export type OwnCall = Exclude<EndpointId | ExtensionId, Generic>

/** Those of one controller. */
export type CallsOf<Controller extends string> = Readonly<Record<Extract<OwnCall, `${Controller}.${string}`>, CallShape>>

export const pdf = 'application/pdf'
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const anyFile = 'application/octet-stream'

/** The parameter that names a bill. */
export const billNo: QueryParameter = { name: 'SerialId', schema: { type: 'integer', minimum: 1, description: '帳單的序號' }, required: true }
