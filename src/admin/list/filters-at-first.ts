import type { Filter, Resource } from '../../schema/types'
import { usedFilters } from './query-values'

/** The conditions that a query form shows before more are wished for: two lines of them beside the buttons, or all where they are few. */
export const filtersAtFirst = ({ list: { filters } }: Resource): readonly Filter[] => {
  const places = filters.map(({ match }) => (match === 'range' ? 2 : 1))
  const sumTo = (end: number) => places.slice(0, end).reduce<number>((sum, one) => sum + one, 0)
  return sumTo(filters.length) <= few ? filters : filters.filter((_, index) => sumTo(index + 1) <= twoLines)
}

/** Whether a query asks for what the form does not show at first. */
export const usesMore = (resource: Resource, values: Readonly<Record<string, unknown>>): boolean => {
  const shown = filtersAtFirst(resource).map(({ field }) => field)
  return Object.keys(usedFilters(values)).some((name) => !shown.includes(name))
}

// A form has four places in a line on a desk.
const twoLines = 6
const few = 8
