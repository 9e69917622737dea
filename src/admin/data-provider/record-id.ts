import type { Resource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'

type WithKey = Pick<Resource, 'key'>

/** Returns the synthetic `id` that react-admin needs: the parts of the key, joined. */
export const recordId = ({ key }: WithKey, record: RecordValues): string => {
  const id = key.map((name) => encodePart(String(record[name] ?? ''))).join(separator)
  return reservedIds.includes(id) ? escapeCharacter(id.charAt(0)) + id.slice(1) : id
}

/** Returns the fields of the key with their values as text, from an `id`. */
export const keyValuesOfId = ({ key }: WithKey, id: string | number): Record<string, string> => {
  const parts = String(id).split(separator)
  return Object.fromEntries(key.map((name, index) => [name, decodePart(parts[index] ?? '')]))
}

/** Returns a record with its synthetic `id`. */
export const withId = <T extends RecordValues>(resource: WithKey, record: T): T & { readonly id: string } => ({
  ...record,
  id: recordId(resource, record),
})

/**
 * Returns an id that identifies a record by values of other fields than its key, such as the code that a reference
 * stores. `valuesOfReferenceId` returns these values.
 */
export const referenceId = (values: Readonly<Record<string, string>>): string =>
  [referenceMark, ...Object.entries(values).flat().map(encodePart)].join(separator)

/** Returns the values in an id that `referenceId` has built; undefined for the id of a record. */
export const valuesOfReferenceId = (id: string): Record<string, string> | undefined => {
  const [mark, ...parts] = id.split(separator)
  if (mark !== referenceMark) return undefined
  return Object.fromEntries(
    parts.flatMap((name, index) => (index % 2 === 0 ? [[decodePart(name), decodePart(parts[index + 1] ?? '')]] : [])),
  )
}

const separator = '~'

// No id of a record begins with this mark, because `!` is escaped there.
const referenceMark = '!by'

// In a URL, such an id would be read as the route of the form for new records.
const reservedIds = ['create']

// The separator and characters with a meaning in URLs are escaped.
// An escape begins with `!`, because the router decodes `%2F` inside an id and some servers reject it.
const escapeCharacter = (character: string) => `!${character.charCodeAt(0).toString(16).padStart(2, '0')}`
const encodePart = (part: string) => part.replace(/[!~%/\\]/g, escapeCharacter)
const decodePart = (part: string) =>
  part.replace(/!([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
