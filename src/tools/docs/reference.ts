import { basename } from 'node:path'
import { slipTexts } from '../../domain/bills/slip-texts'
import catalogue from '../../schema/checks/catalogue.json'
import { fieldTypes, rulesOf } from '../../schema/field-types'
import { commonKeys } from '../../schema/field-types/common-keys'
import { condition, expression } from '../../schema/language/shapes/condition-shape'
import { resourceKeys } from '../../schema/language/shapes/resource-shape'
import {
  isObject,
  type JsonSchema,
  objectJson,
  type RawObject,
  type SchemaKeys,
} from '../../schema/language/shapes/shape'
import { isLayoutFile } from '../../schema/layouts/layout-files'
import { commonLayoutFieldKeys, layoutFieldTypeRules, layoutKeys } from '../../schema/layouts/layout-shape'
import { isResourceFile } from '../../schema/load/load'
import { isSlipFile } from '../../schema/slips/slip-files'
import { blockKinds, commonBlockKeys, slipKeys } from '../../schema/slips/slip-shape'
import { formatSchema, jsonLine } from '../json-line'
import gallery from './gallery.json'

const [startMarker, endMarker] = ['<!-- npm run docs: begin -->', '<!-- npm run docs: end -->']

/**
 * Returns the handbook of the schema language with a current reference between the two markers.
 * The examples come from the `exampleFiles` among `files`, from the handbook itself and from `gallery.json`.
 */
export function withReference(handbook: string, files: readonly SourceFile[]): string {
  const [before = '', oldReferenceAndRest = ''] = handbook.split(startMarker)
  const handbookExamples = [...before.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']): unknown =>
    JSON.parse(text),
  )
  const sources = files.filter(({ file }) => exampleFiles.has(basename(file)))
  const contents = (isIncluded: (file: SourceFile) => boolean) =>
    sources.filter(isIncluded).map(({ text }): unknown => JSON.parse(text))
  const reference = schemaReference(
    [...contents(isResourceFile), ...handbookExamples, ...Object.values(gallery)],
    [
      ...slipSections(contents(isSlipFile).filter(isObject)),
      ...layoutSections(contents(isLayoutFile).filter(isObject)),
    ],
  )
  return `${before}${startMarker}\n\n${reference}\n\n${endMarker}${oldReferenceAndRest.split(endMarker)[1] ?? ''}`
}

/**
 * Files that together use every key that neither the handbook nor `gallery.json` shows.
 * The list is fixed, so that a new file changes no example.
 */
const exampleFiles: ReadonlySet<string> = new Set([
  'Agreement.json',
  'ChannelFeeReport.json',
  'SKGBillQuery.json',
  'TLDetail.json',
  'TLDetailExceptionHandling.json',
  'achP01.json',
  'achP02Reply.json',
  'bankFile.json',
  'billCategory.json',
  'billImportList.json',
  'billTerm.json',
  'bills.json',
  'makePDFList.json',
  'payer.json',
  'payerUnit.json',
  'portalUser.json',
  'remittanceCheck.json',
  'selfCollection.json',
  'FoldedMailer.json',
  'bank.json',
  'store.json',
])

interface SourceFile {
  readonly file: string
  readonly text: string
}

/**
 * Returns the reference of the schema language in Markdown: every key with an example, every type of field, every
 * check.
 * The examples come from `contents`.
 * `otherSections` describe slips and layouts.
 */
function schemaReference(contents: readonly unknown[], otherSections: readonly string[]): string {
  const fields = objectsIn(contents).filter(({ type }) => fieldTypes.some((fieldType) => fieldType === type))
  return [
    ...keySections('Keys of a file', objectJson(resourceKeys), contents.filter(isObject)),
    '### Keys of every field',
    keyTable(objectJson(commonKeys), fields),
    ...fieldTypes.flatMap((type) => typeSection(type, fields)),
    '### Keys of conditions',
    conditionKeyTable(condition, objectsIn(contents)),
    '### Keys of expressions',
    conditionKeyTable(expression, objectsIn(contents)),
    ...otherSections,
    ...gallerySections,
    '### Mistakes and advice',
    markdownTable(
      ['id', 'mistake', 'what to do'],
      Object.entries(catalogue).map(([id, { mistake, hint }]) => [id, mistake, hint]),
    ),
  ].join('\n\n')
}

