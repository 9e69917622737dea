import { countText } from '../../browser/format'
import type { OverviewAmount } from '../../contract/call-responses'
import { useRights } from '../portal'
import { useOverview } from './use-overview'

/** The page on which exceptions are handled and proposals are released. */
export const exceptionPage = 'TLDetailExceptionHandling'

/** The numbers of the proposals that wait, of which the user may not release their own. */
export interface WaitingProposals {
  readonly count: number
  readonly ownCount: number
}

/** The filters under which the list has exactly the proposals that wait. */
export const proposalFilters = { WriteOffStatus: ['PendingRelease'] } as const

/** Returns how many proposals wait in all agreements of the user; none for users who may not release. */
export const useWaitingProposals = (): WaitingProposals => {
  const mayRelease = useRights()(exceptionPage, 'Approve')
  const { data } = useOverview(['Proposals'], { enabled: mayRelease, ofAgreement: false })
  const { Amounts = [], OwnCount = 0 } = data?.Proposals ?? {}
  return { count: countOf(Amounts), ownCount: OwnCount }
}

/** Returns the sentence on the user's own proposals among those that wait; empty if there are none. */
export const ownProposalsText = (ownCount: number): string =>
  ownCount > 0 ? `其中 ${countText(ownCount)} 筆由您提出，須由他人放行` : ''

/** Returns the number of records in all currencies. */
export const countOf = (amounts: readonly Pick<OverviewAmount, 'Count'>[]): number =>
  amounts.reduce((sum, { Count }) => sum + Count, 0)
