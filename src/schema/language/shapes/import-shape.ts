import { importFormats, importLimits } from '../import'
import { between, choice, either, flag, isText, type Keys, listOf, mapOf, object, type Shape, text } from './shape'

const { rows, megabytes, lines } = importLimits

const column: Keys = {
  field: { shape: text, text: 'The field that the column fills; a column of a list of rows by its path, such as "FeeItems.Amount".', required: true },
  title: { shape: text, text: 'What the template calls it; the label of the field when absent.' },
  aliases: { shape: listOf(text, 1), text: 'Other titles that mean the same. Width, blanks, capitals and asterisks count for nothing.' },
  required: { shape: flag, text: 'Whether the file must have it and every row must fill it in; as the field says when absent.' },
  format: { shape: choice(importFormats, 'a calendar'), text: 'The calendar that the file writes days or months in; either when absent.' },
  sample: { shape: text, text: 'What the template shows as an example; made from the field when absent.' },
}

const keys: Keys = {
  columns: {
    shape: listOf(either(isText, text, object(column)), 1),
    text: 'Columns in the order of the template: the name of a field, or {"field", "title", "aliases", "required", "format", "sample"}.',
    required: true,
  },
  existing: {
    shape: choice(['refuse', 'update'], 'what becomes of a record that exists'),
    text: 'A row whose record exists already is refused (when absent), or changes it: the columns of the file count, the others stay.',
  },
  match: {
    shape: listOf(text, 1),
    text: 'The fields that tell whether a record exists; the key when absent, or the first unique field where nobody types the key.',
  },
  lines: {
    shape: mapOf(between(1, lines.max)),
    text: `How many lines of a list of rows the file has room for, such as {"FeeItems": 5}: the columns of each are numbered, 品項1, 金額1, 品項2, 金額2. What the list holds when absent, at most ${lines.default}.`,
  },
  maxRows: { shape: between(1, rows.max), text: `Most rows of a file; ${rows.default} when absent.` },
  maxMegabytes: { shape: between(1, megabytes.max), text: `Largest file in MB; ${megabytes.default} when absent.` },
}

/** The import of records from a spreadsheet. */
export const importShape: Shape = object(keys)
