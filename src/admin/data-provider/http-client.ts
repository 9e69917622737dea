import type { fetchUtils } from 'react-admin'
import { send } from '../../browser/http'
import type { Endpoint } from '../../contract/endpoints'

/** What ra-data-simple-rest speaks through: the portal's own client, with the envelope already taken off. */
export const httpClient = async (url: string, { method = 'GET', body, signal }: fetchUtils.Options = {}) => {
  const endpoint: Endpoint = { method: methodOf(method), path: url, session: 'company', answer: 'data', ...(body ? { body: 'json' } : {}) }
  const json = await send<unknown>(endpoint, {
    ...(typeof body === 'string' ? { body: JSON.parse(body) as unknown } : {}),
    ...(signal ? { signal } : {}),
  })
  return { status: 200, headers: new Headers(), body: '', json }
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
const methodOf = (name: string): Endpoint['method'] => {
  const method = methods.find((one) => one === name)
  if (!method) throw new Error(`The contract has no ${name}.`)
  return method
}
