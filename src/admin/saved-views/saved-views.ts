import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCapability } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { useCompanySession } from '../../browser/session/session'
import type {
  ListLayout,
  SavedView,
  SavedViewRequest,
  SavedViewResult,
  SavedViews,
} from '../../contract/call-responses'

const queryKey = ['saved-views']

const readSavedViews = ({ signal }: { readonly signal?: AbortSignal }): Promise<SavedViews> =>
  call<SavedViews>('Common.GetSavedViews', { quiet: true, overlay: false, ...(signal ? { signal } : {}) })

/** Reads the saved views and columns into the cache, so that the first list is rendered with them. */
export const preloadSavedViews = (client: QueryClient): Promise<void> =>
  client.prefetchQuery({ queryKey, queryFn: readSavedViews, staleTime: Number.POSITIVE_INFINITY })

/** Returns what the user has saved for all lists; undefined while it is read, and if the backend keeps nothing. */
export const useSavedViews = (): SavedViews | undefined => useSavedViewsQuery().data

const useSavedViewsQuery = () => {
  const mustChangeMima = useCompanySession()?.data.MustChangeMima ?? false
  // The server rejects the call until an initial or expired password has been changed.
  const isServed = useCapability('Common.GetSavedViews') && !mustChangeMima
  const { data, isError } = useQuery({
    queryKey,
    queryFn: readSavedViews,
    enabled: isServed,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return { data, isServed, isError }
}

/** Returns the saved views of a page. */
export const useViewsOfPage = (page: string): readonly SavedView[] =>
  useSavedViews()?.Views.filter(({ Page }) => Page === page) ?? []

/**
 * Returns the function that keeps a user's columns of a list: shown at once, and stored on the server.
 * Undefined if the backend keeps none. Before the saved columns have been read, it waits for them.
 */
export const useKeepColumns = (): ((layout: ListLayout) => void) | undefined => {
  const client = useQueryClient()
  const { isServed, isError } = useSavedViewsQuery()
  const { mutate } = useMutation({
    // Changes are sent one after the other, so that the last one is kept.
    scope: { id: 'list-columns' },
    onMutate: async (layout: ListLayout) => {
      await client.ensureQueryData({ queryKey, queryFn: readSavedViews })
      client.setQueryData<SavedViews>(
        queryKey,
        (known) =>
          known && { ...known, Layouts: [...known.Layouts.filter(({ Page }) => Page !== layout.Page), layout] },
      )
    },
    // A failure is shown by the call; the columns stay as they are on this page.
    mutationFn: (layout) => call('Common.SaveListLayout', { body: layout, overlay: false }),
  })
  return isServed && !isError ? mutate : undefined
}

/** Returns the functions that save and delete a view, and read the views again; they throw the error of the call. */
export const useChangeViews = () => {
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey })
  return {
    save: async (view: SavedViewRequest): Promise<number> => {
      const { ViewId } = await call<SavedViewResult>('Common.SaveView', { body: view, quiet: true })
      await readAgain()
      return ViewId
    },
    remove: async (ViewId: number): Promise<void> => {
      await call('Common.DeleteView', { body: { ViewId } })
      await readAgain()
    },
  }
}
