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

/** The composition root: the public pages one by one, the admin area as a whole when it is entered, hand-written screens when their page is. */
const start = async () => {
  applyTokens()
  const config = readConfig()
  // The router loads the page's code at once, beside the settings that the page waits for.
  const router = createBrowserRouter(
    guarded([{ path: '/admin/*', lazy: () => loadAdmin(config), errorElement: <PageFailure />, hydrateFallbackElement: <></> }, ...siteRoutes]),
  )
  configure(await config)
  await firstPage(router)
  // Within the page: what a user has typed stays in memory until she has signed in again.
  navigation.toRoot = () => void router.navigate('/')
  navigation.toSignIn = (kind) => void router.navigate(signInPath(kind))
  // In slices, so that a slow phone still responds to its user.
  startTransition(() =>
    root.render(
      <Shell>
        <RouterProvider router={router} />
      </Shell>,
    ),
  )
}

/** Waits for the code of the first page; until then index.html shows that it comes. */
const firstPage = (router: Router): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const end = router.subscribe(({ initialized }) => {
      if (!initialized) return
      end()
      resolve()
    })
  })

type Router = ReturnType<typeof createBrowserRouter>

const loadAdmin = async (config: Promise<SiteConfig>) => {
  const [{ default: AdminArea }, resources] = await Promise.all([import('./admin/AdminArea'), config.then(readSchemas)])
  return { element: <AdminArea resources={resources} screens={screens} /> }
}

/** The server's compiled schemas; a static host before a foreign backend has those of the build. */
const readSchemas = async ({ schemas = builtSchemas }: SiteConfig): Promise<AdminAreaProps['resources']> => {
  const response = await fetch(schemas)
  if (!response.ok) throw new Error(`The schemas answered ${response.status}.`)
  return (await response.json()) as AdminAreaProps['resources']
}

const readConfig = async (): Promise<SiteConfig> => {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`config.json answered ${response.status}.`)
  return (await response.json()) as SiteConfig
}

/** `../resources/portalUser/index.tsx` is the page `portalUser`. */
const screens = Object.fromEntries(
  Object.entries(import.meta.glob<{ readonly default: Screens }>('../resources/*/index.tsx')).map(([path, load]) => [path.split('/')[2] ?? '', load]),
)

const root = createRoot(document.getElementById('root') ?? document.body)

start().catch(() => root.render(<p role="alert">系統設定讀取失敗，請檢查網路連線後重新整理頁面；若仍無法顯示，請洽服務窗口。</p>))
