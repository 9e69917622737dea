import { didYouMean, mustBe, mustHave, notOneOf, placeOf } from '../checks/check-messages'
import {
  flag,
  integerBetween,
  isObject,
  type JsonSchema,
  mapOf,
  object,
  objectJson,
  oneOfValues,
  type RawObject,
  type SchemaKey,
  type SchemaKeys,
  type Shape,
  text,
} from '../language/shapes/shape'
import { encodings, type LayoutFieldType, layoutFieldTypes, paddings } from './layout'

const maxLength = 1000
const position = integerBetween(1, maxLength)
const byteCount = integerBetween(1, maxLength)

const positionKeys: SchemaKeys = {
  offset: { shape: position, doc: 'First byte of the field; the first byte of a line is 1.', required: true },
  length: { shape: byteCount, doc: 'Length in bytes.', required: true },
}

/** The keys of every field of a layout. Fillers have only an offset and a length. */
export const commonLayoutFieldKeys: SchemaKeys = {
  ...positionKeys,
  label: { shape: text, doc: 'Name of the field in zh-TW, for messages. Fillers have none.', required: true },
  optional: {
    shape: flag,
    doc: 'true: no payment depends on this field. If bytes cannot be read, the line is still valid, and the file gets a notice: a text keeps its readable characters, with ? for the others; any other field has no value, as if it were blank.',
  },
  within: {
    shape: text,
    doc: 'Name of the field of which this one is a part. It is read separately, but written only as part of that field.',
  },
}

const value: SchemaKey = {
  shape: text,
  doc: 'The value that the field always has. Lines are recognized by these values.',
}

/**
 * The types of fields of a layout: their descriptions, their own keys, and the lengths in bytes that they can have if these are fixed.
 */
export const layoutFieldTypeRules: Readonly<
  Record<LayoutFieldType, { readonly doc: string; readonly keys: SchemaKeys; readonly lengths?: readonly number[] }>
> = {
  text: {
    doc: 'Text, left-aligned and followed by blanks.',
    keys: {
      value,
      padding: {
        shape: oneOfValues(paddings, 'a padding'),
        doc: 'zeros: padded with zeros on the left, which are not part of the text.',
      },
      codes: {
        shape: mapOf(text),
        doc: 'The codes that the field can have, with their texts in zh-TW. An unknown code is shown as it came.',
      },
      success: {
        shape: text,
        doc: 'In a reply, the code of a request that was carried out. All other codes mean that it was refused.',
      },
    },
  },
  digits: { doc: 'A text of digits that fills the field, such as an account or a serial number.', keys: { value } },
  number: {
    doc: 'A number, padded with zeros on the left.',
    keys: {
      decimals: {
        shape: integerBetween(1, 4),
        doc: 'Number of digits after the decimal point. The point is not written: with 2 decimals, 12 is written as 1200.',
      },
      sign: { shape: text, doc: 'Name of the field of the same line that has the sign of the number.' },
      sum: { shape: text, doc: 'In a trailer, name of the field of the detail lines whose sum this number must be.' },
      count: { shape: flag, doc: 'true: in a trailer, this number must be the number of detail lines.' },
    },
  },
  sign: { doc: 'A plus or minus sign: the code Plus or Minus of the enum AmountSign.', keys: {}, lengths: [1] },
  date: { doc: 'A day as yyyyMMdd.', keys: {}, lengths: [8] },
  rocDate: {
    doc: 'A day as yyyMMdd with the year of the Republic of China, with 8 bytes as 0yyyMMdd.',
    keys: {},
    lengths: [7, 8],
  },
  time: { doc: 'A time of day as HHmmss.', keys: {}, lengths: [6] },
  filler: { doc: 'Bytes without a meaning. They are not read, and blanks are written.', keys: {} },
}

const keysOfField = (type: LayoutFieldType): SchemaKeys => ({
  type: { shape: oneOfValues([type], 'a type of field', 'S901'), doc: layoutFieldTypeRules[type].doc, required: true },
  ...(type === 'filler' ? positionKeys : commonLayoutFieldKeys),
  ...layoutFieldTypeRules[type].keys,
})

const layoutFieldTypeOf = (name: unknown): LayoutFieldType | undefined => layoutFieldTypes.find((type) => type === name)

const fieldShape: Shape = {
  json: { oneOf: layoutFieldTypes.map((type) => objectJson(keysOfField(type))) },
  expected: ['a field'],
  check: (raw, path) => {
    if (!isObject(raw)) return [{ id: 'S102', path, message: mustBe(placeOf(path), 'a field') }]
    const type = layoutFieldTypeOf(raw.type)
    if (type) return object(keysOfField(type)).check(raw, path)
    if (raw.type === undefined) return [{ id: 'S104', path, message: mustHave(placeOf(path), 'type') }]
    const [typePath, name] = [[...path, 'type'], String(raw.type)]
    return [
      {
        id: 'S901',
        path: typePath,
        message: notOneOf(placeOf(typePath), name, 'a type of field in layouts'),
        hint: didYouMean(name, layoutFieldTypes),
      },
    ]
  },
}

const line = object({
  fields: { shape: mapOf(fieldShape), doc: 'The fields of the line by name. Together they fill it.', required: true },
})

/** The keys of a layout file. */
export const layoutKeys: SchemaKeys = {
  $schema: { shape: text, doc: 'Path of the JSON Schema, for editors.' },
  label: { shape: text, doc: 'Name of the layout, in zh-TW.', required: true },
  shortLabel: {
    shape: text,
    doc: 'Name of the kind of files among the options of a field, in zh-TW. Default: the label.',
  },
  encoding: {
    shape: oneOfValues(encodings, 'an encoding'),
    doc: 'Encoding of texts: Big5 (code page 950).',
    required: true,
  },
  length: { shape: byteCount, doc: 'Length of each line in bytes, without the line break.', required: true },
  written: {
    shape: flag,
    doc: 'true: the portal writes the files, such as those of direct debits; nobody can upload them.',
  },
  header: { shape: line, doc: 'The first line. Without this key, files have no header.' },
  details: {
    shape: mapOf(line),
    doc: 'The kinds of detail lines by name. A line belongs to the first kind whose fixed values it has.',
    required: true,
  },
  trailer: {
    shape: line,
    doc: 'The last line. Fields that the header has too must have the same value. Without this key, files have no trailer.',
  },
}

const layoutShape = object(layoutKeys)

/** Returns the mistakes in the shape of a layout file: unknown keys, missing keys and invalid values. */
export const layoutShapeFindings = (raw: RawObject) => layoutShape.check(raw, [])

/** Returns the language of layouts as JSON Schema, for editors. */
export const layoutJsonSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A layout of bank files',
  description: 'The lines of a bank file and their fields. Generated by `npx tsx src/tools/json-schema.ts`.',
  ...layoutShape.json,
})
