import builtSchemas from 'virtual:schemas'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import type { Screens } from './admin'
import type { AdminAreaProps } from './admin/AdminArea'
import { configure } from './browser/http/config'
import { navigation, signInPath } from './browser/navigation'
import { Shell } from './browser/Shell'
import { applyTokens } from './browser/theme/tokens'
import type { SiteConfig } from './contract/headers'
import { guarded } from './site/guard/LeaveGuard'
import { PageFailure } from './site/layout/PageFailure'
import { siteRoutes } from './site/routes'

/** Starts the site. Public pages are loaded one by one, the admin area when it is first entered, hand-written screens when their page is opened. */
const start = async () => {
  applyTokens()
  const config = readJson<SiteConfig>('/config.json')
  // The router loads the page's code while the settings are being fetched.
  const router = createBrowserRouter(
    guarded([{ path: '/admin/*', lazy: () => loadAdmin(config), errorElement: <PageFailure />, hydrateFallbackElement: <></> }, ...siteRoutes]),
  )
  configure(await config)
  await firstPage(router)
  // Without reloading the page, so that unsaved input stays in memory until the user has signed in again.
  navigation.toRoot = () => void router.navigate('/')
  navigation.toSignIn = (kind) => void router.navigate(signInPath(kind))
  // As a transition, so that a slow phone stays responsive.
  startTransition(() =>
    root.render(
      <Shell>
        <RouterProvider router={router} />
      </Shell>,
    ),
  )
}

/** Waits until the code of the first page is loaded; meanwhile index.html shows a loading indicator. */
const firstPage = (router: Router): Promise<void> =>
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
  const [{ default: AdminArea }, resources] = await Promise.all([import('./admin/AdminArea'), config.then(readSchemas)])
  return { element: <AdminArea resources={resources} screens={screens} /> }
}

/** Reads the server's compiled schemas; a static host in front of another backend has those of the build. */
const readSchemas = ({ schemas = builtSchemas }: SiteConfig) => readJson<AdminAreaProps['resources']>(schemas)

const readJson = async <T,>(address: string): Promise<T> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return (await response.json()) as T
}

/** The hand-written screens by page: `../resources/portalUser/index.tsx` belongs to `portalUser`. */
const screens = Object.fromEntries(
  Object.entries(import.meta.glob<{ readonly default: Screens }>('../resources/*/index.tsx')).map(([path, load]) => [path.split('/')[2] ?? '', load]),
)

const root = createRoot(document.getElementById('root') ?? document.body)

start().catch(() => root.render(<p role="alert">系統設定讀取失敗，請檢查網路連線後重新整理頁面；若仍無法顯示，請洽服務窗口。</p>))
