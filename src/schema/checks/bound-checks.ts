import { type Finding, isObject } from '../language/shapes/shape'
import type { FieldType } from '../language/types'
import type { Check } from './check'
import { mustSay, placeOf } from './check-messages'
import { comparedAs, hasToday, isFixedBound, literalOf } from './field-values'
import { cannotAt, foundAt, mustBeAt, mustBeField } from './findings'
import { columnsIn, type FieldView, type SchemaView } from './view'

/** E307: a bound is a value of the field's kind, or held by another field of that kind. */
export const boundsHold: Check = (schema) => [
  ...schema.declared.flatMap((field) => ofField(field, schema)),
  ...schema.declared
    .filter(({ type }) => type === 'rows')
    .flatMap(({ raw, path, name }) => {
      const fields = columnsIn({ raw, path })
      return fields.flatMap((field) => ofField(field, { fields, name }))
    }),
]

const ofField = (field: FieldView, around: Pick<SchemaView, 'fields' | 'name'>): Finding[] => [
  ...['min', 'max', 'maxYears'].flatMap((key) => ofBound(field, key, around)),
  ...(typeof field.raw.maxYears === 'number' && !isObject(field.raw.min)
    ? [foundAt('E307', [...field.path, 'maxYears'], mustSay(placeOf(field.path), 'min'), 'maxYears counts from the field in min: {"field": "…"}.')]
    : []),
]

const ofBound = ({ name, raw, path, type }: FieldView, key: string, around: Pick<SchemaView, 'fields' | 'name'>): Finding[] => {
  const bound = raw[key]
  if (typeof bound === 'string') return ofText(bound, type, [...path, key], around)
  if (!isObject(bound) || typeof bound.field !== 'string') return []
  const at = [...path, key, 'field']
  const other = around.fields.find((field) => field.name === bound.field)
  if (other?.type && (comparedAs(other.type) !== comparedAs(type) || other.name === name))
    return [cannotAt('E307', at, other.name === name ? 'be the field itself' : `be '${other.name}': it is of type '${other.type}', not of type '${type}'`)]
  return mustBeField('E307', bound.field, at, around)
}

const ofText = (bound: string, type: FieldType | undefined, path: FieldView['path'], { fields }: Pick<SchemaView, 'fields'>): Finding[] => {
  if (isFixedBound(type, bound)) return []
  const named = fields.find(({ name }) => name.toLowerCase() === bound.toLowerCase())
  const hint = named && `The field of that name is {"field": "${named.name}"}.`
  return [mustBeAt('E307', path, `${literalOf(type)?.words}${hasToday(type) ? " or 'today'" : ''}, not '${bound}'`, hint)]
}
