import type { Check } from './check'
import { cannotAt, mustBeField } from './findings'
import { isEnteredView, objectsAt } from './view'

/** E341: the sentence of a rule stands where somebody can mend it. */
export const rulesStand: Check = (schema) =>
  objectsAt(schema.raw.rules, ['rules']).flatMap(({ said: { at }, path }) => {
    if (typeof at !== 'string') return []
    const here = [...path, 'at']
    const field = schema.fields.find(({ name }) => name === at)
    return field && !isEnteredView(field) ? [cannotAt('E341', here, `be '${at}': nobody enters it`)] : mustBeField('E341', at, here, schema)
  })
