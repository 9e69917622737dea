import type { Resource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'

/**
 * The navigation state of a link to a list or to a form.
 * It may contain personal data, so it is not part of the URL, which is logged.
 */
interface LinkState {
  /** Filters of the list. */
  readonly filters?: Readonly<Record<string, unknown>>
  /** Values of the new record. */
  readonly initialValues?: RecordValues
  /** Texts of the codes among the initial values, as the server sent them with the record that the values come from. */
  readonly labels?: RecordValues
  /** Fields of the new record whose initial value the user should change. */
  readonly fieldsToChange?: readonly string[]
}

/**
 * Returns the filters in the state of a link, without those that the list does not have; undefined if the state has
 * none.
 */
export const filtersOfLink = ({ list }: Resource, state: unknown): Record<string, unknown> | undefined => {
  const { filters } = linkState(state)
  return (
    filters &&
    Object.fromEntries(Object.entries(filters).filter(([name]) => list.filters.some(({ field }) => field === name)))
  )
}

/** The value of a filter in a link: one or several values, or the bounds of a range. */
export type LinkFilter = string | readonly string[] | { readonly from?: string; readonly to?: string }

/**
 * Returns the state of a link to a list that is filtered by these values; a filter may have several values or a range.
 * A range of a date becomes the period of the list, if the list has one that may concern this date.
 * Returns undefined if the list lacks one of the filters.
 */
export const listLinkState = (
  { list }: Resource,
  values: Readonly<Record<string, LinkFilter>>,
): LinkState | undefined => {
  const filters = Object.entries(values).map(([name, value]) => filterOfLink(list, name, value))
  return filters.includes(undefined) ? undefined : { filters: Object.assign({}, ...filters) }
}

/** Returns the values of the query form for one filter of a link; undefined if the list lacks the filter. */
const filterOfLink = ({ filters }: Resource['list'], name: string, value: LinkFilter) => {
  for (const { field, chosenBy } of filters) {
    const [code] = Object.entries(chosenBy?.fields ?? {}).find(([, date]) => date === name) ?? []
    if (chosenBy && code !== undefined) return { [chosenBy.parameter]: code, [field]: value }
  }
  const filter = filters.find(({ field }) => field === name)
  return filter && { [name]: filter.match === 'in' ? [value].flat() : value }
}

/**
 * Returns the initial values in the state of a link, without those of read-only fields; undefined if the state has
 * none.
 */
export const initialValuesOfLink = ({ fields }: Resource, state: unknown): RecordValues | undefined => {
  const { initialValues } = linkState(state)
  return (
    initialValues &&
    Object.fromEntries(
      Object.entries(initialValues).filter(([name]) => fields.some((field) => field.name === name && !field.readOnly)),
    )
  )
}

/** Returns the fields in the state of a link whose initial value the user should change. */
export const fieldsToChangeOfLink = (state: unknown): readonly string[] => linkState(state).fieldsToChange ?? []

/** Returns the texts of codes in the state of a link; undefined if the state has none. */
export const labelsOfLink = (state: unknown): RecordValues | undefined => linkState(state).labels

const linkState = (state: unknown): LinkState =>
  typeof state === 'object' && state !== null ? (state as LinkState) : {}
