import type { Overview } from '../../contract/call-responses'
import { usePortal } from '../portal'
import { AmountFigure, amountsText, Figure, Figures } from './Figure'
import { OverviewCard } from './OverviewCard'
import { countOf, debitPage, exceptionPage, ownProposalsText, proposalFilters } from './proposals'
import { useOverview } from './use-overview'

/** The page on which notices of credits are sent again. */
export const pushPage = 'ImmediateClientNotify'

const parts = ['Exceptions', 'Proposals', 'DebitProposals', 'Uploads', 'GivenUpPushes'] as const

/**
 * Renders what waits for the user: exceptions, proposals, uploads that failed, and notices of credits that were given
 * up.
 */
export const WaitingCard = () => (
  <OverviewCard title="等待處理" minHeight={{ xs: 198, sm: 92 }} {...useOverview(parts)}>
    {(overview) => (
      <Figures label="等待處理">
        {overview.Exceptions && <Exceptions amounts={overview.Exceptions} />}
        {overview.Proposals && <Proposals proposals={overview.Proposals} />}
        {overview.DebitProposals && <DebitProposals files={overview.DebitProposals} />}
        {overview.Uploads && <Uploads uploads={overview.Uploads} />}
        {overview.GivenUpPushes && <GivenUpPushes pushes={overview.GivenUpPushes} />}
      </Figures>
    )}
  </OverviewCard>
)

const Exceptions = ({ amounts }: { amounts: NonNullable<Overview['Exceptions']> }) =>
  amounts.length > 0 ? (
    <AmountFigure
      name="銷帳例外"
      unit="筆"
      isUrgent
      amounts={amounts}
      target={{ page: exceptionPage, filters: { WriteOffStatus: ['Exception', 'NotWrittenOff'] } }}
    />
  ) : (
    <Figure name="銷帳例外" count={0} unit="筆">
      每一筆繳款都已銷帳
    </Figure>
  )

const Proposals = ({ proposals: { Amounts, OwnCount } }: { proposals: NonNullable<Overview['Proposals']> }) => {
  const count = countOf(Amounts)
  return (
    <Figure
      name="待放行"
      unit="筆"
      isUrgent={count > OwnCount}
      count={count}
      target={{ page: exceptionPage, filters: proposalFilters }}
    >
      {count > 0 ? amountsText(Amounts) : '沒有等待放行的處理'}
      {OwnCount > 0 && <div>{ownProposalsText(OwnCount)}</div>}
    </Figure>
  )
}

/** Renders the files of direct debits that wait, if there are any: many companies have no direct debits. */
const DebitProposals = ({ files: { Count, OwnCount } }: { files: NonNullable<Overview['DebitProposals']> }) =>
  Count > 0 && (
    <Figure
      name="約定扣款匯出檔待放行"
      unit="個"
      isUrgent={Count > OwnCount}
      count={Count}
      target={{ page: debitPage, filters: {} }}
    >
      {ownProposalsText(OwnCount, '個')}
    </Figure>
  )

const failedStates = ['Failed', 'PartialFailed']

const Uploads = ({ uploads: { Since, Pages } }: { uploads: NonNullable<Overview['Uploads']> }) => {
  const { schemas } = usePortal()
  if (Pages.length === 0)
    return (
      <Figure name="失敗的上傳（近 14 天）" count={0} unit="批">
        上傳的檔案都已成功匯入
      </Figure>
    )
  return Pages.map(({ Page, Count }) => (
    <Figure
      key={Page}
      name="失敗的上傳（近 14 天）"
      unit="批"
      isUrgent
      count={Count}
      target={{ page: Page, filters: { ImportStatus: failedStates, UploadTime: { from: Since } } }}
    >
      {schemas.get(Page).label}
    </Figure>
  ))
}

/** Renders the notices that were given up, if there are any: most companies have no system that receives notices. */
const GivenUpPushes = ({ pushes: { Since, Count } }: { pushes: NonNullable<Overview['GivenUpPushes']> }) =>
  Count > 0 && (
    <Figure
      name="停止重送的通知（近 14 天）"
      unit="筆"
      isUrgent
      count={Count}
      target={{ page: pushPage, filters: { NotifyStatus: ['GiveUp'], TradeDate: { from: Since } } }}
    >
      即時入帳通知，請確認接收系統後重送
    </Figure>
  )
