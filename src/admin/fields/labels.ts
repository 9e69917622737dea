import type { FileField, RecordValues, ReferenceField } from '../../schema/language/types'
import { itemsOf } from '../../schema/rules/list-items'

/** Returns the text of a reference: the label that the server sent with the record, or else the code. */
export const referenceText = ({ name }: ReferenceField, record: RecordValues): string => {
  const label = labelsOf(record).get(name)
  return typeof label === 'string' && label !== '' ? label : [record[name] ?? ''].flat().join('、')
}

/**
 * Returns the labels of the list item at a path such as `FeeItems.0`.
 * The server names a label by the path of its item field: `FeeItems.0.FeeCode`.
 */
export const labelsAt = (record: RecordValues, path: string): RecordValues =>
  Object.fromEntries(
    [...labelsOf(record)].flatMap(([name, text]) =>
      name.startsWith(`${path}.`) ? [[name.slice(path.length + 1), text]] : [],
    ),
  )

/**
 * Returns the label that the server sent for a code of a field; undefined if it sent none.
 * For an item field, searches the items for the code.
 */
export const labelOfCode = (
  record: RecordValues,
  [name = '', itemField]: readonly string[],
  code: string,
): string | undefined => {
  if (itemField !== undefined) {
    const index = itemsOf(record[name]).findIndex((item) => String(item[itemField]) === code)
    return labelsOf(record).get(`${name}.${index}.${itemField}`)?.toString()
  }
  // The label belongs to the stored code; the user may have selected another code.
  return String(record[name]) === code ? labelsOf(record).get(name)?.toString() : undefined
}

const labelsOf = ({ Labels }: RecordValues): ReadonlyMap<string, unknown> =>
  new Map(typeof Labels === 'object' && Labels !== null ? Object.entries(Labels) : [])

/** Returns the name and size of a stored file, which the server sends as the label of the field. */
export const fileText = ({ name }: FileField, record: RecordValues): string => String(labelsOf(record).get(name) ?? '')
