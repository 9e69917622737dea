import { actionCalls } from '../../schema/calls/endpoints'
import { operations } from '../../schema/language/language'
import type { SchemaSet } from '../../schema/load/schema-set'
import { importHandler } from '../imports/records/handler'
import { actionHandler, recordsHandler } from '../records/handler'
import { reportHandler } from '../reports/handler'
import { controllers } from '../routes/index'
import type { Handler } from './call'

/** Returns the handler of a call: a hand-written one, the generic one for records, or that of an action, import or report of a schema file; undefined if there is none yet. */
export const handlerFor = (id: string, schemas: SchemaSet): Handler | undefined => {
  const [controller = '', name = ''] = id.split('.')
  return (
    controllers[controller]?.[name] ??
    operationHandlerOf(controller, name, schemas) ??
    actionHandlerOf(id, schemas) ??
    importHandler(controller, name, schemas) ??
    reportHandler(controller, name, schemas, (other) => handlerFor(other, schemas))
  )
}

/** Returns the function that tells whether a call has a handler. */
export const isServed =
  (schemas: SchemaSet) =>
  (id: string): boolean =>
    handlerFor(id, schemas) !== undefined

const operationHandlerOf = (controller: string, name: string, schemas: SchemaSet): Handler | undefined => {
  const operation = name === 'GetAllSelectList' ? 'selectList' : operations.find((one) => one === name)
  if (!operation) return undefined
  const resource = schemas.resources.find(
    ({ kind, endpoints }) => kind === 'records' && endpoints.controller === controller && endpoints.operations.includes(operation),
  )
  return resource && recordsHandler(resource, operation)
}

const actionHandlerOf = (id: string, schemas: SchemaSet): Handler | undefined => {
  for (const resource of schemas.resources) {
    const call = actionCalls(resource).find((one) => one.id === id)
    if (call && resource.kind === 'records') return actionHandler(resource, call)
  }
  return undefined
}
