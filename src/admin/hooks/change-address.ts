import { createContext, useContext } from 'react'
import type { NavigateFunction } from 'react-router-dom'

/** The navigation of the route that contains the admin area. */
export const ChangeAddressContext = createContext<NavigateFunction>(() => {
  throw new Error('Only within the admin area.')
})

/**
 * Returns the navigation by which an address may be shown at once (`flushSync`).
 * Within the routes of the area, `useNavigate` ignores that option: the new address is rendered as a transition, and is
 * never shown if the user presses Back before it is.
 */
export const useChangeAddress = (): NavigateFunction => useContext(ChangeAddressContext)
