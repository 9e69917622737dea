import { didYouMean, mustBe, mustHave, notOneOf, placeOf } from '../checks/check-messages'
import {
  flag,
  integerBetween,
  isObject,
  type JsonSchema,
  listOf,
  numberBetween,
  object,
  objectJson,
  oneOfValues,
  type RawObject,
  type SchemaKey,
  type SchemaKeys,
  type Shape,
  text,
} from '../language/shapes/shape'
import { alignments, borders, type SlipBlock, slipColours } from './template'

// 420 mm is the longer side of A3 paper.
const position = numberBetween(0, 420)
const length = numberBetween(0.1, 420)

const rectangleKeys: SchemaKeys = {
  x: { shape: position, doc: 'Distance from the left edge of the paper in mm.', required: true },
  y: { shape: position, doc: 'Distance from the upper edge of the paper in mm.', required: true },
  width: { shape: length, doc: 'Width in mm.', required: true },
  height: { shape: length, doc: 'Height in mm.', required: true },
}

const conditionKeys: SchemaKeys = {
  when: { shape: text, doc: 'Printed only if the slip has this text.' },
  unless: { shape: text, doc: 'Printed only if the slip does not have this text.' },
}

/** The keys of every block. */
export const commonBlockKeys: SchemaKeys = { ...rectangleKeys, ...conditionKeys }

const colour: SchemaKey = {
  shape: oneOfValues(slipColours, 'a colour of slips'),
  doc: `Colour: ${slipColours.join(', ')}. Default: ink.`,
}
const requiredText = (doc: string): SchemaKey => ({ shape: text, doc, required: true })

const fact: SchemaKeys = {
  label: requiredText('Label, in zh-TW.'),
  text: requiredText('Value with placeholders; the row is left out if it is empty.'),
  ...conditionKeys,
}

const note: SchemaKeys = {
  title: requiredText('Heading, in zh-TW.'),
  text: requiredText('Text; its lines are numbered. The column is left out if it is empty.'),
}

/** The keys of each kind of block, and what it prints. */
export const blockKinds: Readonly<Record<SlipBlock['block'], { readonly doc: string; readonly keys: SchemaKeys }>> = {
  text: {
    doc: 'One line of text, vertically centred, or wrapped text from the top. A longer value is printed smaller.',
    keys: {
      text: requiredText(
        'Text with placeholders such as {PayerName}; a part in square brackets is left out if one of its placeholders is empty.',
      ),
      size: { shape: numberBetween(4.5, 40), doc: 'Size of the text in points.', required: true },
      bold: { shape: flag, doc: 'true: bold.' },
      colour,
      align: { shape: oneOfValues(alignments, 'an alignment'), doc: 'left (default), center or right.' },
      wrap: { shape: flag, doc: 'true: wrapped over several lines.' },
      heading: { shape: flag, doc: 'true: screen readers announce it as a heading.' },
    },
  },
  facts: {
    doc: 'Labels with their values, in rows. Rows without a value are left out.',
    keys: {
      columns: { shape: integerBetween(1, 4), doc: 'Number of columns. Default: 1.' },
      labelWidth: { shape: length, doc: 'Width of the labels in mm.', required: true },
      rowHeight: { shape: length, doc: 'Height of a row in mm.', required: true },
      rows: { shape: listOf(object(fact), 1), doc: 'Labels and values in display order.', required: true },
    },
  },
  items: {
    doc: 'The table of the items of the bill with their total: up to 21 items, in two columns if one is not enough.',
    keys: {
      name: requiredText('Heading of the names, in zh-TW.'),
      amount: requiredText('Heading of the amounts, in zh-TW.'),
      total: requiredText('Label of the total, in zh-TW.'),
      rows: { shape: integerBetween(4, 21), doc: 'Number of items in one column.', required: true },
    },
  },
  notes: {
    doc: 'Texts of the portal in full, and below them texts of the company, which are printed smaller and then shortened if they do not fit.',
    keys: {
      lead: { shape: text, doc: 'Text that is printed in full and bold, with placeholders.' },
      columns: { shape: listOf(object(note), 1), doc: 'Texts side by side.', required: true },
    },
  },
  barcodes: {
    doc: 'Code 39, one for each line of the text, with its characters below.',
    keys: {
      text: requiredText('Text with placeholders: {MarketBarcodes} or {PostBarcodes}.'),
      bar: { shape: numberBetween(0.25, 0.5), doc: 'Width of a narrow bar in mm; scanners need 0.25.', required: true },
    },
  },
  qrCode: {
    doc: 'A QR code, with its quiet zone.',
    keys: { text: requiredText('Text with placeholders: {TWQRPayload}.') },
  },
  area: {
    doc: 'A coloured or framed area behind other blocks.',
    keys: {
      fill: { ...colour, doc: 'Colour of the area. Default: none.' },
      border: { shape: oneOfValues(borders, 'a border'), doc: 'solid or dashed. Default: none.' },
    },
  },
  drawing: {
    doc: 'A drawing such as a logo.',
    keys: {
      path: requiredText('The outline, as the attribute d of an SVG path.'),
      size: {
        shape: numberBetween(1, 2000),
        doc: 'Width and height of the square in which the path is drawn.',
        required: true,
      },
      colour,
    },
  },
}

