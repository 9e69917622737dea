import InboxIcon from '@mui/icons-material/InboxOutlined'
import { Alert, Box, Card, LinearProgress, Stack } from '@mui/material'
import { FailurePanel, MessagePanel } from '../../admin/components/MessagePanel'
import { PageSkeleton } from '../../admin/components/PageSkeleton'
import { type PlainColumn, PlainTable } from '../../admin/components/PlainTable'
import { DescriptionItem, SectionCard } from '../../admin/components/SectionCard'
import { StatusChip } from '../../admin/components/StatusChip'
import { DigitGroups } from '../../browser/DigitGroups'
import { countText, dateText, moneyText } from '../../browser/format'
import { type EnumCode, enumText } from '../../domain/enums'

const statuses: readonly EnumCode<'BillStatus'>[] = ['Paid', 'PartialPaid', 'OverPaid', 'Unpaid', 'Void']

/** Renders a chip of each tone. */
export const ChipParts = () => (
  <SectionCard title="狀態">
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {statuses.map((code) => (
        <StatusChip key={code} code={code} text={enumText('BillStatus', code)} />
      ))}
      <StatusChip code="Failed" text="失敗" />
      <StatusChip code="Overdue" text="逾期" />
    </Stack>
  </SectionCard>
)

interface Row {
  readonly account: string
  readonly amount: number
  readonly day: string
  readonly status: EnumCode<'BillStatus'>
}

const rows: readonly Row[] = [
  { account: '77001260001235', amount: 2800, day: '2026-11-30', status: 'Unpaid' },
  { account: '7700126000123451', amount: 125_000, day: '2026-12-31', status: 'Paid' },
]

const columns: readonly PlainColumn<Row>[] = [
  { title: '虛擬帳號', cell: ({ account }) => <DigitGroups account={account} /> },
  { title: '金額', align: 'right', cell: ({ amount }) => countText(amount) },
  { title: '繳款截止日', cell: ({ day }) => dateText(day) },
  { title: '帳單狀態', cell: ({ status }) => <StatusChip code={status} text={enumText('BillStatus', status)} /> },
]

/** Renders a table with a value of each format. */
export const TableParts = () => (
  <SectionCard title="表格">
    <PlainTable label="帳單" columns={columns} rows={rows} />
  </SectionCard>
)

/** Renders a card with facts. */
export const CardParts = () => (
  <SectionCard title="卡片" note="標題下的說明。">
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
      <DescriptionItem name="尚欠金額" size="1.25rem">
        {moneyText(2800)}
      </DescriptionItem>
      <DescriptionItem name="虛擬帳號">
        <DigitGroups account="77001260001235" />
      </DescriptionItem>
    </Box>
  </SectionCard>
)

/** Renders messages of each importance, the failure of a request, and an empty list. */
export const MessageParts = () => (
  <SectionCard title="訊息">
    <Stack spacing={1}>
      {(['success', 'info', 'warning', 'error'] as const).map((severity) => (
        <Alert key={severity} severity={severity}>
          已寄送 97 筆，3 筆失敗。
        </Alert>
      ))}
      <Card>
        <FailurePanel title="資料讀取失敗" text="請檢查網路連線。" onRetry={() => {}} />
      </Card>
      <Card>
        <MessagePanel
          icon={<InboxIcon color="disabled" sx={{ fontSize: 48 }} />}
          title="目前沒有資料"
          text="請改變查詢條件。"
        />
      </Card>
    </Stack>
  </SectionCard>
)

/** Renders what is shown while something loads. */
export const WaitingParts = () => (
  <SectionCard title="載入中">
    <LinearProgress aria-label="更新中" sx={{ mb: 2 }} />
    <PageSkeleton />
  </SectionCard>
)
