import { pages, rightsOf } from '../../domain/roles'
import { displayFields } from '../display'
import { rightOf } from '../endpoints'
import { expressionFields } from '../expression'
import { cannot, placeOf } from '../phrases'
import { expression as expressionShape } from '../shape/expression-shape'
import type { Finding } from '../shape/shape'
import { type Expression, operations } from '../types'
import { type Check, mustBeField } from './check'
import { conditionsOf, leavesOf } from './conditions'
import { type FieldAccessView, operationsOf, type PermissionView, permissionsOf } from './permission-view'
import { type FieldView, isEnteredView, keyNames, type SchemaView } from './view'

/** E331, E332, E333: what a role may do with a field is said of fields, leaves what everybody needs, and does not contradict itself. */
export const accessFits: Check = (schema) =>
  permissionsOf(schema).flatMap(({ fields }) =>
    fields.flatMap((access) => {
      const missing = mustBeField('E331', access.name, access.path, schema)
      const field = schema.fields.find(({ name }) => name === access.name)
      return field ? [...needed(access, schema), ...contradictions(access, field)] : missing
    }),
  )

const needed = ({ name, path, level }: FieldAccessView, schema: SchemaView): Finding[] => {
  const why = indispensable(name, schema)
  return why && (level('list') === 'hidden' || level('get') === 'hidden')
    ? [{ id: 'E332', path, message: cannot(placeOf(path), `hide '${name}': ${why}`) }]
    : []
}

const indispensable = (name: string, { raw }: SchemaView): string | undefined => {
  if (keyNames(raw).includes(name)) return 'it identifies the record'
  if (name === 'ApplyCode' || name === 'UniformNo') return 'it ties the record to its company'
  if (name === 'UpdateTime') return 'a change must name it'
  return typeof raw.display === 'string' && displayFields(raw.display).includes(name) ? 'the record calls itself by it' : undefined
}

const contradictions = ({ name, path, level }: FieldAccessView, { raw }: FieldView): Finding[] => {
  const found = (why: string, hint?: string): Finding => ({ id: 'E333', path, message: cannot(placeOf(path), why), hint })
  const reading = [level('list'), level('get')]
  return [
    ...(reading.includes('masked') && raw.personal === undefined
      ? [found(`mask '${name}': it has no class of personal data`, "Say 'personal' in the field, or hide it.")]
      : []),
    ...(level('get') === 'hidden' && level('list') !== 'hidden' ? [found(`hide '${name}' in get and show it in list`)] : []),
    ...(level('update') === 'editable' && level('create') !== 'editable' ? [found(`let '${name}' be changed and not entered`)] : []),
    ...(level('update') === 'editable' && level('get') !== 'editable' && level('get') !== 'readOnly'
      ? [found(`let '${name}' be changed by who does not see it`)]
      : []),
  ]
}

/** E334: a role can do what the resource does, what its rights on the page allow, and what other operations do not need more for. */
export const operationsFit: Check = (schema) =>
  permissionsOf(schema).flatMap(({ role, path, operations: said }) => {
    if (!said) return []
    const at = [...path, 'operations']
    const offered = operationsOf(schema)
    const found = (why: string): Finding => ({ id: 'E334', path: at, message: cannot(placeOf(at), why) })
    return [
      ...said
        .filter((one) => operations.some((known) => known === one) && !offered.includes(one))
        .map((one) => found(`allow '${one}': '${schema.name}' does not have it`)),
      ...beyondRights(role, said, schema).map((one) => found(`allow '${one}': the bank gives '${role}' no such right on '${schema.name}'`)),
      ...(said.length > 0 && offered.includes('list') && !said.includes('list') ? [found("leave out 'list' and allow others: records are found there")] : []),
      ...(said.includes('update') && offered.includes('get') && !said.includes('get') ? [found("allow 'update' without 'get': a form is filled by it")] : []),
    ]
  })

const beyondRights = (role: string, said: readonly string[], { name }: SchemaView): readonly string[] =>
  pages.some((page) => page === name) ? operations.filter((one) => said.includes(one) && !rightsOf(role, name).includes(rightOf(one))) : []

/** E335: who may create a record can enter what it requires. */
export const requiredIsWritable: Check = (schema) =>
  permissionsOf(schema)
    .filter(({ operations: said }) => (said ?? operationsOf(schema)).includes('create'))
    .flatMap(({ role, fields }) =>
      fields
        .filter(({ name, level }) => level('create') !== 'editable' && isRequired(schema.fields.find((one) => one.name === name)))
        .map(
          ({ name, path }): Finding => ({
            id: 'E335',
            path,
            message: cannot(placeOf(path), `keep '${name}' from '${role}': it is required, and the role may create records`),
          }),
        ),
    )

const isRequired = (field: FieldView | undefined): boolean => field?.raw.required === true && field.raw.default === undefined && isEnteredView(field)

/** E336: what follows from a hidden field would tell it, or go wrong on screens that lack it. */
export const nothingFollowsFromHidden: Check = (schema) => permissionsOf(schema).flatMap((permission) => betrayed(permission, schema))

const betrayed = ({ role, fields }: PermissionView, schema: SchemaView): Finding[] => {
  const isHidden = (name: string) => fields.some((one) => one.name === name && one.level('get') === 'hidden')
  return schema.declared
    .filter(({ name }) => !isHidden(name))
    .flatMap((field) =>
      [...new Set(looksAt(field, schema))].filter(isHidden).map((name): Finding => {
        const path = ['permissions', role, 'fields', name]
        return { id: 'E336', path, message: cannot(placeOf(path), `hide '${name}': '${field.name}' follows from it`), hint: `Hide '${field.name}' as well.` }
      }),
    )
}

const looksAt = (field: FieldView, schema: SchemaView): readonly string[] => [
  ...conditionsOf(schema).flatMap((view) => (view.field === field ? leavesOf(view.condition, []).map((leaf) => leaf.field) : [])),
  ...(field.type === 'computed' && isExpression(field.raw.value) ? expressionFields(field.raw.value) : []),
]

const isExpression = (value: unknown): value is Expression => expressionShape.check(value, []).length === 0
