import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Session } from '../../browser/session/session'
import { payerHome } from '../../browser/session/sign-in'
import type { PayerLoginResponse } from '../../contract/call-responses'

/**
 * The page that a visitor has asked for before signing in.
 * It is the state of the sign-in page in the history of the tab, so that no address contains it.
 * React-admin uses the same names.
 */
interface RequestedPage {
  readonly nextPathname: string
  readonly nextSearch: string
}

/** Returns the open page as the requested one, for the sign-in page; null if a session has ended on the page. */
export const usePageRequest = (isSignedIn: boolean): RequestedPage | null => {
  const { pathname, search } = useLocation()
  const [wasSignedIn] = useState(isSignedIn)
  return wasSignedIn ? null : { nextPathname: pathname, nextSearch: search }
}

/** Returns the address of the requested page; undefined if there is none, or if it needs the other kind of session. */
export const useRequestedPage = (kind: Session['kind']): string | undefined => {
  const { state } = useLocation()
  if (!isRequestedPage(state) || !pagesOf[kind].test(state.nextPathname)) return undefined
  return state.nextPathname + state.nextSearch
}

/** Returns the function that opens the page of a payer who has signed in: the requested one or the payer's first. */
export const useOpenPayerPage = () => {
  const navigate = useNavigate()
  const requestedPage = useRequestedPage('payer')
  return (response: PayerLoginResponse) => navigate(requestedPage ?? payerHome(response))
}

const pagesOf: Readonly<Record<Session['kind'], RegExp>> = {
  company: /^\/admin(\/|$)/,
  payer: /^\/(payment-information|payment-history|receipt-information)\/?$/,
}

const isRequestedPage = (state: unknown): state is RequestedPage =>
  typeof state === 'object' &&
  state !== null &&
  'nextPathname' in state &&
  typeof state.nextPathname === 'string' &&
  'nextSearch' in state &&
  typeof state.nextSearch === 'string'
