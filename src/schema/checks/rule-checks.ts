import { cannot, placeOf } from '../phrases'
import { type Check, mustBeField } from './check'
import { rulesAt } from './conditions'
import { isEnteredView } from './view'

/** E341: the sentence of a rule stands where somebody can mend it. */
export const rulesStand: Check = (schema) =>
  rulesAt(schema).flatMap(({ raw: { at }, path }) => {
    if (typeof at !== 'string') return []
    const here = [...path, 'at']
    const field = schema.fields.find(({ name }) => name === at)
    return field && !isEnteredView(field)
      ? [{ id: 'E341', path: here, message: cannot(placeOf(here), `be '${at}': nobody enters it`), hint: 'Name the field that people are to change.' }]
      : mustBeField('E341', at, here, schema)
  })
