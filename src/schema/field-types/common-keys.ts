import type { PersonalData } from '../../domain/access/mask'
import { conditionRef } from '../language/shapes/condition-shape'
import { anything, choice, either, flag, isObject, type Keys, listOf, mapOf, object, text } from '../language/shapes/shape'

const serverDefault = either(
  (value) => isObject(value) && 'user' in value,
  object({ user: { shape: choice(['id', 'name'], 'id or name'), text: 'Who makes the record.', required: true } }),
  object({
    sequence: {
      shape: text,
      text: 'A running number of the company, which nobody enters: {0000} is the number, {yyyy}, {roc}, {mm} and {dd} are the day, and each has numbers of its own.',
      required: true,
    },
  }),
)

// The classes of personal data that `personal` can name.
const personalClasses = ['name', 'idNo', 'mobile', 'landline', 'email', 'account', 'address'] as const satisfies readonly PersonalData[]

/** The keys that every field can have. */
export const commonKeys: Keys = {
  label: { shape: text, text: 'What people read, in zh-TW.', required: true },
  help: { shape: text, text: 'A sentence below the input.' },
  required: { shape: flag, text: 'Must be filled in; false when absent.' },
  default: {
    shape: either(isObject, serverDefault, anything),
    text: 'Value of a new record where none is given. Also today (of a day or month), now (of a moment), {"user": "id"} or "name", {"sequence": "C{yyyy}{0000}"}.',
  },
  readOnly: { shape: flag, text: 'Never in a form; the server makes it.' },
  writeOnce: { shape: flag, text: 'Fixed after creation.' },
  detailOnly: {
    shape: flag,
    text: 'Travels with one record, never with list rows. Absent: what no column can show does; the other fields that a list does not show come with its rows on demand.',
  },
  unique: {
    shape: either((value) => typeof value === 'boolean', flag, listOf(text)),
    text: 'true = unique within the tenant; a list = unique within these fields; an empty list = unique in the whole table.',
  },
  uniqueWhere: { shape: mapOf(listOf(text, 1)), text: 'Unique only among records whose fields have one of these values.' },
  personal: { shape: choice(personalClasses, 'a class of personal data'), text: 'Class of personal data: lists show it masked.' },
  virtual: { shape: flag, text: 'No column; the server computes it by an expression of the same name.' },
  index: { shape: flag, text: 'Has an index within the tenant: for fields that long lists are narrowed by.' },
  was: { shape: text, text: 'The name that the field had before; its column is renamed and its data move along.' },
  shownWhen: { shape: conditionRef, text: 'Shown only then; hidden means not required, not sent and cleared.' },
  requiredWhen: { shape: conditionRef, text: 'Required only then.' },
  readOnlyWhen: { shape: conditionRef, text: 'Cannot be changed then.' },
}
