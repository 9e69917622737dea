import type { CallFacts } from '../../../schema/checks'
import type { Endpoint } from '../../endpoint'
import { endpoints } from '../../endpoints'
import { extensions } from '../../extensions'
import type { CallShape, DocumentedCall, SpecificCall } from '../call'
import { importCall, reportCall } from './declared'
import { enterpriseCalls } from './enterprise-area'
import { homeCalls } from './home'
import { payerCalls } from './payer-area'
import { recordCalls } from './records'
import { extCalls, userCalls } from './users-and-jobs'

/** The descriptions of all calls that are not generic; the compiler reports a missing one. */
const shapes: Readonly<Record<SpecificCall, CallShape>> = { ...homeCalls, ...payerCalls, ...enterpriseCalls, ...userCalls, ...extCalls, ...recordCalls }

const shapeById: ReadonlyMap<string, CallShape> = new Map(Object.entries(shapes))

/** Returns the description of a call, including the imports and reports that schemas declare; undefined for generic calls. */
export const shapeOfCall = (call: DocumentedCall): CallShape | undefined => shapeById.get(call.id) ?? importCall(call) ?? reportCall(call)

/** Returns the facts about calls that the schema checks of actions need. */
export const callFacts = (): Readonly<Record<string, CallFacts>> =>
  Object.fromEntries(Object.entries({ ...endpoints, ...extensions }).map(([id, endpoint]) => [id, factsOf(id, endpoint)]))

const factsOf = (id: string, { path, answer }: Endpoint): CallFacts => {
  const properties = shapeById.get(id)?.data?.properties
  return {
    parameters: path.split('/:').length - 1,
    file: answer === 'file',
    ...(typeof properties === 'object' && properties !== null ? { outputs: Object.keys(properties) } : {}),
  }
}
