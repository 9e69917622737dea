import type { PersonalData } from '../../domain/mask'
import { conditionRef } from '../shape/condition-shape'
import type { Keys } from '../shape/shape'
import { anything, choice, either, flag, listOf, mapOf, text } from '../shape/shapes'

// Classes of personal data, as `personal` names them.
const personalClasses = ['name', 'idNo', 'mobile', 'landline', 'email', 'account', 'address'] as const satisfies readonly PersonalData[]

/** What every field can say. */
export const commonKeys: Keys = {
  label: { shape: text, text: 'What people read, in zh-TW.', required: true },
  help: { shape: text, text: 'A sentence below the input.' },
  required: { shape: flag, text: 'Must be filled in; false when absent.' },
  default: { shape: anything, text: 'Value of a new record where none is given.' },
  readOnly: { shape: flag, text: 'Never in a form; the server makes it.' },
  writeOnce: { shape: flag, text: 'Fixed after creation.' },
  detailOnly: { shape: flag, text: 'Travels with one record, not with list rows. Absent: so for every field that the list does not show.' },
  unique: {
    shape: either({ when: (value) => typeof value === 'boolean', shape: flag }, { when: () => true, shape: listOf(text) }),
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
