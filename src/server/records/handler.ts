import type { ActionCall } from '../../schema/action-endpoints'
import type { Operation, Resource } from '../../schema/types'
import type { Call, Handler } from '../call'
import { runAction, runActionOnSeveral } from './actions'
import { contextOf, keyOf } from './context'
import { createRecord } from './create'
import { deleteRecord, deleteRecords } from './delete'
import { getRecord } from './get'
import { listRecords } from './list'
import { selectList } from './select-list'
import { refuseStrangers } from './tenant-input'
import { updateRecord } from './update'

/** The generic answer to an operation on the records of a resource; it knows no resource by name. */
export const recordsHandler = (resource: Resource, operation: Operation): Handler => {
  const run = handlers[operation]
  return (call) => run(resource, call)
}

/** The generic answer to an action that a file describes whole. */
export const actionHandler =
  (resource: Resource, { action, several }: ActionCall): Handler =>
  (call) =>
    several
      ? runActionOnSeveral(writing(resource, call), resource, action, call.body)
      : runAction(writing(resource, call), resource, action, { key: keyOf(resource, call), body: call.body })

const handlers: Readonly<Record<Operation, (resource: Resource, call: Call) => Promise<unknown>>> = {
  list: (resource, call) => listRecords(contextOf(call), resource, call.query),
  get: (resource, call) => getRecord(contextOf(call), resource, keyOf(resource, call)),
  create: (resource, call) => createRecord(writing(resource, call), resource, call.body),
  update: (resource, call) => updateRecord(writing(resource, call), resource, keyOf(resource, call), call.body),
  delete: (resource, call) => deleteRecord(writing(resource, call), resource, keyOf(resource, call)),
  multiDelete: (resource, call) => deleteRecords(writing(resource, call), resource, call.body),
  selectList: (resource, call) => selectList(contextOf(call), resource),
}

const writing = (resource: Resource, call: Call): ReturnType<typeof contextOf> => {
  const context = contextOf(call)
  refuseStrangers(context, resource)
  return context
}
