import { CacheProvider } from '@emotion/react'
import { CssBaseline } from '@mui/material'
import type { QueryClient } from '@tanstack/react-query'
import { lazy, memo, type ReactElement, useEffect, useMemo, useState } from 'react'
import {
  AdminContext,
  LogoutOnMount,
  memoryStore,
  Resource,
  ResourceDefinitionContextProvider,
  type ResourceProps,
  type Store,
  useNotificationContext,
  useScrollToTop,
} from 'react-admin'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { siteConfig } from '../browser/http/config'
import { companySession, useCompanySession } from '../browser/session/session'
import { type ColourScheme, useColourScheme } from '../browser/theme/colour-scheme'
import { useIsPrinting } from '../browser/use-is-printing'
import { hasRecords, type RoleView, type Resource as Schema } from '../schema/language/resource'
import { applyCalendar } from '../schema/load/apply-calendar'
import { type SchemaSet, schemaSet } from '../schema/load/schema-set'
import { recordTitle } from '../schema/text/record-title'
import { createAuthProvider } from './auth-provider'
import { lazyComponent } from './components/lazy-component'
import { createDataProvider } from './data-provider'
import { ChangeAddressContext } from './hooks/change-address'
import { forgetFilters } from './hooks/link-state'
import { createI18nProvider, portalLocale } from './i18n'
import { AdminLayout } from './layout/AdminLayout'
import { Dashboard, loadOverview } from './layout/Dashboard'
import { AdminDenied, AdminNotFound, PageBoundary } from './layout/StatusPages'
import { preloadFirstList, takeQueryClient } from './list/first-list'
import { CreatePage, EditPage, ImportPage, ListPage, OtherPage, ReportPage, ShowPage } from './pages'
import {
  createSchemasForRole,
  type Portal,
  PortalContext,
  preloadScreens,
  type SchemasForRole,
  schemasOfSession,
} from './portal'
import type { ScreenLoaders } from './screens'
import { styleCache } from './style-cache'
import { adminThemes } from './theme'

/**
 * Loads what the page at the current address needs: its hand-written screens, the first rows if it is a list, and the
 * code of the first page.
 */
export const preloadPage = async ({ resources, screens }: AdminAreaProps): Promise<void> => {
  const [page = ''] = window.location.pathname.split('/').slice(2)
  // A failure is shown when the page is rendered.
  if (page === '') await loadOverview().catch(() => undefined)
  await Promise.all([preloadScreens(screens, page), preloadFirstList(resources)])
}

export interface AdminAreaProps {
  /** The compiled schemas. */
  readonly resources: readonly Schema[]
  readonly screens: ScreenLoaders
}

/** Renders the admin area of the portal. Dates are shown in the calendar that the site is configured to use. */
export default function AdminArea({ resources, screens }: AdminAreaProps) {
  const schemas = useMemo(() => applyCalendar(schemaSet(resources), siteConfig().calendar), [resources])
  return (
    <CacheProvider value={styleCache()}>
      <AdminApp schemas={schemas} screens={screens} />
    </CacheProvider>
  )
}

const loadMessages = async () => (await import('./layout/Messages')).Messages
const LoadedMessages = lazyComponent(loadMessages)

/** Renders react-admin's messages. Their code is loaded with the first one. */
const Messages = () => {
  const { notifications } = useNotificationContext()
  const [wasUsed, setWasUsed] = useState(false)
  if (notifications.length > 0 && !wasUsed) setWasUsed(true)
  return wasUsed && <LoadedMessages />
}

// Nobody has asked for tooltips, so nothing is said without them.
const Tooltips = lazyComponent(() =>
  import('./layout/Tooltips').then(
    (loaded) => loaded.Tooltips,
    () => () => null,
  ),
)

/**
 * Renders tooltips, and loads the code of messages, and with it that of menus and dialogs, when the user first moves the
 * mouse or uses the touch screen or the keyboard: before a click needs it, but after the first page.
 */
const LoadedOnUse = () => {
  const [wasUsed, setWasUsed] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    const load = () => {
      ending.abort()
      setWasUsed(true)
      // Without a connection they are loaded again on use.
      loadMessages().catch(() => undefined)
    }
    for (const event of ['pointermove', 'pointerdown', 'keydown'])
      window.addEventListener(event, load, { signal: ending.signal })
    return () => ending.abort()
  }, [])
  return wasUsed && <Tooltips />
}

const SignInsPage = lazy(async () => ({ default: (await import('./sign-ins/SignIns')).SignInsPage }))

/**
 * Renders the admin area for any set of schemas.
 * It uses the parts of react-admin's `<Admin>` instead of that component, whose layout, sign-in and error pages would
 * be loaded without being used, and whose routes wait for asynchronous checks and are rendered again as each resource
 * registers itself.
 */
