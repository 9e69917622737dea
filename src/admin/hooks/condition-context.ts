import { createContext, useContext } from 'react'
import { companySession } from '../../browser/session/session'
import { taipeiToday } from '../../domain/dates/dates'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { DefaultContext } from '../../schema/rules/defaults'
import { usePortal } from '../portal'

/** The record that the rows below stand in, as far as their conditions ask for it. */
export const ParentContext = createContext<RecordValues | undefined>(undefined)

/** Returns what conditions can ask beside the record, on a screen. */
export const useConditionContext = (): ConditionContext => {
  const { role } = usePortal()
  const parent = useContext(ParentContext)
  return { ...contextFor(role), ...(parent && { parent }) }
}

/** Returns the same outside components: when a form is validated or sent. */
export const conditionContextNow = (): ConditionContext => contextFor(companySession()?.data.RoleId ?? '')

/** Returns the defaults of a new record that depend on user and day. */
export const defaultContextNow = (): DefaultContext => {
  const user = companySession()?.data
  return { today: taipeiToday(new Date()), ...(user && { user: { id: user.UserId, name: user.UserName } }) }
}

const contextFor = (role: string): ConditionContext => ({ today: taipeiToday(new Date()), role })
