import type { ActionCall, BulkPreviewCall } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import type { Operation } from '../../schema/language/types'
import { requireUnmaskedList } from '../access/fields'
import { requireBankOperatorForSharedData } from '../access/operations'
import { requireReason } from '../access/reason'
import type { Call, Handler } from '../call'
import { contextOf, keyOf } from '../context'
import { previewBulkAction, runAction, runBulkAction } from './actions'
import { createRecord } from './create'
import { deleteRecord, deleteRecords, previewDeletion } from './delete'
import { createWithFiles, updateWithFiles } from './form-files'
import { getRecord } from './get'
import { readHistory } from './history'
import { listRecords } from './list/list'
import { readTabs } from './list/list-tabs'
import { selectList } from './options'
import { updateRecord } from './update'

/** Returns the generic handler of an operation on the records of a resource. */
export const recordsHandler =
  (resource: Resource, operation: Operation): Handler =>
  (call) =>
    handlers[operation](resource, call)

/** Returns the generic handler of a declared action. */
export const actionHandler =
  (resource: Resource, { action, isBulk }: ActionCall): Handler =>
  (call) =>
    isBulk
      ? runBulkAction(authorizedWriteContext(resource, call), resource, action, call.body)
      : runAction(authorizedWriteContext(resource, call), resource, action, {
          key: keyOf(resource, call),
          body: call.body,
        })

/**
 * Returns the generic handler that previews a bulk action: it returns the refusal that each record would get, and
 * writes nothing.
 */
export const bulkPreviewHandler =
  (resource: Resource, { action }: BulkPreviewCall): Handler =>
  (call) => {
    const context = authorizedWriteContext(resource, call)
    return action.set
      ? previewBulkAction(context, resource, action, call.body)
      : previewDeletion(context, resource, call.body)
  }

/**
 * Returns the handler of a list with unmasked personal data.
 * The handler throws a refusal if the role sees these data masked on detail pages.
 */
export const unmaskedListHandler =
  (resource: Resource): Handler =>
  (call) => {
    const context = contextOf(call)
    requireUnmaskedList(context, resource)
    return listRecords(context, resource, call.query, { unmasked: true })
  }

/** Returns the handler of the call for the counts and sums of a list's tabs. */
export const tabsHandler =
  (resource: Resource): Handler =>
  (call) =>
    readTabs(contextOf(call), resource, call.query)

/** Returns the handler of the call for the history of a record. */
export const historyHandler =
  (resource: Resource): Handler =>
  (call) =>
    readHistory(contextOf(call), resource, { key: keyOf(resource, call), query: call.query })

const handlers: Readonly<Record<Operation, (resource: Resource, call: Call) => Promise<unknown>>> = {
  list: (resource, call) => listRecords(contextOf(call), resource, call.query),
  get: (resource, call) => getRecord(contextOf(call), resource, keyOf(resource, call)),
  create: (resource, call) => {
    const context = authorizedWriteContext(resource, call)
    return call.endpoint.body === 'multipart'
      ? createWithFiles(call, resource)
      : createRecord(context, resource, call.body)
  },
  update: (resource, call) => {
    const context = authorizedWriteContext(resource, call)
    return call.endpoint.body === 'multipart'
      ? updateWithFiles(call, resource)
      : updateRecord(context, resource, keyOf(resource, call), call.body)
  },
  delete: (resource, call) => deleteRecord(authorizedWriteContext(resource, call), resource, keyOf(resource, call)),
  multiDelete: (resource, call) => deleteRecords(authorizedWriteContext(resource, call), resource, call.body),
  selectList: (resource, call) => selectList(contextOf(call), resource),
}

/**
 * Returns the context of a call that writes.
 * Throws a refusal if only operators of the bank may write records of the resource and the caller is not one, or if a
 * bank user has given no reason for working with personal data.
 */
const authorizedWriteContext = (resource: Resource, call: Call): ReturnType<typeof contextOf> => {
  const context = contextOf(call)
  requireBankOperatorForSharedData(context, resource)
  requireReason(context, resource)
  return context
}
