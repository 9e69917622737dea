import type { CallFacts } from '../schema/checks'
import type { Endpoint } from './endpoint'
import { endpoints } from './endpoints'
import { extensions } from './extensions'
import { ownCall } from './openapi/calls'

/** What the checks of schemas know of the calls that an action may name. */
export const callFacts = (): Readonly<Record<string, CallFacts>> =>
  Object.fromEntries(Object.entries({ ...endpoints, ...extensions }).map(([id, endpoint]) => [id, factsOf(id, endpoint)]))

const factsOf = (id: string, { path, answer }: Endpoint): CallFacts => {
  const properties = ownCall(id)?.data?.properties
  return {
    parameters: path.split('/:').length - 1,
    file: answer === 'file',
    ...(typeof properties === 'object' && properties !== null ? { answers: Object.keys(properties) } : {}),
  }
}
