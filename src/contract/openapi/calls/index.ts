import type { CallFacts } from '../../../schema/checks'
import type { Endpoint } from '../../endpoint'
import { endpoints } from '../../endpoints'
import { extensions } from '../../extensions'
import type { CallShape, DocumentedCall, OwnCall } from '../call'
import { importCall, reportCall } from './declared'
import { enterpriseCalls } from './enterprise-area'
import { homeCalls } from './home'
import { payerCalls } from './payer-area'
import { plannedBodies, recordCalls } from './records'
import { extCalls, userCalls } from './users-and-jobs'

/** The descriptions of all calls that are not generic; the compiler reports a missing one. */
const own: Readonly<Record<OwnCall, CallShape>> = { ...homeCalls, ...payerCalls, ...enterpriseCalls, ...userCalls, ...extCalls, ...recordCalls }

const byId: ReadonlyMap<string, CallShape> = new Map(Object.entries(own))

/** Returns the description of a call; undefined for generic calls. */
export const ownCall = (id: string): CallShape | undefined => byId.get(id)

/** Returns the description of a call, also for the imports and reports that schemas declare. */
export const shapeOfCall = (call: DocumentedCall): CallShape | undefined => ownCall(call.id) ?? importCall(call) ?? reportCall(call)

export { plannedBodies }

/** Returns the facts about calls that the schema checks of actions need. */
export const callFacts = (): Readonly<Record<string, CallFacts>> =>
  Object.fromEntries(Object.entries({ ...endpoints, ...extensions }).map(([id, endpoint]) => [id, factsOf(id, endpoint)]))

const factsOf = (id: string, { path, answer }: Endpoint): CallFacts => {
  const properties = ownCall(id)?.data?.properties
  return {
    parameters: path.split('/:').length - 1,
    file: answer === 'file',
    ...(typeof properties === 'object' && properties !== null ? { outputs: Object.keys(properties) } : {}),
  }
}
