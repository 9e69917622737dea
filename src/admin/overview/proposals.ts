import { countText } from '../../browser/format'
import type { OverviewAmount, OverviewPart } from '../../contract/call-responses'
import { useRights } from '../portal'
import type { FigureTarget } from './FigureLink'
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

/** Files of a page that wait for release. */
export interface WaitingFiles extends WaitingProposals, FigureTarget {
  readonly name: string
}

/** Everything that waits for release. */
interface Waiting {
  readonly lines: WaitingProposals
  readonly files: readonly WaitingFiles[]
}

/** The page of direct debits, on which a second person releases the files. */
export const debitPage = 'BillDesignatedDebitExport'

/** The pages with files that a second person releases: the right that this needs, and what the files are called. */
const filePages = [
  { part: 'DebitProposals', page: debitPage, right: 'Approve', name: '約定扣款匯出檔', filters: {} },
  {
    part: 'BankFileProposals',
    page: 'bankFile',
    right: 'Create',
    name: '通路檔案',
    filters: { ImportStatus: ['PendingRelease'] },
  },
] as const

/** Returns how many proposals wait in all agreements of the user; none of those that the user may not release. */
export const useWaitingProposals = (): Waiting => {
  const can = useRights()
  const pages = filePages.filter(({ page, right }) => can(page, right))
  const parts: readonly OverviewPart[] = [
    ...(can(exceptionPage, 'Approve') ? (['Proposals'] as const) : []),
    ...pages.map(({ part }) => part),
  ]
  const { data } = useOverview(parts, { enabled: parts.length > 0, ofAgreement: false })
  const { Amounts = [], OwnCount = 0 } = data?.Proposals ?? {}
  return {
    lines: { count: countOf(Amounts), ownCount: OwnCount },
    files: pages.map(({ part, page, filters, name }) => {
      const { Count = 0, OwnCount: ownCount = 0 } = data?.[part] ?? {}
      return { page, filters, name, count: Count, ownCount }
    }),
  }
}

/** Returns the sentence on the user's own proposals among those that wait; empty if there are none. */
export const ownProposalsText = (ownCount: number, unit = '筆'): string =>
  ownCount > 0 ? `其中 ${countText(ownCount)} ${unit}由您提出，須由他人放行` : ''

/** Returns the number of records in all currencies. */
export const countOf = (amounts: readonly Pick<OverviewAmount, 'Count'>[]): number =>
  amounts.reduce((sum, { Count }) => sum + Count, 0)
