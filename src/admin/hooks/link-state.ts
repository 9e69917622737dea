import type { Resource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'

/** What a link to a list or to the form of a new record brings along. It stays in the browser's memory of its way; an address would be written down. */
interface LinkState {
  /** What the list is asked for. */
  readonly filters?: Readonly<Record<string, unknown>>
  /** Values of the new record. */
  readonly first?: RecordValues
}

/** Returns the conditions that a link asks a list for, as far as the list knows them. */
export const filtersOfLink = ({ list }: Resource, state: unknown): Record<string, unknown> | undefined => {
  const { filters } = linkState(state)
  return filters && Object.fromEntries(Object.entries(filters).filter(([name]) => list.filters.some(({ field }) => field === name)))
}

/** Returns the values that a link gives a new record, as far as people enter them. */
export const initialValuesOfLink = ({ fields }: Resource, state: unknown): RecordValues | undefined => {
  const { first } = linkState(state)
  return first && Object.fromEntries(Object.entries(first).filter(([name]) => fields.some((field) => field.name === name && !field.readOnly)))
}

const linkState = (state: unknown): LinkState => (typeof state === 'object' && state !== null ? (state as LinkState) : {})
