import { enums } from '../../../domain/enums'
import { fieldsShape } from '../../field-types/field-shape'
import { actionPlaces, afterwardsSteps } from '../action'
import { conditionRef } from './condition-shape'
import {
  eitherShape,
  flag,
  isObject,
  isText,
  listOf,
  mapOf,
  object,
  objectJson,
  oneOfValues,
  oneOfVariants,
  type SchemaKeys,
  scalar,
  shapeReference,
  text,
} from './shape'

const textVariants = eitherShape(
  isText,
  text,
  object({
    one: { shape: text, doc: 'Text for one record; {Field} is replaced by its value.', required: true },
    many: { shape: text, doc: 'Text for several records; {count} is replaced by their number.', required: true },
  }),
)

const setVariants: Readonly<Record<string, SchemaKeys>> = {
  clock: {
    clock: {
      shape: oneOfValues(['today', 'now'], 'today or now'),
      doc: 'The current business day (today) or time (now).',
      required: true,
    },
  },
  session: {
    session: { shape: oneOfValues(['UserId'], 'UserId'), doc: 'The user who performs the action.', required: true },
  },
  input: { input: { shape: text, doc: 'The value of this input.', required: true } },
}
const setValue = eitherShape(
  isObject,
  oneOfVariants(() => setVariants, { anyOf: Object.values(setVariants).map(objectJson) }),
  scalar,
)

const place = oneOfValues(actionPlaces, 'a place of an action')

/** The keys of an action. */
const action: SchemaKeys = {
  label: { shape: text, doc: 'Label of the button, in zh-TW.', required: true },
  icon: { shape: text, doc: 'Name of a Material icon listed in src/admin/icons.ts.' },
  on: {
    shape: eitherShape(isText, place, listOf(place, 1)),
    doc: 'row: on each record (default). bulk: on selected records, after a dialog with those for which it is allowed and the reasons for the others. page: on the page as a whole. list: sends the query of the list to a call that returns the list as a workbook; replaces the export button.',
  },
  overQuery: {
    shape: flag,
    doc: 'The bulk action can be applied to all records that the query of the list finds: its call gets Query, the parameters of the list, in place of Records.',
  },
  call: { shape: text, doc: 'A call of the contract, such as PortalUser.Disabled. Excludes set.' },
  set: {
    shape: mapOf(setValue),
    doc: 'The values to write, by field: a value, {"input"}, {"clock"} or {"session"}. Excludes call.',
  },
  roles: {
    shape: listOf(oneOfValues(Object.keys(enums.PortalRole), 'a role'), 1),
    doc: 'Roles that may use the action. Default: every role that may change records; for a call, every role that the contract allows.',
  },
  allowedWhen: { shape: conditionRef, doc: 'The records for which the action is allowed.' },
  confirm: {
    shape: textVariants,
    doc: 'The question before the action. Default: no question; without inputs the action runs at once.',
  },
  text: { shape: text, doc: 'Explains the consequences, below the question.' },
  inputs: {
    shape: shapeReference('fields', () => fieldsShape),
    doc: 'Fields of a dialog that the user fills in first, by name.',
  },
  danger: { shape: flag, doc: 'The action cannot be undone; its button has the colour of warnings.' },
  success: {
    shape: textVariants,
    doc: 'The message after success; it may contain values that the call returns. [A part in brackets] is omitted if one of its values is empty.',
  },
  failure: {
    shape: textVariants,
    doc: 'The message after a refusal, before the reason; for several records with {done} and {failed}.',
  },
  afterwards: {
    shape: eitherShape(
      isText,
      oneOfValues(afterwardsSteps, 'a step after an action'),
      object({ page: { shape: text, doc: 'The admin page to open.', required: true } }),
    ),
    doc: 'refresh (default). list: return to the list. download: save the file that the call returns. {"page"}: open another page.',
  },
}

/** The shape of the actions of a resource, by name. */
export const actionsShape = mapOf(object(action))
