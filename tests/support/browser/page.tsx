import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { expect, vi } from 'vitest'
import { closeDialogs } from '../../../src/browser/dialogs/dialogs'
import { navigation } from '../../../src/browser/navigation'
import { Shell } from '../../../src/browser/Shell'
import { clearSessions } from '../../../src/browser/session/session'
import { applyTokens } from '../../../src/browser/theme/tokens'
import { withLeaveGuard } from '../../../src/site/guard/LeaveGuard'
import { requestsAnswered } from './msw'

let root: Root | undefined

/** Renders an element within overlay and dialogs, as `main.tsx` does; it is removed after the test. */
export const draw = (children: ReactNode): void => {
  applyTokens()
  root?.unmount()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Shell>{children}</Shell>)
}

/**
 * Renders routes with an initial path, guarded as in `main.tsx`; returns the router, whose state has the current path.
 */
export const drawRoutes = (routes: RouteObject[], path: string) => {
  const router = createMemoryRouter(withLeaveGuard(routes), { initialEntries: [path] })
  draw(<RouterProvider router={router} />)
  return router
}

/**
 * Waits until the router asks the leave guard about navigations, which begins only after a second rendering.
 * Must be called in the same task as `drawRoutes`.
 */
export const guarded = (router: ReturnType<typeof drawRoutes>): Promise<void> => {
  const registered = vi.spyOn(router, 'getBlocker')
  return expect.poll(() => registered.mock.calls.length).toBeGreaterThan(0)
}

/** Returns a spy that replaces navigation to the root path, which would leave the test. */
export const watchRoot = () => vi.spyOn(navigation, 'toRoot').mockImplementation(() => {})

/** Removes what a test has rendered and stored in the browser. */
export const clearPage = async (): Promise<void> => {
  root?.unmount()
  root = undefined
  await requestsAnswered()
  closeDialogs()
  document.body.replaceChildren()
  // Before the storage is cleared, because a test may have blocked it.
  vi.restoreAllMocks()
  clearSessions()
  localStorage.clear()
  sessionStorage.clear()
}
