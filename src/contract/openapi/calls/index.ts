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

/** Everything that is written by hand about a call; the compiler names a call that lacks it. */
const own: Readonly<Record<OwnCall, CallShape>> = { ...homeCalls, ...payerCalls, ...enterpriseCalls, ...userCalls, ...extCalls, ...recordCalls }

const byId: ReadonlyMap<string, CallShape> = new Map(Object.entries(own))

/** Returns what is written about a call that is not generic; undefined for a generic one. */
export const ownCall = (id: string): CallShape | undefined => byId.get(id)

/** Returns what is written about a call, also for the calls that schemas declare. */
export const shapeOfCall = (call: DocumentedCall): CallShape | undefined => ownCall(call.id) ?? importCall(call) ?? reportCall(call)

export { plannedBodies }

/** Returns what the checks of schemas know of the calls that an action may name. */
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
