import catalogue from '../../schema/checks/catalogue.json'
import { fieldTypes, rulesOf } from '../../schema/field-types'
import { commonKeys } from '../../schema/field-types/common-keys'
import { condition, expression } from '../../schema/language/shapes/condition-shape'
import { resourceKeys } from '../../schema/language/shapes/resource-shape'
import { isObject, type JsonSchema, type Keys, objectJson, type RawObject } from '../../schema/language/shapes/shape'
import { jsonLine } from '../json-line'
import samples from './samples.json'

const [startMarker, endMarker] = ['<!-- npm run docs: begin -->', '<!-- npm run docs: end -->']

/** Returns the handbook of the schema language with its reference printed between the two markers. Examples come from `files`, from the handbook itself and from `samples.json`. */
export function withReference(handbook: string, files: readonly { readonly text: string }[]): string {
  const [before = '', rest = ''] = handbook.split(startMarker)
  const handbookExamples = [...before.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']): unknown => JSON.parse(text))
  const sources = [...files.map(({ text }): unknown => JSON.parse(text)), ...handbookExamples, ...Object.values(samples)]
  return `${before}${startMarker}\n\n${reference(sources)}\n\n${endMarker}${rest.split(endMarker)[1] ?? ''}`
}

/** Returns the reference of the schema language in Markdown: every key with an example, every type of field, every check. `samples` are valid schema files, from which examples are taken. */
function reference(samples: readonly unknown[]): string {
  const fields = objectsIn(samples).filter(({ type }) => fieldTypes.some((known) => known === type))
  return [
    ...keySections('Keys of a file', objectJson(resourceKeys), samples.filter(isObject)),
    '### Keys of every field',
    keyTable(objectJson(commonKeys), fields),
    ...fieldTypes.flatMap((type) => typeSection(type, fields)),
    '### Words of conditions',
    wordTable(condition, objectsIn(samples)),
    '### Words of expressions',
    wordTable(expression, objectsIn(samples)),
    '### Mistakes and advice',
    table(
      ['id', 'mistake', 'what to do'],
      Object.entries(catalogue).map(([id, { mistake, hint }]) => [id, mistake, hint]),
    ),
  ].join('\n\n')
}

const typeSection = (type: (typeof fieldTypes)[number], allFields: readonly RawObject[]): readonly string[] => {
  const { doc, keys, matches } = rulesOf(type)
  const fields = allFields.filter((field) => field.type === type)
  const filters = matches.length > 0 ? `Lists filter it by ${matches.join(', ')}.` : 'Lists cannot filter it.'
  return [`### Type \`${type}\``, `${doc} ${filters}`, ...(Object.keys(keys).length > 0 ? [keyTable(objectJson(keys as Keys), fields)] : [])]
}

/** Returns a table of an object's keys, followed by one for each nested object. */
const keySections = (title: string, json: JsonSchema, values: readonly RawObject[], path = ''): readonly string[] => [
  `### ${title}`,
  keyTable(json, values),
  ...propertiesOf(json).flatMap(([key, value]) => {
    const name = path ? `${path}.${key}` : key
    const inner = mergedObject(value)
    return inner ? keySections(`\`${name}\``, inner, objectsAt(valuesOf(values, key), value), name) : []
  }),
]

const keyTable = (json: JsonSchema, values: readonly RawObject[]): string =>
  table(
    ['key', 'meaning', 'example'],
    propertiesOf(json).map(([key, value]) => {
      const required = Array.isArray(json.required) && json.required.includes(key) ? ' **Required.**' : ''
      return [`\`${key}\``, `${String(value.description)}${required}`, code(exampleOf(value, valuesOf(values, key)))]
    }),
  )

const wordTable = ({ json }: { readonly json: JsonSchema }, objects: readonly RawObject[]): string => {
  const words = new Map(alternatives(json).flatMap(propertiesOf))
  return table(
    ['word', 'meaning', 'example'],
    [...words].map(([word, value]) => {
      const uses = objects.filter((one) => word in one && alternatives(json).some((form) => hasKeys(form, one)))
      return [`\`${word}\``, String(value.description), code(exampleOf({}, uses))]
    }),
  )
}

const hasKeys = (json: JsonSchema, value: RawObject): boolean =>
  Array.isArray(json.required) && json.required.length === Object.keys(value).length && json.required.every((key) => String(key) in value)

/** Returns the example in a key's declaration, otherwise the shortest non-empty value of the samples. */
const exampleOf = ({ examples }: JsonSchema, values: readonly unknown[]): string => {
  const [declared] = Array.isArray(examples) ? (examples as readonly unknown[]) : []
  if (declared !== undefined) return JSON.stringify(declared)
  const texts = values.map(jsonLine).filter((text) => text !== '{ }' && text !== '[]')
  return texts.reduce((best, text) => (best === '' || text.length < best.length ? text : best), '')
}

const maxLength = 160

const code = (text: string): string => (text === '' ? '' : `\`${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}\``)

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')

const propertiesOf = ({ properties }: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  isObject(properties) ? Object.entries(properties).filter((entry): entry is [string, JsonSchema] => isObject(entry[1])) : []

const alternatives = ({ anyOf }: JsonSchema): readonly JsonSchema[] =>
  Array.isArray(anyOf) ? anyOf.filter(isObject).flatMap((one) => ('anyOf' in one ? alternatives(one) : [one])) : []

/** Merges the shapes of the objects that a value may be or contain; undefined if it contains no object with known keys. */
const mergedObject = (json: JsonSchema): JsonSchema | undefined => {
  if ('properties' in json) return json
  const inner = [json.items, json.additionalProperties, ...alternatives(json)]
    .filter(isObject)
    .map(mergedObject)
    .filter((one) => one !== undefined)
  return inner.length === 0
    ? undefined
    : { properties: Object.fromEntries(inner.flatMap(propertiesOf)), required: inner.length === 1 ? inner[0]?.required : [] }
}

/** Returns the objects in these values that `mergedObject` describes. */
const objectsAt = (values: readonly unknown[], json: JsonSchema): readonly RawObject[] => {
  if ('properties' in json) return values.filter(isObject)
  const { items, additionalProperties } = json
  const listItems = values.flatMap((value) => (Array.isArray(value) ? value : []))
  const properties = values.filter(isObject).flatMap((value) => Object.values(value))
  return [
    ...(isObject(items) ? objectsAt(listItems, items) : []),
    ...(isObject(additionalProperties) ? objectsAt(properties, additionalProperties) : []),
    ...alternatives(json).flatMap((one) => objectsAt(values, one)),
  ]
}

const valuesOf = (values: readonly RawObject[], key: string): readonly unknown[] => values.flatMap((value) => (key in value ? [value[key]] : []))

/** Returns every object in these values, at any depth. */
const objectsIn = (values: readonly unknown[]): readonly RawObject[] =>
  values.flatMap((value): readonly RawObject[] => {
    if (Array.isArray(value)) return objectsIn(value)
    return isObject(value) ? [value, ...objectsIn(Object.values(value))] : []
  })
