import { EmptySection, type PlainColumn, PlainTable, SectionCard, StatusChip } from '../../src/admin'
import { dateTimeText } from '../../src/browser/format'
import type { BillNotice } from '../../src/contract/call-responses'
import { enumText } from '../../src/domain/enums'
import { messageChannels } from '../../src/domain/message-channels'

/** Renders the notices of a bill: their time, channel, recipient and result. */
export const NoticeLog = ({ notices }: { notices: readonly BillNotice[] }) =>
  notices.length > 0 ? (
    <SectionCard title={`通知紀錄（${notices.length} 次）`} label="通知紀錄" dense>
      <PlainTable label="通知紀錄" columns={columns} rows={notices} />
    </SectionCard>
  ) : (
    <EmptySection title="通知紀錄" text="尚未通知繳款人。" />
  )

const columns: readonly PlainColumn<BillNotice>[] = [
  { title: '時間', cell: ({ FinishTime, RequestTime }) => dateTimeText(FinishTime ?? RequestTime) },
  { title: '方式', cell: ({ Channel }) => messageChannels[Channel].name },
  { title: '收件', cell: ({ Recipient }) => Recipient },
  {
    title: '結果',
    cell: ({ NotifyStatus }) => <StatusChip code={NotifyStatus} text={enumText('NotifyStatus', NotifyStatus)} />,
  },
  { title: '說明', style: { whiteSpace: 'normal', minWidth: 160 }, cell: ({ Reason }) => Reason },
  { title: '寄送人員', cell: ({ RequestUser }) => RequestUser },
]
