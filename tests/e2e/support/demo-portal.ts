import type { Browser } from 'playwright'
import { sharedBrowser } from './browser'
import { type RunningServer, startServer } from './server'

/** A portal with the demo data, and a browser. */
interface DemoPortal {
  readonly server: RunningServer
  readonly browser: Browser
}

let shared: Promise<DemoPortal> | undefined

/**
 * Returns the portal and the browser that all journeys of this worker share; both end with the worker.
 * A journey that needs its own settings or data starts another portal.
 */
export const demoPortal = (): Promise<DemoPortal> => {
  shared ??= Promise.all([startServer(), sharedBrowser()]).then(([server, browser]) => ({ server, browser }))
  return shared
}
