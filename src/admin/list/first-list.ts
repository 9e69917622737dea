import type { QueryClient } from '@tanstack/react-query'
import { extensionCalls } from '../../browser/http/capabilities'
import { siteConfig } from '../../browser/http/config'
import { companySession } from '../../browser/session/session'
import { resourceForRole } from '../../schema/access/resource-for-role'
import { hasRecords, type Resource } from '../../schema/language/resource'
import { applyCalendar } from '../../schema/load/apply-calendar'
import { schemaSet } from '../../schema/load/schema-set'
import { isPermitted } from '../auth-provider/access'
import { readList } from '../data-provider/read'
import { createQueryClient } from '../query-client'
import { preloadSavedViews } from '../saved-views/saved-views'
import { openingQuery } from './query/opening-query'

let preloadedClient: QueryClient | undefined

/**
 * Returns the cache with the preloaded list to the first caller, and an empty one to every later caller, because
 * another user may have signed in by then.
 */
export const takeQueryClient = (): QueryClient => {
  const client = preloadedClient ?? createQueryClient()
  preloadedClient = undefined
  return client
}

/** Milliseconds for which the first render waits for the rows. If they arrive later, the list shows a placeholder. */
const maxWait = 300

/**
 * Reads the first page of the list at the current address, so that the admin area is rendered once, with the rows of
 * that list.
 */
export const preloadFirstList = async (resources: readonly Resource[]): Promise<void> => {
  const resource = listAtAddress(resources)
  if (!resource) return
  const client = createQueryClient()
  preloadedClient = client
  const reads = Promise.all([readInto(client, resource), readSavedViews(client)])
  await Promise.race([reads, new Promise((resolve) => setTimeout(resolve, maxWait))])
}

/**
 * Returns the resource whose list is at the current address, reduced to what the user's role may view; undefined if the
 * address is another page or the user may not open the list.
 */
const listAtAddress = (resources: readonly Resource[]): Resource | undefined => {
  const session = companySession()
  const name = /^\/admin\/([^/]+)\/?$/.exec(window.location.pathname)?.[1]
  const resource = resources.find((candidate) => candidate.name === name)
  // The server rejects all calls for records until an initial or expired password has been changed.
  if (!session || session.data.MustChangeMima || !resource || !hasRecords(resource)) return undefined
  const [inCalendar = resource] = applyCalendar(schemaSet([resource]), siteConfig().calendar).resources
  const roleView = resourceForRole(inCalendar, session.data.RoleId)
  return isPermitted(roleView, session.menu, 'list') ? roleView : undefined
}

/**
 * Milliseconds for which react-query treats the preloaded rows as fresh, so that the first render does not read them
 * again.
 */
const freshFor = 5000

const readSavedViews = async (client: QueryClient): Promise<void> => {
  if ((await extensionCalls()).includes('Common.GetSavedViews')) await preloadSavedViews(client)
}

const readInto = async (client: QueryClient, resource: Resource): Promise<void> => {
  // `usr` is the state of react-router's location.
  const query = openingQuery(resource, { search: window.location.search, state: window.history.state?.usr })
  // The key of react-admin's `useGetList`.
  // A list that is rendered before the response arrives waits for this call instead of making its own.
  const queryKey = [resource.name, 'getList', query]
  try {
    const page = await client.fetchQuery({
      queryKey,
      queryFn: ({ signal }) => readList(resource, { ...query, signal, quiet: true }),
    })
    client.setQueryData(queryKey, page, { updatedAt: Date.now() + freshFor })
  } catch {
    // The list makes the call again and shows the failure.
    await client.invalidateQueries({ queryKey })
  }
}
