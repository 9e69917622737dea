import { defaultBy } from '../field-types/references'
import { hasTable } from '../language/resource'
import type { Finding, Path, RawObject } from '../language/shapes/shape'
import { type AllSchemas, type Check, reaches } from './check'
import { didYouMean } from './check-messages'
import { cannotAt, checkFieldValues, mustBeAt, mustBeField, notAResourceAt, repeatedAt } from './findings'
import { compiledField } from './view/field-value'
import { operationsOf } from './view/permission-view'
import { allFields, type DeclaredField, filtersOf, isEnteredView, namesAt, objectsAt, part, type SchemaView } from './view/schema-view'

/** S301, S302, S303, S309: a reference refers to a resource with a table, an existing field of it, and fields that both records have. */
export const checkReferences: Check = (schema, all) =>
  schema.declared
    .flatMap(allFields)
    .filter(({ type }) => type === 'reference' || type === 'referenceList')
    .flatMap((field) => {
      const other = typeof field.raw.to === 'string' ? all.get(field.raw.to) : undefined
      if (!other || !hasTable(other)) return noTable('S301', field.raw.to, [...field.path, 'to'], all)
      const by = typeof field.raw.by === 'string' ? field.raw.by : defaultBy(other.raw)
      return [
        ...mustBeField('S302', by, [...field.path, 'by'], other),
        ...namesAt(field.raw.same, [...field.path, 'same']).flatMap(({ name, path }) => bothHave(name, path, schema, other)),
        ...(field.raw.maxDepth !== undefined && other.name !== schema.name
          ? [cannotAt('S309', [...field.path, 'maxDepth'], `be set: '${field.name}' refers to '${other.name}', not to '${schema.name}'`)]
          : []),
      ]
    })

/** S308: a count names a resource with a table, and fields that both records have. */
export const checkCounts: Check = (schema, all) =>
  schema.declared
    .filter(({ type }) => type === 'count')
    .flatMap(({ raw, path }) => {
      const other = typeof raw.of === 'string' ? all.get(raw.of) : undefined
      if (!other || !hasTable(other)) return noTable('S308', raw.of, [...path, 'of'], all)
      return [
        ...namesAt(raw.by, [...path, 'by']).flatMap(({ name, path: at }) => bothHave(name, at, schema, other, 'S308')),
        ...checkFieldValues('S308', part(raw, 'where'), [...path, 'where'], other),
      ]
    })

/** S304: a rule such as ApplyCode.TermNoLen names a reference of the same record and a field of the right type in the referenced resource. */
export const checkReferenceRules: Check = (schema, all) =>
  schema.declared.flatMap((field) => [
    ...ruleFindings(schema, field, 'lengthOf', all, ['integer']),
    ...ruleFindings(schema, field, 'within', all, ['enum', 'enumList']),
  ])

const ruleFindings = (schema: SchemaView, { raw, path }: DeclaredField, key: string, all: AllSchemas, types: readonly string[]): Finding[] => {
  const rule = raw[key]
  if (typeof rule !== 'string') return []
  const at = [...path, key]
  const [reference, name, ...rest] = rule.split('.')
  const found = schema.declared.find((one) => one.name === reference && one.type === 'reference')
  if (!found || !name || rest.length > 0)
    return [mustBeAt('S304', at, `'Reference.Field' with a reference of '${schema.name}'`, didYouMean(reference ?? '', references(schema)))]
  const other = typeof found.raw.to === 'string' ? all.get(found.raw.to) : undefined
  const missing = other ? mustBeField('S304', name, at, other) : []
  const type = other?.fields.find((field) => field.name === name)?.type
  return type && !types.includes(type) ? [mustBeAt('S304', at, `a field of type ${types.join(' or ')}; '${name}' is of type '${type}'`)] : missing
}

const references = ({ declared }: SchemaView): string[] => declared.filter(({ type }) => type === 'reference').map(({ name }) => name)

const bothHave = (name: string, path: Path, schema: SchemaView, other: SchemaView, id: Finding['id'] = 'S303'): Finding[] => [
  ...mustBeField(id, name, path, schema),
  ...(other === schema ? [] : mustBeField(id, name, path, other)),
]

