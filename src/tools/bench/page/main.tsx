import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { AdminApp } from '../../../admin/AdminArea'
import { configure } from '../../../browser/http'
import { Shell } from '../../../browser/Shell'
import { openCompanySession } from '../../../browser/session'
import { applyTokens } from '../../../browser/tokens'
import { loadSchemas } from '../../../schema/load/load'
import { HandWrittenList } from './HandWrittenList'
import { answerCalls, session } from './no-backend'
import { schemaFiles } from './schemas'

declare global {
  interface Window {
    /** Goes to a page of the admin area, for the program that drives the benchmark. */
    go(path: string): Promise<void>
  }
}

// The admin area as it is, with records out of the page itself: what is measured is drawing alone.
applyTokens()
configure({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 60, demo: null })
answerCalls()
openCompanySession(session)
const screens = { handWritten: async () => ({ default: { List: HandWrittenList } }) }
const router = createMemoryRouter([{ path: '/admin/*', element: <AdminApp schemas={loadSchemas(schemaFiles).schemas} screens={screens} /> }], {
  initialEntries: ['/admin'],
})
window.go = (path) => router.navigate(path)
createRoot(document.getElementById('root') ?? document.body).render(
  <Shell>
    <RouterProvider router={router} />
  </Shell>,
)
