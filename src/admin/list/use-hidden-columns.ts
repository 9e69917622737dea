import { useStore } from 'react-admin'
import type { Resource } from '../../schema/types'
import { workingAgreement } from '../agreement/working-agreement'

/** Names of the columns that the table does not show; react-admin's table reads the same place. */
export const useHiddenColumns = (resource: Resource): { readonly hidden: readonly string[]; readonly toggle: (column: string) => void } => {
  const [hidden, setHidden] = useStore<string[]>(`${resource.name}.datatable`, hiddenAtFirst(resource))
  return { hidden, toggle: (column) => setHidden(hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column]) }
}

/** Columns that the schema hides at first; and who works with one agreement needs not read its code in every row. */
export const hiddenAtFirst = ({ list }: Resource): string[] => [...list.hidden, ...(workingAgreement() === null ? [] : ['ApplyCode'])]
