import type { ActionCall } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import type { Operation } from '../../schema/language/types'
import { requireMaintainer } from '../access/operations'
import type { Call, Handler } from '../http/call'
import { runAction, runActionOnSeveral } from './actions'
import { contextOf, keyOf } from './context'
import { createRecord } from './create'
import { deleteRecord, deleteRecords } from './delete'
import { getRecord } from './get'
import { listRecords } from './list'
import { listPlans } from './list-plan'
import { selectList } from './options'
import { updateRecord } from './update'

/** Returns the generic handler of an operation on the records of a resource. */
export const recordsHandler = (resource: Resource, operation: Operation): Handler => {
  if (operation === 'list') return listHandler(resource)
  const run = handlers[operation]
  return (call) => run(resource, call)
}

/** Returns the generic handler of a declared action. */
export const actionHandler =
  (resource: Resource, { action, several }: ActionCall): Handler =>
  (call) =>
    several
      ? runActionOnSeveral(writeContext(resource, call), resource, action, call.body)
      : runAction(writeContext(resource, call), resource, action, { key: keyOf(resource, call), body: call.body })

const listHandler = (resource: Resource): Handler => {
  const planFor = listPlans(resource)
  return (call) => {
    const context = contextOf(call)
    return listRecords(context, planFor(context), call.query)
  }
}

const handlers: Readonly<Record<Exclude<Operation, 'list'>, (resource: Resource, call: Call) => Promise<unknown>>> = {
  get: (resource, call) => getRecord(contextOf(call), resource, keyOf(resource, call)),
  create: (resource, call) => createRecord(writeContext(resource, call), resource, call.body),
  update: (resource, call) => updateRecord(writeContext(resource, call), resource, keyOf(resource, call), call.body),
  delete: (resource, call) => deleteRecord(writeContext(resource, call), resource, keyOf(resource, call)),
  multiDelete: (resource, call) => deleteRecords(writeContext(resource, call), resource, call.body),
  selectList: (resource, call) => selectList(contextOf(call), resource),
}

const writeContext = (resource: Resource, call: Call): ReturnType<typeof contextOf> => {
  const context = contextOf(call)
  requireMaintainer(context, resource)
  return context
}
