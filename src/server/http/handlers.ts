import { actionCalls } from '../../schema/calls/endpoints'
import { type Operation, operations } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { importHandler } from '../imports/records/handler'
import { actionHandler, recordsHandler } from '../records/handler'
import { reportHandler } from '../reports/handler'
import { controllers } from '../routes/index'
import type { Handler } from './call'

/** Returns the handler of a call: written by hand, generic for records, or for what a schema declares; undefined where there is none yet. */
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

/** Returns whether a call has a handler. */
export const isServed =
  (schemas: SchemaSet) =>
  (id: string): boolean =>
    handlerFor(id, schemas) !== undefined

const operationHandlerOf = (controller: string, name: string, schemas: SchemaSet): Handler | undefined => {
  const operation = operationOf(name)
  const resource = schemas.resources.find((one) => one.endpoints.controller === controller && serves(one, operation))
  return resource && operation && recordsHandler(resource, operation)
}

const actionHandlerOf = (id: string, schemas: SchemaSet): Handler | undefined => {
  for (const resource of schemas.resources) {
    const call = actionCalls(resource).find((one) => one.id === id)
    if (call && resource.kind === 'records') return actionHandler(resource, call)
  }
  return undefined
}

const serves = (resource: Resource, operation: Operation | undefined): boolean =>
  resource.kind === 'records' && operation !== undefined && resource.endpoints.operations.includes(operation)

const operationOf = (name: string): Operation | undefined => (name === 'GetAllSelectList' ? 'selectList' : operations.find((operation) => operation === name))
