import { useStore } from 'react-admin'
import { tenantFields } from '../../domain/tenant'
import type { Resource } from '../../schema/resource'
import type { Field } from '../../schema/types'
import { workingAgreement } from '../agreement/working-agreement'
import { columnsOf } from './columns'

/** The columns of a table: all that can be chosen, and those that are. */
export interface Columns {
  readonly all: readonly Field[]
  readonly shown: readonly Field[]
  readonly toggle: (column: Field) => void
  /** Whether the rows of the list lack what a chosen column shows, unless all fields are asked for. */
  readonly needAll: boolean
}

/** The user's choice of columns. Only what she chose herself is kept, so that a column that the file names later is seen. */
export const useColumns = (resource: Resource): Columns => {
  const [chosen, setChosen] = useStore<Readonly<Record<string, boolean>>>(`${resource.name}.columns`, none)
  const isShown = ({ name }: Field): boolean => chosen[name] ?? isShownAtFirst(resource, name)
  const all = columnsOf(resource)
  const wanted = all.filter(isShown)
  // The one column that she left may have gone with the choice of an agreement.
  const shown = wanted.length > 0 ? wanted : all.slice(0, 1)
  return { all, shown, toggle: (column) => setChosen({ ...chosen, [column.name]: !isShown(column) }), needAll: needsAll(shown) }
}

/** Whether some of the fields do not come with list rows unless all are asked for. */
export const needsAll = (fields: readonly Field[]): boolean => fields.some(({ onDemand }) => onDemand)

const none: Readonly<Record<string, boolean>> = {}

// Who works with one agreement needs not read its code in every row.
const isShownAtFirst = ({ list }: Resource, name: string): boolean =>
  list.columns.includes(name) && !list.hidden.includes(name) && !(name === tenantFields.agreement && workingAgreement() !== null)
