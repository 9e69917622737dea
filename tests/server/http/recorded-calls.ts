import { expect } from 'vitest'
import type { Endpoint } from '../../../src/contract/endpoint'
import { type EndpointId, endpoints } from '../../../src/contract/endpoints'
import type { RecordValues } from '../../../src/schema/language/types'
import type { Answer, Client, RequestOptions } from '../../support/client'

/** The parts of a call: the values of its path, and what it sends. */
export interface CallParts extends RequestOptions {
  readonly path?: Readonly<Record<string, unknown>>
}

/** Returns functions that make calls, which must succeed, and the ids of the calls that they have made. */
export const recordedCalls = () => {
  const made = new Set<EndpointId>()
  const call = async (by: Pick<Client, 'request'>, id: EndpointId, { path = {}, ...parts }: CallParts = {}) => {
    const endpoint: Endpoint = endpoints[id]
    const address = endpoint.path.replace(/:(\w+)/g, (_, name) => String(path[name]))
    const answer = await by.request(endpoint.method, address, parts)
    made.add(id)
    expect(isGood(endpoint, answer), `${id} returned ${answer.status} ${answer.text.slice(0, 300)}`).toBe(true)
    return answer
  }
  const itemsOf = async (by: Client, id: EndpointId, query: RequestOptions['query'] = {}): Promise<RecordValues[]> =>
    (await call(by, id, { query: { PageNo: 1, PageSize: 100, ...query } })).data.Items
  return { call, itemsOf, made }
}

const isGood = ({ response }: Endpoint, { status, code, bytes }: Answer): boolean =>
  response === 'file' ? status === 200 && code === '' && bytes.length > 0 : code === '0000'

/** Returns a form with the values and a file. */
export const formOf = (values: object, name: string, bytes: Uint8Array): FormData => {
  const form = new FormData()
  for (const [field, value] of Object.entries(values)) form.append(field, String(value))
  form.append('File', new File([new Uint8Array(bytes)], name))
  return form
}
