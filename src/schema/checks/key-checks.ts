import { displayFields } from '../display'
import { looseBrace } from '../fill-text'
import { bracesHint, cannot, didYouMean, notOneOf, oddBrace, placeOf } from '../phrases'
import type { Finding, Path, RawObject } from '../shape/shape'
import type { Check } from './check'
import { mustBeField } from './check'
import { optionsOf } from './options'
import { namesAt, part, type SchemaView } from './view'

/** E114: what identifies and names a record must be fields. */
export const keyIsFields: Check = (schema) =>
  schema.kind === 'planned'
    ? []
    : [...namesAt(schema.raw.key, ['key']).flatMap(({ name, path }) => mustBeField('E114', name, path, schema)), ...displayNames(schema)]

const displayNames = (schema: SchemaView): Finding[] => {
  const { display } = schema.raw
  if (typeof display !== 'string') return []
  const path = ['display']
  return [
    ...displayFields(display).flatMap((name) => mustBeField('E114', name, path, schema)),
    ...(looseBrace(display) ? [{ id: 'E114' as const, path, message: oddBrace(placeOf(path), looseBrace(display)), hint: bracesHint }] : []),
  ]
}

/** E114: uniqueness holds within fields, among records that say so. */
export const uniqueWithinFields: Check = (schema) =>
  schema.declared.flatMap(({ raw, path }): Finding[] => [
    ...namesAt(raw.unique, [...path, 'unique']).flatMap(({ name, path: at }) => mustBeField('E114', name, at, schema)),
    ...(raw.unique === true && schema.raw.tenant === 'shared'
      ? [
          {
            id: 'E114' as const,
            path: [...path, 'unique'],
            message: cannot(placeOf(path), 'be unique within the tenant: the resource is shared. Name the fields, or make it the key'),
          },
        ]
      : []),
    ...Object.keys(part(raw, 'uniqueWhere')).flatMap((name) => mustBeField('E114', name, [...path, 'uniqueWhere', name], schema)),
    ...strangersIn(part(raw, 'uniqueWhere'), [...path, 'uniqueWhere'], schema, 'E114'),
  ])

/** Values that the fields of a map of field names to values cannot have. */
export const strangersIn = (where: RawObject, path: Path, { fields }: Pick<SchemaView, 'fields'>, id: Finding['id']): Finding[] =>
  Object.entries(where).flatMap(([name, values]) => {
    const options = optionsOf(fields.find((field) => field.name === name))
    return namesAt(values, [...path, name])
      .filter(({ name: value }) => options && !options.includes(value))
      .map(({ name: value, path: at }) => ({
        id,
        path: at,
        message: notOneOf(placeOf(at), value, `a value of '${name}'`),
        hint: didYouMean(value, options ?? []),
      }))
  })
