import { type ComponentType, lazy } from 'react'
import type { Action } from './auth-provider/access'
import { CreateDialogContext } from './fields/create-new'
import { AdminDenied, PlannedPage } from './layout/StatusPages'
import { useAbilities, useSchema, useScreens } from './portal'
import type { Screens } from './screens'

// A list is shown without loading the forms.
const GeneratedList = lazy(async () => ({ default: (await import('./list/GeneratedList')).GeneratedList }))
const GeneratedCreate = lazy(async () => ({ default: (await import('./form/GeneratedForms')).GeneratedCreate }))
const GeneratedEdit = lazy(async () => ({ default: (await import('./form/GeneratedForms')).GeneratedEdit }))
const GeneratedShow = lazy(async () => ({ default: (await import('./show/GeneratedShow')).GeneratedShow }))
const GeneratedImport = lazy(async () => ({ default: (await import('./imports/ImportPage')).ImportPage }))
const GeneratedReport = lazy(async () => ({ default: (await import('./reports/ReportPage')).ReportPage }))

export const ListPage = () => <PageGate action="list" screen="List" generated={GeneratedList} />
export const CreatePage = () => <PageGate action="create" screen="Create" generated={GeneratedCreate} />
export const EditPage = () => <PageGate action="edit" screen="Edit" generated={GeneratedEdit} />
export const ShowPage = () => <PageGate action="show" screen="Show" generated={GeneratedShow} />
export const ImportPage = () => <PageGate action="import" screen="Import" generated={GeneratedImport} />

/** The page of a report. */
export const ReportPage = () => <PageGate action="list" screen="Page" generated={GeneratedReport} />

/** The page of a resource that is hand-written or planned. */
export const OtherPage = () => <PageGate action="list" screen="Page" generated={PlannedPage} />

interface PageGateProps {
  readonly action: Action
  readonly screen: 'List' | 'Create' | 'Edit' | 'Show' | 'Import' | 'Page'
  /** The generated page, for resources without a hand-written one. */
  readonly generated: ComponentType
}

const CreateDialog = lazy(() => import('./form/CreateDialog'))

/** A page for users with access to it; react-admin alone would call the server first and redirect afterwards. */
const PageGate = ({ action, ...page }: PageGateProps) => {
  const resource = useSchema()
  return useAbilities(resource)(action) ? <Screen {...page} name={resource.name} /> : <AdminDenied />
}

const Screen = ({ name, screen, generated }: Omit<PageGateProps, 'action'> & { name: string }) => {
  const screens: Screens = useScreens(name)
  const ChosenScreen = screens[screen] ?? generated
  return (
    <CreateDialogContext value={CreateDialog}>
      <ChosenScreen />
    </CreateDialogContext>
  )
}
