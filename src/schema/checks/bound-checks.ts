import { rulesOf } from '../field-types'
import { cannot, mustBe, mustSay, placeOf } from '../phrases'
import { type Finding, isObject } from '../shape/shape'
import type { FieldType } from '../types'
import { type Check, mustBeField } from './check'
import { isLiteral, literalWords } from './literal'
import { type FieldView, fieldViews, type SchemaView } from './view'

/** E307: a bound is a value of the field's kind, or held by another field of that kind. */
export const boundsHold: Check = (schema) => [
  ...schema.declared.flatMap((field) => ofField(field, schema)),
  ...schema.declared
    .filter(({ type }) => type === 'rows')
    .flatMap(({ raw, path, name }) => {
      const fields = fieldViews(raw.fields, [...path, 'fields'])
      return fields.flatMap((field) => ofField(field, { fields, name }))
    }),
]

const ofField = (field: FieldView, around: Pick<SchemaView, 'fields' | 'name'>): Finding[] => [
  ...['min', 'max'].flatMap((key) => ofBound(field, key, around)),
  ...(field.raw.maxYears !== undefined && !isObject(field.raw.min)
    ? [
        {
          id: 'E307' as const,
          path: [...field.path, 'maxYears'],
          message: mustSay(placeOf(field.path), 'min'),
          hint: 'maxYears counts from the field in min: {"field": "…"}.',
        },
      ]
    : []),
]

const ofBound = ({ name, raw, path, type }: FieldView, key: string, around: Pick<SchemaView, 'fields' | 'name'>): Finding[] => {
  const bound = raw[key]
  if (typeof bound === 'string') return ofText(bound, type, [...path, key], around)
  if (!isObject(bound) || typeof bound.field !== 'string') return []
  const at = [...path, key, 'field']
  const other = around.fields.find((field) => field.name === bound.field)
  if (other?.type && (kindOf(other.type) !== kindOf(type) || other.name === name))
    return [
      {
        id: 'E307',
        path: at,
        message: cannot(placeOf(at), other.name === name ? 'be the field itself' : `be '${other.name}': it is of type '${other.type}', not of type '${type}'`),
      },
    ]
  return mustBeField('E307', bound.field, at, around)
}

const ofText = (bound: string, type: FieldType | undefined, path: FieldView['path'], { fields }: Pick<SchemaView, 'fields'>): Finding[] => {
  const kind = kindOf(type) ?? ''
  if (isFixedBound(type, bound)) return []
  const named = fields.find(({ name }) => name.toLowerCase() === bound.toLowerCase())
  const hint = named && `The field of that name is {"field": "${named.name}"}.`
  return [
    { id: 'E307', path, message: mustBe(placeOf(path), `${literalWords(kind)}${hasToday(kind) ? " or 'today'" : ''}, not '${bound}'`), ...(hint && { hint }) },
  ]
}

/** Whether a text is a bound of that type by itself. */
export const isFixedBound = (type: FieldType | undefined, bound: string): boolean => {
  const kind = kindOf(type) ?? ''
  return isLiteral(kind, bound) || (hasToday(kind) && bound === 'today')
}

const hasToday = (kind: string): boolean => kind === 'date' || kind === 'month'

const kindOf = (type: FieldType | undefined): string | undefined => (type ? (rulesOf(type).compares ?? type) : undefined)
