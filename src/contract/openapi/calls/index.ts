import type { DocumentedCall } from '../call'
import type { CallShape, OwnCall } from './call-shape'
import { enterpriseCalls } from './enterprise-area'
import { homeCalls } from './home'
import { importCall } from './imports'
import { payerCalls } from './payer-area'
import { plannedBodies, recordCalls } from './records'
import { reportCall } from './reports'
import { extCalls, userCalls } from './users-and-jobs'

/** Everything that is written by hand about a call; the compiler names a call that lacks it. */
const own: Readonly<Record<OwnCall, CallShape>> = { ...homeCalls, ...payerCalls, ...enterpriseCalls, ...userCalls, ...extCalls, ...recordCalls }

const byId: ReadonlyMap<string, CallShape> = new Map(Object.entries(own))

/** What is written about a call that is not generic; undefined for a generic one. */
export const ownCall = (id: string): CallShape | undefined => byId.get(id)

/** The same, also for the calls that a schema declares beyond the ones on records. */
export const shapeOfCall = (call: DocumentedCall): CallShape | undefined => ownCall(call.id) ?? importCall(call) ?? reportCall(call)

export { plannedBodies }
