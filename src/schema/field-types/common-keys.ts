import type { PersonalData } from '../../domain/access/mask'
import { conditionRef } from '../language/shapes/condition-shape'
import {
  anything,
  eitherShape,
  flag,
  isObject,
  listOf,
  mapOf,
  objectJson,
  oneOfValues,
  oneOfVariants,
  type SchemaKeys,
  text,
} from '../language/shapes/shape'

const defaultVariants: Readonly<Record<string, SchemaKeys>> = {
  user: {
    user: {
      shape: oneOfValues(['id', 'name'], 'id or name'),
      doc: 'Id or name of the user who creates the record.',
      required: true,
    },
  },
  sequence: {
    sequence: {
      shape: text,
      doc: 'A sequence number that users do not enter: {0000} is the number; {yyyy}, {roc}, {mm} and {dd} are parts of the date; the number restarts at 1 with each new year, month or day in the pattern.',
      required: true,
    },
  },
}
const serverDefault = oneOfVariants(() => defaultVariants, { anyOf: Object.values(defaultVariants).map(objectJson) })

// The classes of personal data that `personal` can name.
const personalClasses = [
  'name',
  'idNo',
  'mobile',
  'landline',
  'email',
  'account',
  'address',
] as const satisfies readonly PersonalData[]

/** The keys that every field can have. */
export const commonKeys: SchemaKeys = {
  label: { shape: text, doc: 'Label for users, in zh-TW.', required: true },
  help: { shape: text, doc: 'Help text below the input.' },
  required: { shape: flag, doc: 'The field must be filled in. Default: false.' },
  default: {
    shape: eitherShape(isObject, serverDefault, anything),
    doc: 'The value in a new record if none is entered: a fixed value, today (for a date or month), now (for a datetime), {"user": "id"} or "name", or {"sequence": "C{yyyy}{0000}"}.',
  },
  readOnly: { shape: flag, doc: 'Users never enter the field; the server sets it.' },
  writeOnce: { shape: flag, doc: 'The value cannot be changed after creation.' },
  detailOnly: {
    shape: flag,
    doc: 'Sent with one record, never with list rows. Default: true for types that no column can show; other fields that the list does not show are sent with its rows on demand.',
  },
  copyable: { shape: flag, doc: 'The detail page shows the value at its side, with a button that copies it.' },
  unique: {
    shape: eitherShape((value) => typeof value === 'boolean', flag, listOf(text)),
    doc: 'true = unique within the tenant; a list = unique within these fields; an empty list = unique in the whole table.',
  },
  uniqueWhere: {
    shape: mapOf(listOf(text, 1)),
    doc: 'Restricts unique to records whose fields have one of these values.',
  },
  personal: {
    shape: oneOfValues(personalClasses, 'a class of personal data'),
    doc: 'Class of personal data; lists show the value masked.',
  },
  identifiedBy: {
    shape: text,
    doc: 'For a name: the field of the same record with the id number. The name of a legal person, whose id number is a 統一編號, is not masked.',
  },
  virtual: {
    shape: flag,
    doc: 'The field has no column. The server computes its value by an SQL expression of the same name.',
  },
  index: {
    shape: flag,
    doc: 'Adds an index within the tenant, for filters and sorting of long lists. If a filter of the list matches substrings, the index is for substrings.',
  },
  was: { shape: text, doc: 'The former name of the field; its column is renamed and keeps its data.' },
  shownWhen: {
    shape: conditionRef,
    doc: 'The field is shown only while this holds; a hidden field is not required, not sent, and cleared.',
  },
  requiredWhen: { shape: conditionRef, doc: 'The field is required only while this holds.' },
  readOnlyWhen: { shape: conditionRef, doc: 'The field cannot be changed while this holds.' },
  handWritten: {
    shape: listOf(oneOfValues(['cell', 'input'], 'cell or input'), 1),
    doc: 'The generated cell (how lists, cards and detail pages show the value) or input does not suit: resources/<name>/index.tsx must have one for this field. Without this key it may have one.',
  },
}
