import { useLocation } from 'react-router-dom'
import type { Session } from '../../browser/session/session'

/**
 * The page that a visitor has asked for before signing in.
 * It is the state of the sign-in page in the history of the tab, so that no address contains it.
 * React-admin uses the same names.
 */
export interface RequestedPage {
  readonly nextPathname: string
  readonly nextSearch: string
}

/** Returns the address of the requested page; undefined if there is none, or if it needs the other kind of session. */
export const useRequestedPage = (kind: Session['kind']): string | undefined => {
  const state: Partial<RequestedPage> | null = useLocation().state
  const path = `${state?.nextPathname}`
  return pagesOf[kind].test(path) ? path + (state?.nextSearch ?? '') : undefined
}

const pagesOf: Readonly<Record<Session['kind'], RegExp>> = {
  company: /^\/admin(\/|$)/,
  payer: /^\/(payment|receipt)-\w+\/?$/,
}
