import type { Field, Resource } from '../../schema/types'
import { columnsOf } from '../list/columns'
import { useHiddenColumns } from '../list/use-hidden-columns'

/** The columns that the user sees. */
export const useShownColumns = (resource: Resource): readonly Field[] => {
  const { hidden } = useHiddenColumns(resource)
  return columnsOf(resource).filter(({ name }) => !hidden.includes(name))
}
