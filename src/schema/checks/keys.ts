import type { Finding } from '../language/shapes/shape'
import { tenantOf } from '../load/compile-resource'
import { placeholdersIn, unmatchedBrace } from '../text/interpolate'
import type { AllSchemas, Check } from './check'
import { bracesHint, placeOf, repeatedName, unmatchedBraceIn } from './check-messages'
import { type DeclaredField, type DeclaredSchema, keyNames, namesAt, objectUnder } from './declared/declared-schema'
import { cannotFinding, fieldValueFindings, findingAt, missingFieldFindings } from './findings'

/** S114: the key, the display text and the headings of a record name existing fields. */
export const checkKeyFields: Check = (schema) => [
  ...namesAt(schema.raw.key, ['key']).flatMap(({ name, path }) => missingFieldFindings('S114', name, path, schema)),
  ...['display', 'title', 'subtitle'].flatMap((key) => templateFindings(schema, key)),
]

/**
 * S125: a key names no field twice, and identifies a record: only the file that declares the tenants themselves can
 * have the tenant field as its whole key.
 */
export const checkKeyUniqueness: Check = (schema, all) => {
  const names = namesAt(schema.raw.key, ['key'])
  const duplicates = names.filter(({ name }, index) => names.findIndex((other) => other.name === name) < index)
  const isTenantAlone = isKeyedByTenantAlone(schema) && !declaresTenants(schema, all)
  return [
    ...duplicates.map(
      ({ name, path }): Finding => findingAt('S125', path, repeatedName('the key', name), 'Remove one of the two.'),
    ),
    ...(isTenantAlone
      ? [
          cannotFinding(
            'S125',
            ['key'],
            `be '${keyNames(schema.raw)[0]}' alone: a tenant has many records`,
            tenantKeyHint,
          ),
        ]
      : []),
  ]
}

const tenantKeyHint =
  'Add a field that distinguishes the records of a tenant, or omit "key" to number the records. Only a file to which other files refer, such as Agreement, can have its tenant as its key.'

/** Checks whether the key consists only of the tenant field. */
const isKeyedByTenantAlone = ({ raw }: DeclaredSchema): boolean => {
  const tenant = tenantOf(raw)
  return tenant !== 'shared' && keyNames(raw).every((name) => name === tenant)
}

/**
 * Checks whether the records of a file are the tenants: their key is not a reference, and records of other files refer
 * to them.
 */
const declaresTenants = (schema: DeclaredSchema, { schemas }: AllSchemas): boolean => {
  const [key] = keyNames(schema.raw)
  const refersToSchema = ({ type, raw }: DeclaredField) => type === 'reference' && raw.to === schema.name
  return (
    schema.declared.some(({ name, type }) => name === key && type !== 'reference') &&
    schemas.some((other) => other !== schema && other.declared.some(refersToSchema))
  )
}

const templateFindings = (schema: DeclaredSchema, key: string): Finding[] => {
  const template = schema.raw[key]
  if (typeof template !== 'string') return []
  const path = [key]
  return [
    ...placeholdersIn(template).flatMap((name) => missingFieldFindings('S114', name, path, schema)),
    ...(unmatchedBrace(template)
      ? [findingAt('S114', path, unmatchedBraceIn(placeOf(path), unmatchedBrace(template)), bracesHint)]
      : []),
  ]
}

/** S114: `unique` and `uniqueWhere` name existing fields and possible values. */
export const checkUnique: Check = (schema) =>
  schema.declared.flatMap(({ raw, path }): Finding[] => [
    ...namesAt(raw.unique, [...path, 'unique']).flatMap(({ name, path: keyPath }) =>
      missingFieldFindings('S114', name, keyPath, schema),
    ),
    ...(raw.unique === true && schema.raw.tenant === 'shared'
      ? [
          cannotFinding(
            'S114',
            [...path, 'unique'],
            'be true: a shared resource has no tenant',
            'Set it to a list of fields, or make the field the key.',
          ),
        ]
      : []),
    ...fieldValueFindings('S114', objectUnder(raw, 'uniqueWhere'), [...path, 'uniqueWhere'], schema),
  ])
