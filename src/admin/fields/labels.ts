import type { FileField, RecordValues, ReferenceField } from '../../schema/language/types'
import { itemsOf } from '../list-field/items'

/** Returns the text of the record that a reference refers to: the label that the server sent with this record, otherwise the code. */
export const referenceText = ({ name }: ReferenceField, record: RecordValues): string => {
  const label = labelsOf(record).get(name)
  return typeof label === 'string' && label !== '' ? label : [record[name] ?? ''].flat().join('、')
}

/** Returns the labels of one item of a list field, which the server names by their path: `FeeItems.0.FeeCode`. */
export const labelsAt = (record: RecordValues, path: string): RecordValues =>
  Object.fromEntries([...labelsOf(record)].flatMap(([name, text]) => (name.startsWith(`${path}.`) ? [[name.slice(path.length + 1), text]] : [])))

/** Returns the label that the server sent for a code of a field. For the path of an item field, it is the label in the first item with that code. Returns undefined if there is none. */
export const labelOfCode = (record: RecordValues, [name = '', column]: readonly string[], code: string): string | undefined => {
  const path = column === undefined ? name : `${name}.${itemsOf(record[name]).findIndex((item) => String(item[column]) === code)}.${column}`
  // The label of a reference belongs to the stored code; the user may have selected another one.
  const isStoredCode = path !== name || String(record[name]) === code
  return isStoredCode ? labelsOf(record).get(path)?.toString() : undefined
}

const labelsOf = ({ Labels }: RecordValues): ReadonlyMap<string, unknown> =>
  new Map(typeof Labels === 'object' && Labels !== null ? Object.entries(Labels) : [])

/** Returns name and size of a stored file, which the server sends as its label. */
export const fileText = ({ name }: FileField, record: RecordValues): string => String(labelsOf(record).get(name) ?? '')
