import { QueryClient } from '@tanstack/react-query'

export { QueryClientProvider } from '@tanstack/react-query'

// Offline, a call fails at once; by default react-query would pause it and send it later.
const networkMode = 'always'

/** Creates react-query's cache of responses for one visit to the admin area. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // The HTTP client shows a dialog for a failed call; a retry would show a second one.
      queries: { retry: false, refetchOnWindowFocus: false, networkMode },
      mutations: { networkMode },
    },
  })
