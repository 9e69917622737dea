import { useQuery } from '@tanstack/react-query'
import { useExtensionCalls } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { useCompanySession } from '../../browser/session/session'
import type { Overview, OverviewPart } from '../../contract/call-responses'
import { useSelectedAgreement } from '../hooks/working-agreement'

/** The first part of the keys of the figures in react-query's cache. */
export const overviewKey = 'overview'

/** How long figures count as fresh, in milliseconds: a user who moves between pages does not read them each time. */
const freshFor = 20_000

interface OverviewOptions {
  /** Whether the figures are read at all; default: yes, if the backend has the call. */
  readonly enabled?: boolean
  /** Whether the figures are those of the selected agreement; default: yes. */
  readonly ofAgreement?: boolean
}

/**
 * Returns parts of the first page, which are read again when the user returns to the window.
 * With a selected agreement they are restricted to it, as lists are.
 */
export const useOverview = (
  parts: readonly OverviewPart[],
  { enabled = true, ofAgreement = true }: OverviewOptions = {},
) => {
  const isServed = useHasOverview()
  const { selected } = useSelectedAgreement()
  const applyCode = ofAgreement ? selected : null
  const { data, error, refetch } = useQuery({
    queryKey: [overviewKey, parts, applyCode],
    queryFn: ({ signal }) =>
      call<Overview>('EnterpriseArea.GetOverview', {
        quiet: true,
        overlay: false,
        signal,
        query: { Part: parts, ...(applyCode === null ? {} : { ApplyCode: applyCode }) },
      }),
    enabled: isServed === true && enabled,
    refetchOnWindowFocus: true,
    staleTime: freshFor,
  })
  return { data, error: data === undefined ? error : null, refetch: () => void refetch() }
}

/**
 * Returns whether the backend serves the figures to the user; undefined until the capabilities are fetched.
 * The server rejects the call until an initial or expired password has been changed.
 */
export const useHasOverview = (): boolean | undefined => {
  const mustChangeMima = useCompanySession()?.data.MustChangeMima ?? false
  const calls = useExtensionCalls()
  return calls?.includes('EnterpriseArea.GetOverview') && !mustChangeMima
}
