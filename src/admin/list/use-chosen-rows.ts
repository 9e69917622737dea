import { useRef } from 'react'
import { type Identifier, type RaRecord, useListContext } from 'react-admin'
import type { Resource } from '../../schema/types'
import { keyOf } from '../data-provider/record-id'

/** The chosen rows, those of other pages as they were when they were seen. */
export const useChosenRows = (resource: Resource): readonly RaRecord[] => {
  const { data = [], selectedIds } = useListContext()
  const seen = useRef(new Map<Identifier, RaRecord>())
  for (const row of data) seen.current.set(row.id, row)
  return selectedIds.map((id) => seen.current.get(id) ?? { ...keyOf(resource, id), id })
}
