import { didYouMean, mustBe, mustHave, notOneOf, placeOf } from '../checks/check-messages'
import {
  type Finding,
  isObject,
  type JsonSchema,
  object,
  objectJson,
  oneOfValues,
  type Path,
  type SchemaKeys,
  type Shape,
  shapeReference,
} from '../language/shapes/shape'
import type { FieldType } from '../language/types'
import { commonKeys } from './common-keys'
import { fieldTypes, isFieldType, rulesOf } from './index'

/** Returns the keys that a field of this type can have. */
export const keysOf = (type: FieldType): SchemaKeys => ({
  type: { shape: oneOfValues([type], 'a field type', 'S106'), doc: rulesOf(type).doc, required: true },
  ...commonKeys,
  ...rulesOf(type).keys,
  ...(type === 'rows'
    ? {
        fields: { shape: shapeReference('fields', () => fieldsShape), doc: 'The fields of each item.', required: true },
      }
    : {}),
})

/** The fields of a resource or of a list item, by name. */
export const fieldsShape: Shape = {
  json: { type: 'object', additionalProperties: { $ref: '#/$defs/field' } },
  expected: ['an object'],
  check: (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, field]) => checkField(field, [...path, name]))
      : [{ id: 'S102', path, message: mustBe(placeOf(path), 'an object') }],
}

/**
 * Returns the JSON Schema of a field of any type, for editors.
 * It refers to the definition `common` for the keys that all types share.
 */
export const fieldJson = (): JsonSchema => ({
  oneOf: fieldTypes.map((type) => {
    const json = objectJson(keysOf(type))
    return { ...json, properties: { ...propertiesOf(json), ...commonRefs } }
  }),
})

const propertiesOf = ({ properties }: JsonSchema): object => (isObject(properties) ? properties : {})

const commonRefs = Object.fromEntries(
  Object.keys(commonKeys).map((key) => [key, { $ref: `#/$defs/common/properties/${key}` }]),
)

const checkField = (field: unknown, path: Path): Finding[] => {
  if (!isObject(field)) return [{ id: 'S102', path, message: mustBe(placeOf(path), 'an object') }]
  if (isFieldType(field.type))
    return [...fieldShape(field.type).check(field, path), ...(rulesOf(field.type).checkSettings?.(field, path) ?? [])]
  if (field.type === undefined) return [{ id: 'S104', path, message: mustHave(placeOf(path), 'type') }]
  const keyPath = [...path, 'type']
  if (typeof field.type !== 'string')
    return [{ id: 'S102', path: keyPath, message: mustBe(placeOf(keyPath), 'a field type') }]
  return [
    {
      id: 'S106',
      path: keyPath,
      message: notOneOf(placeOf(keyPath), field.type, 'a field type'),
      hint: didYouMean(field.type, fieldTypes),
    },
  ]
}

/** Returns the shape of a field of a type. */
export const fieldShape = (type: FieldType): Shape => shapes[type]

const shapes = Object.fromEntries(fieldTypes.map((type) => [type, object(keysOf(type))])) as Readonly<
  Record<FieldType, Shape>
>