export const AdminApp = ({ schemas, screens }: Portal) => {
  const role = useCompanySession()?.data.RoleId ?? ''
  const schemasForRole = useMemo(() => createSchemasForRole(schemas), [schemas])
  const portal = useMemo(() => ({ schemas: schemasForRole(role), screens, role }), [schemasForRole, role, screens])
  return (
    <PortalContext value={portal}>
      <ChangeAddressContext value={useNavigate()}>
        <AdminPages schemas={schemas} schemasForRole={schemasForRole} />
      </ChangeAddressContext>
    </PortalContext>
  )
}

interface AdminPagesProps {
  readonly schemas: SchemaSet
  readonly schemasForRole: SchemasForRole
}

/** Renders the pages of all roles. It does not rerender when the session changes. */
const AdminPages = memo(({ schemas, schemasForRole }: AdminPagesProps) => {
  const [caches] = useState(() => ({ queryClient: takeQueryClient(), store: createStore() }))
  const [wasSignedIn] = useState(() => companySession() !== null)
  const isPrinting = useIsPrinting()
  // A signed-out user leaves this area.
  useEffect(() => forgetFilters, [])
  const [themes] = useState(adminThemes)
  const scheme = useColourScheme()
  const providers = useMemo(
    () => ({ ...caches, ...providersOf(schemas, schemasOfSession(schemasForRole), caches.queryClient) }),
    [schemas, schemasForRole, caches],
  )
  const resources = useMemo(() => schemas.resources.filter(({ page }) => page).map(resourceElement), [schemas])
  const definitions = useMemo(
    () => Object.fromEntries(resources.map(({ props }) => [props.name, Resource.registerResource(props)])),
    [resources],
  )
  return (
    <AdminContext {...providers} basename="/admin" {...themesOf(themes, isPrinting ? 'light' : scheme)}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        <PageBoundary>{wasSignedIn ? <AdminRoutes resources={resources} /> : <LogoutOnMount />}</PageBoundary>
        <Messages />
        <LoadedOnUse />
        {/* Emotion inserts these styles before those of the components above and those of index.html, so that the styles of index.html take precedence. */}
        <CssBaseline enableColorScheme />
      </ResourceDefinitionContextProvider>
    </AdminContext>
  )
})

/**
 * Returns the store of react-admin.
 * It is in memory only, because it contains the filters of lists, which may be personal data.
 * It contains the locale, because react-admin otherwise delays the first render.
 */
const createStore = (): Store => {
  const store = memoryStore({ locale: portalLocale })
  // React-admin sets a store up after the first render. The list would then get its query, and be rendered, once more.
  store.setup()
  return Object.assign(store, { setup: () => {} })
}

// React-admin chooses between the two themes by the preference of the device.
const themesOf = ({ light, dark }: ReturnType<typeof adminThemes>, scheme: ColourScheme) => ({
  theme: scheme === 'dark' ? dark : light,
  darkTheme: scheme === 'light' ? light : dark,
})

const AdminRoutes = ({ resources }: { resources: readonly ResourceElement[] }) => {
  useScrollToTop()
  return (
    <AdminLayout>
      <Routes>
        <Route path="/" element={<Dashboard />} />
        {resources.map((resource) => (
          <Route key={resource.key} path={`/${resource.props.name}/*`} element={resource} />
        ))}
        <Route path="/sign-ins" element={<SignInsPage />} />
        <Route path="/access-denied" element={<AdminDenied />} />
        <Route path="/authentication-error" element={<AdminDenied />} />
        <Route path="*" element={<AdminNotFound />} />
      </Routes>
    </AdminLayout>
  )
}

const providersOf = (schemas: SchemaSet, sessionSchemas: SchemaSet<RoleView>, queryClient: QueryClient) => ({
  dataProvider: createDataProvider(sessionSchemas, queryClient),
  authProvider: createAuthProvider(sessionSchemas),
  i18nProvider: createI18nProvider(schemas),
})

type ResourceElement = ReactElement<ResourceProps>

const resourceElement = (schema: Schema): ResourceElement =>
  hasRecords(schema) ? (
    <Resource
      key={schema.name}
      name={schema.name}
      list={ListPage}
      create={CreatePage}
      edit={EditPage}
      show={ShowPage}
      recordRepresentation={(record: Record<string, unknown>) => recordTitle(schema, record)}
      options={{ label: schema.label }}
    >
      {schema.import && <Route path="import" element={<ImportPage />} />}
    </Resource>
  ) : (
    <Resource
      key={schema.name}
      name={schema.name}
      list={schema.kind === 'report' ? ReportPage : OtherPage}
      options={{ label: schema.label }}
    />
  )
