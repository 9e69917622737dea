import type { Finding } from '../language/shapes/shape'
import { tenantOf } from '../load/compile-resource'
import { placeholdersIn, unmatchedBrace } from '../text/interpolate'
import type { AllSchemas, Check } from './check'
import { bracesHint, cannot, placeOf, repeated, unmatchedBraceIn } from './check-messages'
import { foundAt, mustBeField, wrongValuesIn } from './findings'
import { type FieldView, keyNames, namesAt, part, type SchemaView } from './view/schema-view'

/** S114: the key and the display text of a record name existing fields. */
export const checkKeyFields: Check = (schema) =>
  schema.kind === 'planned'
    ? []
    : [...namesAt(schema.raw.key, ['key']).flatMap(({ name, path }) => mustBeField('S114', name, path, schema)), ...displayNames(schema)]

/** S125: a key identifies a record. The tenant's field alone is a key only in the file of the tenants, to which other files refer. */
export const checkKeyUniqueness: Check = (schema, all) => {
  const names = namesAt(schema.raw.key, ['key'])
  const duplicates = names.filter(({ name }, index) => names.findIndex((other) => other.name === name) < index)
  const isTenantAlone = schema.kind !== 'planned' && isOfTenants(schema) && !namesTenants(schema, all)
  return [
    ...duplicates.map(({ name, path }): Finding => foundAt('S125', path, repeated('the key', name), 'Take one of the two out.')),
    ...(isTenantAlone
      ? [
          foundAt(
            'S125',
            ['key'],
            cannot('the key', `be '${keyNames(schema.raw)[0]}' alone: that is whose a record is, and a tenant has many records`),
            'Name what tells the records of one tenant apart as well, or leave "key" out: records are numbered then. Only the file that the references of others lead to, such as Agreement, has its tenant as its key.',
          ),
        ]
      : []),
  ]
}

const isOfTenants = ({ raw }: SchemaView): boolean => {
  const tenant = tenantOf(raw)
  return tenant !== 'shared' && keyNames(raw).every((name) => name === tenant)
}

/** Whether the records are the tenants: their key is not a reference, and records of other files refer to them. */
const namesTenants = (schema: SchemaView, { schemas }: AllSchemas): boolean => {
  const [key] = keyNames(schema.raw)
  const refersHere = ({ type, raw }: FieldView) => type === 'reference' && raw.to === schema.name
  return (
    schema.declared.some(({ name, type }) => name === key && type !== 'reference') &&
    schemas.some((other) => other !== schema && other.declared.some(refersHere))
  )
}

const displayNames = (schema: SchemaView): Finding[] => {
  const { display } = schema.raw
  if (typeof display !== 'string') return []
  const path = ['display']
  return [
    ...placeholdersIn(display).flatMap((name) => mustBeField('S114', name, path, schema)),
    ...(unmatchedBrace(display) ? [foundAt('S114', path, unmatchedBraceIn(placeOf(path), unmatchedBrace(display)), bracesHint)] : []),
  ]
}

/** S114: `unique` and `uniqueWhere` name existing fields and possible values. */
export const checkUnique: Check = (schema) =>
  schema.declared.flatMap(({ raw, path }): Finding[] => [
    ...namesAt(raw.unique, [...path, 'unique']).flatMap(({ name, path: at }) => mustBeField('S114', name, at, schema)),
    ...(raw.unique === true && schema.raw.tenant === 'shared'
      ? [
          foundAt(
            'S114',
            [...path, 'unique'],
            cannot(placeOf(path), 'be unique within the tenant: the resource is shared. Name the fields, or make it the key'),
          ),
        ]
      : []),
    ...Object.keys(part(raw, 'uniqueWhere')).flatMap((name) => mustBeField('S114', name, [...path, 'uniqueWhere', name], schema)),
    ...wrongValuesIn(part(raw, 'uniqueWhere'), [...path, 'uniqueWhere'], schema, 'S114'),
  ])
