import { fieldsShape } from '../../field-types/field-shape'
import { importLimits } from '../import'
import {
  eitherShape,
  flag,
  integerBetween,
  isText,
  listOf,
  mapOf,
  object,
  oneOfValues,
  type SchemaKeys,
  type Shape,
  shapeReference,
  text,
} from './shape'

const { rows, megabytes, itemsPerList, actionRows } = importLimits

const column: SchemaKeys = {
  field: {
    shape: text,
    doc: 'The field that the column fills; a field of list items by its path, such as "FeeItems.Amount".',
    required: true,
  },
  title: { shape: text, doc: 'Title in the template. Default: the label of the field.' },
  aliases: {
    shape: listOf(text, 1),
    doc: 'Other accepted titles. Character width, blanks, case and asterisks are ignored.',
  },
  required: {
    shape: flag,
    doc: 'Whether the file must have the column, with a value in every row. Default: whether the field is required.',
  },
  format: {
    shape: oneOfValues(['roc', 'gregorian'], 'a calendar'),
    doc: 'The calendar of days or months in the file. Default: either.',
  },
  sample: { shape: text, doc: 'The example in the template. Default: generated from the field.' },
}

const keys: SchemaKeys = {
  columns: {
    shape: listOf(eitherShape(isText, text, object(column)), 1),
    doc: 'Columns in the order of the template: the name of a field, or {"field", "title", "aliases", "required", "format", "sample"}.',
    required: true,
  },
  inputs: {
    shape: shapeReference('fields', () => fieldsShape),
    doc: `Fields that a row fills in to do something with an existing record, by name; the module of the resource does it. The columns then only show the record, in a file that users download from the list. At most ${actionRows.max.toLocaleString('en')} filled rows.`,
  },
  existing: {
    shape: oneOfValues(['refuse', 'update'], 'a way to handle an existing record'),
    doc: 'refuse (default): a row whose record exists is refused. update: it changes the columns of the file in that record.',
  },
  match: {
    shape: listOf(text, 1),
    doc: 'The fields that identify an existing record. Default: the key, or the first unique field where users do not enter the key.',
  },
  lines: {
    shape: mapOf(integerBetween(1, itemsPerList.max)),
    doc: `Number of items of each list in a row of the file, such as {"FeeItems": 5}: their columns are numbered, 品項1, 金額1, 品項2, 金額2. Default: the maximum of the list, at most ${itemsPerList.default}.`,
  },
  maxRows: { shape: integerBetween(1, rows.max), doc: `Maximum number of rows in a file. Default: ${rows.default}.` },
  maxMegabytes: {
    shape: integerBetween(1, megabytes.max),
    doc: `Maximum file size in MB. Default: ${megabytes.default}.`,
  },
}

/** The shape of an import. */
export const importShape: Shape = object(keys)
