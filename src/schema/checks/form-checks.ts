import { cannot, placeOf } from '../phrases'
import { isObject } from '../shape/shape'
import type { Check } from './check'
import { eachName } from './list-checks'
import { isEnteredView, namesAt, type SchemaView } from './view'

/** E207, E208, E209: the form's sections hold fields that people enter, each once; where nobody enters any, they are the detail page's and hold what they like. */
export const sectionsAreFields: Check = (schema) => {
  const hasForm = schema.fields.some(isEnteredView)
  return eachName(schema, sectionNames(schema), 'E207', (name, path) => {
    const field = schema.fields.find((one) => one.name === name)
    return hasForm && field && field.type !== 'computed' && !isEnteredView(field)
      ? [{ id: 'E208', path, message: cannot(placeOf(path), `hold '${name}': nobody enters it`) }]
      : []
  })
}

/** E207, E209: what stands large on the detail page is a field, each once. */
export const headIsFields: Check = (schema) => eachName(schema, namesAt(schema.raw.head, ['head']), 'E207', () => [])

/** E210: nobody could save a form that lacks a required field. */
export const requiredIsEntered: Check = (schema) =>
  missingInForm(schema)
    .filter(({ raw }) => raw.required === true || raw.requiredWhen !== undefined)
    .filter(({ raw }) => raw.default === undefined)
    .map(({ name }) => ({ id: 'E210', path: ['form'], message: cannot('form', `leave out '${name}': it is required`) }))

/** The entered fields that stand in no section of a form that the file writes out. */
export const missingInForm = (schema: SchemaView) => {
  const named = sectionNames(schema).map(({ name }) => name)
  return Array.isArray(schema.raw.form) ? schema.declared.filter((field) => isEnteredView(field) && !named.includes(field.name)) : []
}

const sectionNames = ({ raw }: SchemaView) =>
  (Array.isArray(raw.form) ? raw.form : []).flatMap((section: unknown, index) => (isObject(section) ? namesAt(section.fields, ['form', index, 'fields']) : []))
