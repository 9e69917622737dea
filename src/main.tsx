import builtSchemas from 'virtual:schemas'
import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import type { AdminAreaProps } from './admin/AdminArea'
import { extensionCalls } from './browser/http/capabilities'
import { configureSite } from './browser/http/config'
import { navigation, signInPath } from './browser/navigation'
import { Shell } from './browser/Shell'
import { applyTokens } from './browser/theme/tokens'
import type { SiteConfig } from './contract/site-config'
import { withLeaveGuard } from './site/guard/LeaveGuard'
import { PageFailure } from './site/layout/PageFailure'
import { Component as RootLayout } from './site/layout/RootLayout'
import { siteRoutes } from './site/routes'

/**
 * Starts the site.
 * The sign-in page of companies is part of the first script; the code of every other public page, of the admin area and
 * of each hand-written screen is loaded when users first open it.
 */
const start = async () => {
  applyTokens()
  const config = readConfig()
  // The router loads the page's code while the settings are being fetched.
  const router = createBrowserRouter(
    withLeaveGuard([
      {
        path: '/admin/*',
        lazy: () => loadAdmin(config),
        errorElement: (
          <RootLayout>
            <PageFailure />
          </RootLayout>
        ),
        hydrateFallbackElement: <></>,
      },
      ...siteRoutes,
    ]),
  )
  await config
  await waitForFirstPage(router)
  // The root path and the sign-in pages open without a page load, so that unsaved input stays in memory until the user
  // has signed in again.
  navigation.toRoot = () => void router.navigate('/')
  navigation.toSignIn = (kind) => void router.navigate(signInPath(kind))
  // During a transition React interrupts rendering for user input, so that a slow phone stays responsive.
  startTransition(() =>
    root.render(
      <Shell>
        <RouterProvider router={router} />
      </Shell>,
    ),
  )
}

const readConfig = async (): Promise<SiteConfig> => {
  const config = await readJson<SiteConfig>('/config.json')
  configureSite(config)
  if (config.brand?.colours) applyTokens()
  return config
}

/** Waits until the code of the first page is loaded. Until then, index.html shows a loading indicator. */
const waitForFirstPage = (router: Router): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })

type Router = ReturnType<typeof createBrowserRouter>

const loadAdmin = async (config: Promise<SiteConfig>) => {
  const [{ default: AdminArea, preloadPage }, { screens }, resources] = await Promise.all([
    import('./admin/AdminArea'),
    import('./screens'),
    config.then(readSchemasAndCapabilities),
  ])
  await preloadPage({ resources, screens })
  // `import.meta.hot` is undefined in a build, which therefore does not contain LiveAdmin.
  return {
    element: import.meta.hot ? (
      <LiveAdmin AdminArea={AdminArea} resources={resources} screens={screens} />
    ) : (
      <AdminArea resources={resources} screens={screens} />
    ),
  }
}

/**
 * Reads the compiled schemas, and meanwhile the ids of the calls that the backend serves, so that the first page is
 * rendered once, with all its buttons.
 */
const readSchemasAndCapabilities = (config: SiteConfig) => {
  void extensionCalls()
  return readSchemas(config)
}

/**
 * Renders the admin area of the dev server.
 * It shows changed texts of schema files at once, without a reload, which would lose unsaved input.
 */
function LiveAdmin({
  AdminArea,
  resources,
  screens,
}: AdminAreaProps & { readonly AdminArea: ComponentType<AdminAreaProps> }) {
  const [current, setCurrent] = useState(resources)
  useEffect(() => {
    const update = async () => setCurrent(await readSchemas(await readJson<SiteConfig>('/config.json')))
    import.meta.hot?.on('portal:texts', update)
    return () => import.meta.hot?.off('portal:texts', update)
  }, [])
  return <AdminArea resources={current} screens={screens} />
}

/**
 * Reads the compiled schemas from the address in `/config.json`.
 * A static host in front of another backend gives no address; the schemas are then those of the build.
 */
const readSchemas = ({ schemas = builtSchemas }: SiteConfig) => readJson<AdminAreaProps['resources']>(schemas)

const readJson = async <T,>(address: string): Promise<T> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} returned status ${response.status}.`)
  return (await response.json()) as T
}

const root = createRoot(document.getElementById('root') ?? document.body, {
  // React reports these errors without their cause.
  onRecoverableError: (error) => console.error(error, error instanceof Error ? error.cause : undefined),
})

// The start is a task of its own, so that the browser can respond between the evaluation of the script and the start.
setTimeout(() =>
  start().catch(() =>
    root.render(
      <Shell>
        <PageFailure />
      </Shell>,
    ),
  ),
)
