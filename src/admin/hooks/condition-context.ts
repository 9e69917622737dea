import { createContext, useContext } from 'react'
import { companySession } from '../../browser/session/session'
import { taipeiToday } from '../../domain/dates/dates'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { DefaultContext } from '../../schema/rules/defaults'
import { usePortal } from '../portal'

/** The record that contains the enclosing list field, for the conditions of item fields. */
export const ParentContext = createContext<RecordValues | undefined>(undefined)

/**
 * Returns the values that conditions can refer to in addition to the record: today, the user with their role and, for a
 * list item, the record that contains the item.
 */
export const useConditionContext = (): ConditionContext => {
  const { role } = usePortal()
  const parent = useContext(ParentContext)
  return { ...contextFor(role), ...(parent && { parent }) }
}

/** Returns the condition context for code outside of components, such as the validation of a form. */
export const conditionContextNow = (): ConditionContext => contextFor(companySession()?.data.RoleId ?? '')

/** Returns the values that the defaults of a new record depend on: today and the user. */
export const defaultContextNow = (): DefaultContext => {
  const user = companySession()?.data
  return { today: taipeiToday(new Date()), ...(user && { user: { id: user.UserId, name: user.UserName } }) }
}

const contextFor = (role: string): ConditionContext => {
  const user = companySession()?.data.UserId
  return { today: taipeiToday(new Date()), role, ...(user !== undefined && { user }) }
}
