import { createContext, useContext } from 'react'
import { companySession } from '../../browser/session'
import { taipeiToday } from '../../domain/dates'
import type { Around, Row } from '../../schema/types'
import { usePortal } from '../portal'

/** The record that the rows below stand in, as far as their conditions ask for it. */
export const ParentContext = createContext<Row | undefined>(undefined)

/** What conditions can ask beside the record, on a screen. */
export const useAround = (): Around => {
  const { role } = usePortal()
  const parent = useContext(ParentContext)
  return { ...timeAnd(role), ...(parent && { parent }) }
}

/** The same where no component asks: when a form is judged or sent. */
export const aroundNow = (): Around => timeAnd(companySession()?.data.RoleId ?? '')

const timeAnd = (role: string): Around => ({ today: taipeiToday(new Date()), role })
