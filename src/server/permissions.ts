import { actionCalls } from '../schema/action-endpoints'
import { endpointId } from '../schema/endpoints'
import { importEndpoints } from '../schema/imports/import-endpoints'
import type { SchemaSet } from '../schema/schema-set'
import { mayOperate } from '../schema/sight'
import { operations, type Resource } from '../schema/types'

/** Whether the schema files let a role make the call; they narrow what the rights on the page allow. */
export const permits = (schemas: SchemaSet, id: string, role: string): boolean => {
  const rules = rulesBySchemas.get(schemas) ?? rulesOf(schemas)
  rulesBySchemas.set(schemas, rules)
  return (rules.get(id) ?? []).every((rule) => rule(role))
}

type Rule = (role: string) => boolean

// Made once: every call is asked.
const rulesBySchemas = new WeakMap<SchemaSet, ReadonlyMap<string, readonly Rule[]>>()

const rulesOf = ({ resources }: SchemaSet): ReadonlyMap<string, readonly Rule[]> => {
  const rules = new Map<string, Rule[]>()
  const add = (id: string, rule: Rule) => rules.set(id, [...(rules.get(id) ?? []), rule])
  for (const resource of resources) {
    for (const operation of operations) add(endpointId(resource.endpoints.controller, operation), (role) => mayOperate(resource, role, operation))
    // A spreadsheet is many new records.
    for (const id of Object.keys(importEndpoints(resource))) add(id, (role) => mayOperate(resource, role, 'create'))
    for (const { id, action } of actionCalls(resource)) {
      add(id, (role) => action.roles?.includes(role) ?? mayOperate(resource, role, 'update'))
    }
  }
  for (const id of new Set(calledActions(resources).map(({ call }) => call))) {
    // A call that several buttons make is for whoever has one of them.
    const roles = calledActions(resources).flatMap((action) => (action.call === id ? [action.roles] : []))
    add(id, (role) => roles.some((some) => some === undefined || some.includes(role)))
  }
  return rules
}

const calledActions = (resources: readonly Resource[]) =>
  resources.flatMap(({ actions }) => actions.flatMap(({ call, roles }) => (call === undefined ? [] : [{ call, roles }])))
