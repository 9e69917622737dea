import type { Resource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'

/** The navigation state of a link to a list or to a form. It may be personal data, so it is not part of the URL, which is logged. */
interface LinkState {
  /** Filters of the list. */
  readonly filters?: Readonly<Record<string, unknown>>
  /** Values of the new record. */
  readonly initialValues?: RecordValues
}

/** Returns the filters of a link that the list has. */
export const filtersOfLink = ({ list }: Resource, state: unknown): Record<string, unknown> | undefined => {
  const { filters } = linkState(state)
  return filters && Object.fromEntries(Object.entries(filters).filter(([name]) => list.filters.some(({ field }) => field === name)))
}

/** Returns the values of a link for the fields of a new record that users can enter. */
export const initialValuesOfLink = ({ fields }: Resource, state: unknown): RecordValues | undefined => {
  const { initialValues } = linkState(state)
  return initialValues && Object.fromEntries(Object.entries(initialValues).filter(([name]) => fields.some((field) => field.name === name && !field.readOnly)))
}

const linkState = (state: unknown): LinkState => (typeof state === 'object' && state !== null ? (state as LinkState) : {})