const kinds = Object.keys(blockKinds)

const keysOfBlock = (kind: SlipBlock['block']): SchemaKeys => ({
  block: { shape: oneOfValues([kind], 'a kind of block', 'S801'), doc: blockKinds[kind].doc, required: true },
  ...commonBlockKeys,
  ...blockKinds[kind].keys,
})

const isKind = (kind: unknown): kind is SlipBlock['block'] => typeof kind === 'string' && kinds.includes(kind)

const blockShape: Shape = {
  json: { oneOf: kinds.filter(isKind).map((kind) => objectJson(keysOfBlock(kind))) },
  expected: ['a block'],
  check: (value, path) => {
    if (!isObject(value)) return [{ id: 'S102', path, message: mustBe(placeOf(path), 'a block') }]
    if (isKind(value.block)) return object(keysOfBlock(value.block)).check(value, path)
    if (value.block === undefined) return [{ id: 'S104', path, message: mustHave(placeOf(path), 'block') }]
    const at = [...path, 'block']
    return [
      {
        id: 'S801',
        path: at,
        message: notOneOf(placeOf(at), String(value.block), 'a kind of block'),
        hint: didYouMean(String(value.block), kinds),
      },
    ]
  },
}

const tearLine: SchemaKeys = {
  y: { shape: position, doc: 'Distance from the upper edge of the paper in mm.', required: true },
  text: requiredText('Text in the middle of the line, in zh-TW.'),
}

/** The keys of a template file. */
export const slipKeys: SchemaKeys = {
  $schema: { shape: text, doc: 'Path of the JSON Schema, for editors.' },
  label: { shape: text, doc: 'Name of the template, in zh-TW.', required: true },
  paper: {
    shape: object({
      width: { shape: length, doc: 'Width in mm.', required: true },
      height: { shape: length, doc: 'Height in mm.', required: true },
    }),
    doc: 'Size of the paper.',
    required: true,
  },
  tearLines: {
    shape: listOf(object(tearLine), 1),
    doc: 'Dashed lines across the paper, along which its parts are torn off. No block crosses them.',
  },
  foldLines: {
    shape: listOf(position, 1),
    doc: 'Distances in mm at which the paper is folded; marked at both edges. No code crosses them.',
  },
  window: {
    shape: object(rectangleKeys),
    doc: 'The area that the window of the envelope shows; each block is either completely inside or completely outside.',
  },
  blocks: {
    shape: listOf(blockShape, 1),
    doc: 'The parts of the slip, in the order in which they are drawn and read aloud.',
    required: true,
  },
}

const slipShape = object(slipKeys)

/** Returns the mistakes in the shape of a template file: unknown keys, missing keys and invalid values. */
export const slipShapeFindings = (raw: RawObject) => slipShape.check(raw, [])

/** Returns the language of templates as JSON Schema, for editors. */
export const slipJsonSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A template of slips',
  description: 'The layout of a printed slip. Generated by `npx tsx src/tools/json-schema.ts`.',
  ...slipShape.json,
})
