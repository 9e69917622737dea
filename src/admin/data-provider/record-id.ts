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

const separator = '~'

// In a URL, such an id would be read as the route of the form for new records.
const reservedIds = ['create']

// The separator and characters with a meaning in URLs are escaped.
// An escape begins with `!`, because the router decodes `%2F` inside an id and some servers reject it.
const escapeCharacter = (character: string) => `!${character.charCodeAt(0).toString(16).padStart(2, '0')}`
const encodePart = (part: string) => part.replace(/[!~%/\\]/g, escapeCharacter)
const decodePart = (part: string) =>
  part.replace(/!([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
