import { type ComponentType, lazy, memo } from 'react'
import type { Ability } from './auth-provider/access'
import { lazyComponent } from './components/lazy-component'
import { CreateDialogContext } from './fields/inputs/create-dialog'
import { AdminDenied, UnservedPage } from './layout/StatusPages'
import { GeneratedList } from './list/GeneratedList'
import { useAbilities, useSchema, useScreens } from './portal'
import type { Screens } from './screens'
import { RecordLinks } from './show/RecordLinks'
import { ReferencedPage } from './show/ReferencedPage'

/** The name of a hand-written screen that is a single component. */
type ScreenName = Exclude<
  keyof Screens,
  'ActionDialogs' | 'BelowCreateSections' | 'Cells' | 'Inputs' | 'summaryFields' | 'useShowMenuItems'
>

// The pages of resources with records. The list is loaded with the admin area, because most users open it first.
export const ListPage = memo(() => <WidePage ability="list" screen="List" generatedPage={GeneratedList} />)
export const CreatePage = lazyPage(
  'create',
  'Create',
  async () => (await import('./form/GeneratedForms')).GeneratedCreate,
)
export const EditPage = lazyPage('edit', 'Edit', async () => (await import('./form/GeneratedForms')).GeneratedEdit)
const DetailPage = lazyPage('show', 'Show', async () => (await import('./show/GeneratedShow')).GeneratedShow)
const RememberRecord = lazyComponent(async () => (await import('./search/RememberRecord')).RememberRecord)
export const ShowPage = memo(() => (
  <ReferencedPage>
    <DetailPage />
    <RememberRecord />
  </ReferencedPage>
))
export const ImportPage = lazyPage('import', 'Import', async () => (await import('./imports/ImportPage')).ImportPage)

/** The page of a report. */
export const ReportPage = memo(() => <WidePage ability="list" screen="Page" generatedPage={GeneratedReport} />)

const GeneratedReport = lazy(async () => ({ default: (await import('./reports/ReportPage')).ReportPage }))

/** Renders the hand-written page of a resource that has neither records nor a report. */
export const OtherPage = () => <PageGate ability="list" screen="Page" generatedPage={UnservedPage} />

/**
 * Returns a page whose generated version is loaded on demand, so that a list is shown without first loading the other
 * pages.
 */
function lazyPage(ability: Ability, screen: ScreenName, load: () => Promise<ComponentType>): ComponentType {
  const generatedPage = lazy(async () => ({ default: await load() }))
  return memo(() => <PageGate ability={ability} screen={screen} generatedPage={generatedPage} />)
}

interface PageGateProps {
  readonly ability: Ability
  readonly screen: ScreenName
  /** The generated page, for resources without a hand-written one. */
  readonly generatedPage: ComponentType
}

/**
 * Renders a page that uses the whole width of the window, because its table has many columns.
 * The layout recognizes it by its class.
 */
const WidePage = (props: PageGateProps) => (
  <div className="wide-page">
    <PageGate {...props} />
  </div>
)

const CreateDialog = lazyComponent(async () => (await import('./form/CreateDialog')).CreateDialog)

/**
 * Renders a page, or a message for users who may not open it.
 * React-admin alone would call the server before it redirects these users.
 */
const PageGate = ({ ability, ...page }: PageGateProps) => {
  const resource = useSchema()
  return useAbilities(resource)(ability) ? <ResourceScreen {...page} name={resource.name} /> : <AdminDenied />
}

const ResourceScreen = ({ name, screen, generatedPage }: Omit<PageGateProps, 'ability'> & { name: string }) => {
  const screens: Screens = useScreens(name)
  const SelectedScreen = screens[screen] ?? generatedPage
  return (
    <CreateDialogContext value={CreateDialog}>
      <RecordLinks>
        <SelectedScreen />
      </RecordLinks>
    </CreateDialogContext>
  )
}