const noTable = (id: Finding['id'], to: unknown, path: Path, all: AllSchemas): Finding[] => {
  if (typeof to !== 'string' || all.unreadable.includes(to)) return []
  const names = all.schemas.filter(hasTable).map(({ name }) => name)
  return all.get(to) ? [cannotAt(id, path, `be '${to}': that resource has no table`)] : [notAResourceAt(id, path, to, didYouMean(to, names))]
}

/** S311: required references form no cycle, because the first record could not be created. */
export const checkReferenceCycles: Check = (schema, all) => {
  const requiredReferences = (one: SchemaView | undefined): readonly DeclaredField[] =>
    one?.declared.filter((field) => field.type === 'reference' && field.raw.required === true && isEnteredView(field)) ?? []
  const targets = (name: string) => requiredReferences(all.get(name)).map(({ raw }) => String(raw.to))
  return requiredReferences(schema)
    .filter(({ raw }) => reaches(String(raw.to), schema.name, targets))
    .map(({ raw, path }): Finding => cannotAt('S311', path, `be required: '${raw.to}' requires a record of '${schema.name}'`))
}

/** S344, S345, S346: a related list names a page with a list, a reference to this resource that the list can be filtered by, and columns that it has. */
export const checkRelatedLists: Check = (schema, all) =>
  objectsAt(schema.raw.related, ['related']).flatMap(({ raw, path }) => {
    const { of } = raw
    if (typeof of !== 'string' || all.unreadable.includes(of)) return []
    const other = all.get(of)
    const at = [...path, 'of']
    if (schema.kind !== 'records' || !schema.page) return [cannotAt('S344', path, `be in '${schema.name}': it has no detail page`)]
    const names = all.schemas.map(({ name }) => name)
    if (!other) return [notAResourceAt('S344', at, of, didYouMean(of, names))]
    if (other.kind !== 'records' || !other.page || !operationsOf(other).includes('list')) return [cannotAt('S344', at, `be '${of}': it has no list page`)]
    return [...referenceFindings(raw, path, { schema, other, all }), ...columnFindings(raw, path, other)]
  })

interface RelatedContext {
  readonly schema: SchemaView
  readonly other: SchemaView
  readonly all: AllSchemas
}

const referenceFindings = ({ by }: RawObject, path: Path, { schema, other, all }: RelatedContext): Finding[] => {
  if (typeof by !== 'string') return []
  const at = [...path, 'by']
  const found = (reason: string, hint?: string): Finding => cannotAt('S345', at, reason, hint)
  const field = other.fields.find(({ name }) => name === by)
  if (!field) return mustBeField('S345', by, at, other)
  if (field.type !== 'reference' || field.raw.to !== schema.name) return [found(`be '${by}': it does not refer to '${schema.name}'`)]
  const filters = filtersOf(other)
  return agreeingFields(field, other, all)
    .filter((name) => !filters.some((one) => one.name === name && [undefined, 'exact', 'in'].some((match) => match === one.match)))
    .map((name) => found(`be '${by}': the list of '${other.name}' has no filter on '${name}'`, `Add '${name}' to the filters of '${other.name}'.`))
}

/** Returns the name of the reference and the fields in which both records must agree. */
const agreeingFields = (field: DeclaredField, { raw }: SchemaView, all: AllSchemas): readonly string[] => {
  const compiled = compiledField(field, raw, all)
  return [field.name, ...(compiled?.type === 'reference' ? compiled.same : [])]
}

const columnFindings = ({ columns }: RawObject, path: Path, other: SchemaView): Finding[] => {
  const shown = namesAt(part(other.raw, 'list').columns, []).map(({ name }) => name)
  return namesAt(columns, [...path, 'columns']).flatMap(({ name, path: at }, index, names): Finding[] => [
    ...mustBeField('S346', name, at, other),
    ...(shown.length > 0 && !shown.includes(name) && other.fields.some((field) => field.name === name)
      ? [cannotAt('S346', at, `be '${name}': the list of '${other.name}' does not show it`)]
      : []),
    ...(names.findIndex((one) => one.name === name) < index ? [repeatedAt('S346', at, name)] : []),
  ])
}
