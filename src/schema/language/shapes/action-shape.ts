import { enums } from '../../../domain/enums'
import { fieldsShape } from '../../field-types/field-shape'
import { actionOutcomes, actionPlaces } from '../action'
import { conditionRef } from './condition-shape'
import { choice, either, flag, isObject, isText, type Keys, later, listOf, mapOf, object, scalar, text } from './shape'

const textForms = either(
  isText,
  text,
  object({
    one: { shape: text, text: 'Of one record; {Field} stands for its value.', required: true },
    many: { shape: text, text: 'Of several; {count} stands for their number.', required: true },
  }),
)

const hasKey = (key: string) => (value: unknown) => isObject(value) && key in value

const setValue = either(
  isObject,
  either(
    hasKey('clock'),
    object({ clock: { shape: choice(['today', 'now'], 'today or now'), text: 'The business day, or the moment.', required: true } }),
    either(
      hasKey('session'),
      object({ session: { shape: choice(['UserId'], 'UserId'), text: 'Who does it.', required: true } }),
      object({ input: { shape: text, text: 'What was entered under that name.', required: true } }),
    ),
  ),
  scalar,
)

/** The keys of an action. */
const action: Keys = {
  label: { shape: text, text: 'What the button says, in zh-TW.', required: true },
  icon: { shape: text, text: 'Name of a Material icon listed in src/admin/icons.ts.' },
  on: {
    shape: either(isText, choice(actionPlaces, 'a place of an action'), listOf(choice(actionPlaces, 'a place of an action'), 1)),
    text: 'row: on each record (when absent). bulk: on several chosen ones. page: on the list as a whole.',
  },
  call: { shape: text, text: 'A call of the contract, such as PortalUser.Disabled. Either this or set.' },
  set: { shape: mapOf(setValue), text: 'What is written into the record: a value, {"input"}, {"clock"}, {"session"}. Either this or call.' },
  roles: {
    shape: listOf(choice(Object.keys(enums.PortalRole), 'a role'), 1),
    text: 'Who may. Absent: whoever may change records, and for a call whoever the contract lets.',
  },
  allowedWhen: { shape: conditionRef, text: 'Which records it can be done with.' },
  confirm: { shape: textForms, text: 'The question before it is done. Absent, and without inputs: it is done at once.' },
  text: { shape: text, text: 'What follows from it, below the question.' },
  inputs: { shape: later('fields', () => fieldsShape), text: 'What people are asked for, as fields by name.' },
  danger: { shape: flag, text: 'Cannot be taken back: drawn in the colour of warnings.' },
  success: {
    shape: textForms,
    text: 'What is said when it is done; what a call answers can stand in it. [A part in brackets] is left out when it lacks a value.',
  },
  failure: { shape: textForms, text: 'What is said when it was refused, before the reason; of several with {done} and {failed}.' },
  afterwards: {
    shape: either(isText, choice(actionOutcomes, 'an end of an action'), object({ page: { shape: text, text: 'The admin page to go to.', required: true } })),
    text: 'refresh (when absent), list: back to the list, download: the answer is a file, {"page"}: on to another page.',
  },
}

/** The actions of a resource, by name. */
export const actionsShape = mapOf(object(action))
