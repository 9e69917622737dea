import type { OverviewAmount } from '../../contract/call-responses'
import { useRights } from '../portal'
import { useOverview } from './use-overview'

/** The page on which exceptions are handled and proposals are released. */
export const exceptionPage = 'TLDetailExceptionHandling'

/**
 * Returns the number of proposals that wait for the user's release, in all their agreements; 0 for users who may not
 * release.
 */
export const useWaitingProposals = (): number => {
  const mayRelease = useRights()(exceptionPage, 'Approve')
  const { data } = useOverview(['Proposals'], { enabled: mayRelease, ofAgreement: false })
  return countOf(data?.Proposals?.Others ?? [])
}

/** Returns the number of records in all currencies. */
export const countOf = (amounts: readonly Pick<OverviewAmount, 'Count'>[]): number =>
  amounts.reduce((sum, { Count }) => sum + Count, 0)
