import { defaultBy } from '../field-types/references'
import { hasTable } from '../language/resource'
import type { Finding, Path } from '../language/shapes/shape'
import type { AllSchemas, Check } from './check'
import { cannot, didYouMean, placeOf } from './check-messages'
import { cannotAt, foundAt, mustBeAt, mustBeField, notAResourceAt, strangersIn } from './findings'
import { allFields, type FieldView, namesAt, part, type SchemaView } from './view'

/** E301, E302, E303, E309: a reference leads to a table, by a field, within what both records have. */
export const referencesLead: Check = (schema, all) =>
  schema.declared
    .flatMap(allFields)
    .filter(({ type }) => type === 'reference' || type === 'referenceList')
    .flatMap((field) => {
      const other = typeof field.raw.to === 'string' ? all.get(field.raw.to) : undefined
      if (!other || !hasTable(other)) return noTable('E301', field.raw.to, [...field.path, 'to'], all)
      const by = typeof field.raw.by === 'string' ? field.raw.by : defaultBy(other.raw)
      return [
        ...mustBeField('E302', by, [...field.path, 'by'], other),
        ...namesAt(field.raw.same, [...field.path, 'same']).flatMap(({ name, path }) => bothHave(name, path, schema, other)),
        ...(field.raw.maxDepth !== undefined && other.name !== schema.name
          ? [foundAt('E309', [...field.path, 'maxDepth'], cannot(placeOf(field.path), `limit its depth: it leads to '${other.name}', not to '${schema.name}'`))]
          : []),
      ]
    })

/** E308: a count follows a resource by fields that both have. */
export const countsLead: Check = (schema, all) =>
  schema.declared
    .filter(({ type }) => type === 'count')
    .flatMap(({ raw, path }) => {
      const other = typeof raw.of === 'string' ? all.get(raw.of) : undefined
      if (!other || !hasTable(other)) return noTable('E308', raw.of, [...path, 'of'], all)
      return [
        ...namesAt(raw.by, [...path, 'by']).flatMap(({ name, path: at }) => bothHave(name, at, schema, other, 'E308')),
        ...Object.keys(part(raw, 'where')).flatMap((name) => mustBeField('E308', name, [...path, 'where', name], other)),
        ...strangersIn(part(raw, 'where'), [...path, 'where'], other, 'E308'),
      ]
    })

/** E304: a rule such as ApplyCode.TermNoLen follows a reference of the same record to a field of the right type. */
export const rulesFollow: Check = (schema, all) =>
  schema.declared.flatMap((field) => [
    ...followed(schema, field, 'lengthOf', all, ['integer']),
    ...followed(schema, field, 'within', all, ['enum', 'enumList']),
  ])

const followed = (schema: SchemaView, { raw, path }: FieldView, key: string, all: AllSchemas, types: readonly string[]): Finding[] => {
  const rule = raw[key]
  if (typeof rule !== 'string') return []
  const at = [...path, key]
  const [reference, name, ...more] = rule.split('.')
  const found = schema.declared.find((one) => one.name === reference && one.type === 'reference')
  if (!found || !name || more.length > 0)
    return [mustBeAt('E304', at, `'Reference.Field' with a reference of '${schema.name}'`, didYouMean(reference ?? '', references(schema)))]
  const other = typeof found.raw.to === 'string' ? all.get(found.raw.to) : undefined
  const missing = other ? mustBeField('E304', name, at, other) : []
  const type = other?.fields.find((field) => field.name === name)?.type
  return type && !types.includes(type) ? [mustBeAt('E304', at, `a field of type ${types.join(' or ')}; '${name}' is of type '${type}'`)] : missing
}

const references = ({ declared }: SchemaView): string[] => declared.filter(({ type }) => type === 'reference').map(({ name }) => name)

const bothHave = (name: string, path: Path, schema: SchemaView, other: SchemaView, id: Finding['id'] = 'E303'): Finding[] => [
  ...mustBeField(id, name, path, schema),
  ...(other === schema ? [] : mustBeField(id, name, path, other)),
]

const noTable = (id: Finding['id'], to: unknown, path: Path, all: AllSchemas): Finding[] => {
  if (typeof to !== 'string' || all.unread.includes(to)) return []
  const names = all.schemas.filter(hasTable).map(({ name }) => name)
  return all.get(to) ? [cannotAt(id, path, `be '${to}': that page is only planned and has no table`)] : [notAResourceAt(id, path, to, didYouMean(to, names))]
}