/**
 * The files of the gallery, which together use every key that no page of the portal uses.
 * A test creates their records in a portal.
 */
const gallerySections: readonly string[] = [
  '### Gallery',
  'These files use the keys that no page of the portal needs.',
  ...Object.entries(gallery).flatMap(([name, content]) => [
    `\`${name}.json\``,
    `\`\`\`json\n${formatSchema(content)}\`\`\``,
  ]),
]

/**
 * Returns the sections about slips: the keys of a template and of each kind of block, and the texts that slips can
 * print.
 */
const slipSections = (slips: readonly RawObject[]): readonly string[] => {
  const { blocks: _, ...keys } = slipKeys
  const blocks = objectsIn(slips).filter((value) => 'block' in value)
  return [
    ...keySections('Keys of a slip', objectJson(keys), slips),
    '### Keys of every block of a slip',
    keyTable(objectJson(commonBlockKeys), blocks),
    ...Object.entries(blockKinds).flatMap(([kind, { doc, keys }]) => {
      const [title = '', ...tables] = keySections(
        `Block \`${kind}\``,
        objectJson(keys),
        blocks.filter(({ block }) => block === kind),
        kind,
      )
      return [title, doc, ...tables]
    }),
    '### Texts of slips',
    markdownTable(
      ['text', 'example'],
      Object.entries(slipTexts).map(([name, { sample }]) => [`\`{${name}}\``, sample.replaceAll('\n', ' ')]),
    ),
  ]
}

/** Returns the sections about layouts of bank files: the keys of a layout and of each type of field. */
const layoutSections = (layouts: readonly RawObject[]): readonly string[] => {
  const fields = objectsIn(layouts).filter((value) => 'offset' in value)
  return [
    '### Keys of a layout',
    keyTable(objectJson(layoutKeys), layouts),
    'A line is an object with the key `fields`: its fields by name, which together fill the line.',
    '### Keys of every field of a layout',
    keyTable(objectJson(commonLayoutFieldKeys), fields),
    ...Object.entries(layoutFieldTypeRules).flatMap(([type, { doc, keys }]) => {
      const examples = fields.filter((field) => field.type === type)
      return [
        `### Type \`${type}\` of layouts`,
        doc,
        ...(Object.keys(keys).length > 0 ? [keyTable(objectJson(keys), examples)] : []),
      ]
    }),
  ]
}

const typeSection = (type: (typeof fieldTypes)[number], allFields: readonly RawObject[]): readonly string[] => {
  const { doc, keys, matches } = rulesOf(type)
  const fields = allFields.filter((field) => field.type === type)
  const filters = matches.length > 0 ? `Lists filter it by ${matches.join(', ')}.` : 'Lists cannot filter it.'
  return [
    `### Type \`${type}\``,
    `${doc} ${filters}`,
    ...(Object.keys(keys).length > 0 ? [keyTable(objectJson(keys as SchemaKeys), fields)] : []),
  ]
}

/** Returns a section with a table of the keys of an object, followed by a section for each nested object. */
const keySections = (title: string, json: JsonSchema, values: readonly RawObject[], path = ''): readonly string[] => [
  `### ${title}`,
  keyTable(json, values),
  ...propertiesOf(json).flatMap(([key, value]) => {
    const name = path ? `${path}.${key}` : key
    const inner = mergedObject(value)
    return inner ? keySections(`\`${name}\``, inner, objectsOfShape(valuesOf(values, key), value), name) : []
  }),
]

const keyTable = (json: JsonSchema, values: readonly RawObject[]): string =>
  markdownTable(
    ['key', 'meaning', 'example'],
    propertiesOf(json).map(([key, value]) => {
      const required = Array.isArray(json.required) && json.required.includes(key) ? ' **Required.**' : ''
      return [
        `\`${key}\``,
        `${String(value.description)}${required}`,
        codeSpan(exampleOf(value, valuesOf(values, key))),
      ]
    }),
  )

