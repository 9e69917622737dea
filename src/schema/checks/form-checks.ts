import type { Check } from './check'
import { cannot } from './check-messages'
import { cannotAt, eachName, foundAt } from './findings'
import { isEnteredView, missingInForm, namesAt, sectionNames } from './view'

/** E207, E208, E209: the form's sections hold fields that people enter, each once; where nobody enters any, they are the detail page's and hold what they like. */
export const sectionsAreFields: Check = (schema) => {
  const hasForm = schema.fields.some(isEnteredView)
  return eachName(schema, sectionNames(schema), 'E207', (name, path) => {
    const field = schema.fields.find((one) => one.name === name)
    return hasForm && field && field.type !== 'computed' && !isEnteredView(field) ? [cannotAt('E208', path, `hold '${name}': nobody enters it`)] : []
  })
}

/** E207, E209: what stands large on the detail page is a field, each once. */
export const headIsFields: Check = (schema) => eachName(schema, namesAt(schema.raw.head, ['head']), 'E207', () => [])

/** E210: nobody could save a form that lacks a required field. */
export const requiredIsEntered: Check = (schema) =>
  missingInForm(schema)
    .filter(({ raw }) => raw.required === true || raw.requiredWhen !== undefined)
    .filter(({ raw }) => raw.default === undefined)
    .map(({ name }) => foundAt('E210', ['form'], cannot('form', `leave out '${name}': it is required`)))
