import { Typography } from '@mui/material'
import { useRecordContext } from 'react-admin'
import {
  FailurePanel,
  PageSkeleton,
  type PlainColumn,
  PlainTable,
  SectionCard,
  StatusChip,
  useQuery,
} from '../../src/admin'
import { dateTimeText } from '../../src/browser/format'
import { useCapability } from '../../src/browser/http/capabilities'
import { call } from '../../src/browser/http/client'
import type { DebitApplications as Applications } from '../../src/contract/call-responses'
import { enumText } from '../../src/domain/enums'

/**
 * Renders how a payer becomes authorized for direct debits: with ACH the applications and how they were answered, with
 * an account at the bank what is still to be done.
 */
export const DebitApplications = () => {
  const payer = useRecordContext()
  const isServed = useCapability('Payer.GetDebitApplications')
  if (!payer || !isServed) return null
  if (payer.PayerType === 'Account' && payer.DebitAuthStatus !== 'Authorized') return <PaperSection />
  return payer.PayerType === 'ACH' ? <ApplicationsSection id={payer.id} updateTime={String(payer.UpdateTime)} /> : null
}

const PaperSection = () => (
  <SectionCard title="扣款授權申請">
    <Typography color="textSecondary">
      約定帳號扣款須由繳款人簽署扣款授權書；請將授權書送交往來分行，銀行核對後會登錄為「已授權」。
    </Typography>
  </SectionCard>
)

const ApplicationsSection = ({ id, updateTime }: { readonly id: string | number; readonly updateTime: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['debit-applications', id, updateTime],
    queryFn: ({ signal }) =>
      call<Applications>('Payer.GetDebitApplications', {
        params: { SerialId: id },
        quiet: true,
        overlay: false,
        signal,
      }),
  })
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <SectionCard title="扣款授權申請">
      {data.Applications.length === 0 ? (
        <Typography color="textSecondary">還沒有送出授權申請；請到「約定扣款媒體匯出」製作授權檔。</Typography>
      ) : (
        <PlainTable label="扣款授權申請" columns={columns} rows={data.Applications} />
      )}
    </SectionCard>
  )
}

const columns: readonly PlainColumn<Applications['Applications'][number]>[] = [
  { title: '送出時間', cell: ({ RequestTime }) => dateTimeText(RequestTime) },
  { title: '類別', cell: ({ AdMark }) => (AdMark === 'A' ? '申請' : '取消') },
  { title: '回覆', cell: ({ State }) => <StatusChip code={State} text={enumText('DebitRecordState', State)} /> },
  {
    title: '說明',
    style: { whiteSpace: 'normal', minWidth: 160 },
    cell: ({ ResultCode, ResultText }) =>
      ResultCode === null ? '' : `${ResultCode} ${ResultText ?? '（不在代碼表的代碼）'}`,
  },
  { title: '回覆時間', cell: ({ AnswerTime }) => (AnswerTime === null ? '' : dateTimeText(AnswerTime)) },
]