/**
 * Returns a table of the keys of all forms of a condition or expression.
 * The example of a key is an object that has exactly the keys of one form.
 */
const conditionKeyTable = ({ json }: { readonly json: JsonSchema }, objects: readonly RawObject[]): string => {
  const keys = new Map(alternativesOf(json).flatMap(propertiesOf))
  return markdownTable(
    ['key', 'meaning', 'example'],
    [...keys].map(([key, value]) => {
      const exampleObjects = objects.filter(
        (object) => key in object && alternativesOf(json).some((form) => hasExactKeys(form, object)),
      )
      return [`\`${key}\``, String(value.description), codeSpan(exampleOf({}, exampleObjects))]
    }),
  )
}

/** Checks whether the object has the required keys and no others. */
const hasExactKeys = (json: JsonSchema, value: RawObject): boolean =>
  Array.isArray(json.required) &&
  json.required.length === Object.keys(value).length &&
  json.required.every((key) => String(key) in value)

/**
 * Returns the example in the declaration of a key or, if there is none, the shortest of its values that is not empty.
 */
const exampleOf = ({ examples }: JsonSchema, values: readonly unknown[]): string => {
  const [declared] = Array.isArray(examples) ? (examples as readonly unknown[]) : []
  if (declared !== undefined) return JSON.stringify(declared)
  const texts = values.map(jsonLine).filter((text) => text !== '{ }' && text !== '[]')
  return texts.reduce((best, text) => (best === '' || text.length < best.length ? text : best), '')
}

const maxExampleLength = 160

const codeSpan = (text: string): string =>
  text === '' ? '' : `\`${text.length > maxExampleLength ? `${text.slice(0, maxExampleLength)}…` : text}\``

const markdownTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const propertiesOf = ({ properties }: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  isObject(properties)
    ? Object.entries(properties).filter((entry): entry is [string, JsonSchema] => isObject(entry[1]))
    : []

const alternativesOf = ({ anyOf }: JsonSchema): readonly JsonSchema[] =>
  Array.isArray(anyOf)
    ? anyOf.filter(isObject).flatMap((shape) => ('anyOf' in shape ? alternativesOf(shape) : [shape]))
    : []

/**
 * Merges the shapes of the objects that a value may be or contain.
 * Returns undefined if the value contains no object with known keys.
 */
const mergedObject = (json: JsonSchema): JsonSchema | undefined => {
  if ('properties' in json) return json
  const inner = [json.items, json.additionalProperties, ...alternativesOf(json)]
    .filter(isObject)
    .map(mergedObject)
    .filter((shape) => shape !== undefined)
  return inner.length === 0
    ? undefined
    : {
        properties: Object.fromEntries(inner.flatMap(propertiesOf)),
        required: inner.length === 1 ? inner[0]?.required : [],
      }
}

/**
 * Returns the objects that a shape describes: the values themselves, their items if they are lists, or their properties
 * if they are objects with free keys.
 */
const objectsOfShape = (values: readonly unknown[], json: JsonSchema): readonly RawObject[] => {
  if ('properties' in json) return values.filter(isObject)
  const { items, additionalProperties } = json
  const listItems = values.flatMap((value) => (Array.isArray(value) ? value : []))
  const properties = values.filter(isObject).flatMap((value) => Object.values(value))
  return [
    ...(isObject(items) ? objectsOfShape(listItems, items) : []),
    ...(isObject(additionalProperties) ? objectsOfShape(properties, additionalProperties) : []),
    ...alternativesOf(json).flatMap((shape) => objectsOfShape(values, shape)),
  ]
}

const valuesOf = (values: readonly RawObject[], key: string): readonly unknown[] =>
  values.flatMap((value) => (key in value ? [value[key]] : []))

/** Returns every object in the values, at any depth. */
const objectsIn = (values: readonly unknown[]): readonly RawObject[] =>
  values.flatMap((value): readonly RawObject[] => {
    if (Array.isArray(value)) return objectsIn(value)
    return isObject(value) ? [value, ...objectsIn(Object.values(value))] : []
  })
