import { tenantFields } from '../../domain/access/roles'
import { facetsOf } from '../field-types'
import { hasRecords, type Resource } from '../language/resource'
import { type Field, type FieldType, fieldNamed } from '../language/types'

/** Width of a column in pixels: of the value, without the padding of its cell. */
type ValueWidth = number | ((field: Field) => number)

// Widths of characters at the text size of tables, 14 px, rounded up.
const wideCharacter = 14
const narrowCharacter = 8.5

/** The width of a text on one line in the text size of tables, in pixels. */
const textWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (isWide(character) ? wideCharacter : narrowCharacter), 0)

const isWide = (character: string): boolean => (character.codePointAt(0) ?? 0) > 0x2e7f

/** Padding and border of the chip around the text of an option. */
const chipPadding = 16

const optionWidth = (field: Field): number =>
  'options' in field ? chipPadding + Math.min(140, Math.max(...field.options.map(([, text]) => textWidth(text)))) : 100

// Names and other texts are mostly shorter than their maximum; longer ones are cut off and shown in full on demand.
const lineWidth = (field: Field): number => {
  if (field.personal === 'name') return 84
  const max = 'max' in field && typeof field.max === 'number' ? field.max : 20
  return Math.max(60, Math.min(max * narrowCharacter, 124))
}

const numberWidth = 64
const dateWidth = 10 * narrowCharacter
const timeWidth = 17 * narrowCharacter
const amountWidth = 88

/** The width of the values of each type of field. */
const valueWidths: Readonly<Record<FieldType, ValueWidth>> = {
  string: lineWidth,
  text: 160,
  integer: numberWidth,
  money: amountWidth,
  percent: numberWidth,
  date: dateWidth,
  datetime: timeWidth,
  month: 7 * narrowCharacter,
  time: 5 * narrowCharacter,
  boolean: wideCharacter,
  enum: optionWidth,
  enumList: 150,
  reference: 136,
  referenceList: 136,
  rows: 60,
  email: 160,
  mobile: 10 * narrowCharacter,
  landline: 12 * narrowCharacter,
  phone: 12 * narrowCharacter,
  uniformNo: 8 * narrowCharacter,
  idNo: 10 * narrowCharacter,
  bankAccount: 145,
  zipCode: 6 * narrowCharacter,
  url: 160,
  virtualAccount: 148,
  bankTime: 8 * narrowCharacter,
  file: 180,
  image: 100,
  json: 180,
  computed: (field) => (facetsOf(field).numberKind ? amountWidth : dateWidth),
  count: numberWidth,
}

/** The padding at both sides of a cell. */
export const cellPadding = 12

// Beside the label of a column that can be sorted.
const sortIcon = 20

/** Returns the heading of a field's column: its label without a remark in brackets at the end. */
export const columnHead = ({ label }: Pick<Field, 'label'>): string => label.replace(/（[^（）]*）$/, '')

/** Returns the width of a field's column in a list, in pixels: what the list declares, or that of its values or label. */
export const columnWidth = ({ list }: Pick<Resource, 'list'>, field: Field): number => {
  const width = valueWidths[field.type]
  const valueWidth = typeof width === 'number' ? width : width(field)
  return (
    list.widths[field.name] ??
    Math.ceil(Math.max(valueWidth, textWidth(columnHead(field)) + sortIcon)) + 2 * cellPadding
  )
}

/** Width of the column of checkboxes, in pixels. */
export const checkboxColumnWidth = 44

/** Returns the width of the column of the actions, in pixels: a page without a form has buttons for the first ones. */
export const actionColumnWidth = ({ actions, endpoints }: Resource): number =>
  endpoints.operations.includes('update') || !actions.some(({ on }) => on.includes('row')) ? 148 : 176

/**
 * Returns the fields whose columns a list shows by default.
 * The agreement is not among them: it is a line below the first column.
 */
export const defaultColumnsOf = ({ fields, list }: Pick<Resource, 'fields' | 'list'>): readonly Field[] => {
  const shown = list.columns.filter((name) => !list.hidden.includes(name))
  const columns = shown.flatMap((name) => fieldNamed(fields, name) ?? [])
  const others = columns.filter((field) => !isAgreement(field))
  return others.length > 0 ? others : columns
}

/** Checks whether a field is the reference to the agreement to which a record belongs. */
export const isAgreement = ({ name, type }: Field): boolean => name === tenantFields.agreement && type === 'reference'

/** The width up to which a list fits in a window of 1,440 px beside the menu, in pixels. */
export const maxListWidth = 1090

/** Returns the width of a list with its default columns and its controls, in pixels. */
export const defaultListWidth = (resource: Resource): number =>
  defaultColumnsOf(resource).reduce((sum, field) => sum + columnWidth(resource, field), 0) +
  (hasBulkActions(resource) ? checkboxColumnWidth : 0) +
  (hasRecords(resource) ? actionColumnWidth(resource) : 0)

const hasBulkActions = ({ actions, endpoints }: Resource): boolean =>
  endpoints.operations.includes('delete') || actions.some(({ on }) => on.includes('bulk'))
