import { lazy } from 'react'
import { PageGate } from './PageGate'
import { PlannedPage } from './PlannedPage'

// Whoever looks at a list waits for no form.
const GeneratedList = lazy(async () => ({ default: (await import('../list/GeneratedList')).GeneratedList }))
const GeneratedCreate = lazy(async () => ({ default: (await import('../form/GeneratedCreate')).GeneratedCreate }))
const GeneratedEdit = lazy(async () => ({ default: (await import('../form/GeneratedEdit')).GeneratedEdit }))
const GeneratedShow = lazy(async () => ({ default: (await import('../show/GeneratedShow')).GeneratedShow }))
const GeneratedImport = lazy(async () => ({ default: (await import('../imports/ImportPage')).ImportPage }))

const GeneratedReport = lazy(async () => ({ default: (await import('../reports/ReportPage')).ReportPage }))

export const ListPage = () => <PageGate action="list" screen="List" generated={GeneratedList} />
export const CreatePage = () => <PageGate action="create" screen="Create" generated={GeneratedCreate} />
export const EditPage = () => <PageGate action="edit" screen="Edit" generated={GeneratedEdit} />
export const ShowPage = () => <PageGate action="show" screen="Show" generated={GeneratedShow} />
export const ImportPage = () => <PageGate action="import" screen="Import" generated={GeneratedImport} />

/** A query-and-print page. */
export const ReportPage = () => <PageGate action="list" screen="Page" generated={GeneratedReport} />

/** A page that is neither: written by hand, or still to come. */
export const OtherPage = () => <PageGate action="list" screen="Page" generated={PlannedPage} />
