import type { ReactNode } from 'react'
import { useResourceContext } from 'react-admin'
import type { Field } from '../../schema/language/types'
import { useScreens } from '../portal'
import type { FieldDisplayProps } from './field-view'

/** Renders a value with the hand-written cell of its field on the current page; without one, as generated. */
export const FieldValue = ({
  field,
  record,
  children,
}: FieldDisplayProps<Field> & { readonly children: ReactNode }) => {
  const Cell = useScreens(useResourceContext() ?? '').Cells?.[field.name]
  if (!Cell) return children
  return (
    <Cell field={field} record={record} value={record[field.name]}>
      {children}
    </Cell>
  )
}
