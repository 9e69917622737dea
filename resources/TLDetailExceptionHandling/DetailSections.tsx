import { Box, Stack, Typography } from '@mui/material'
import { useRecordContext } from 'react-admin'
import {
  DialogHost,
  FailurePanel,
  PageSkeleton,
  type PlainColumn,
  PlainTable,
  RecordLink,
  SectionCard,
} from '../../src/admin'
import { dateText, moneyText } from '../../src/browser/format'
import { useCapability } from '../../src/browser/http/capabilities'
import { TextWithAccounts } from '../../src/browser/TextWithAccounts'
import { textSizes } from '../../src/browser/theme/type-scale'
import { taipeiToday } from '../../src/domain/dates/dates'
import { enumText } from '../../src/domain/enums'
import { type OfferedBill, useChangeBills, useHandlings, useNamedHandler } from './calls'
import { HandlingSummary } from './HandlingSummary'
import { type ExceptionLine, isOpenLine, waitReason, waitTime } from './line'
import { SuggestionText } from './SuggestionText'

/** Renders what a person needs for a decision: why the line waits, the other bills of the payer, what was done so far. */
export const LineSummary = () => {
  const line = useRecordContext<ExceptionLine>()
  const hasHistory = useCapability('TLDetailExceptionHandling.GetHandlings')
  if (!line) return null
  return (
    <>
      <WaitSection line={line} />
      {isOpenLine(line) && <PayerBills line={line} />}
      {hasHistory && <HandlingList line={line} />}
    </>
  )
}

/** Renders why the line waits and what would solve it, or what was done with it. */
const WaitSection = ({ line }: { line: ExceptionLine }) => {
  const named = useNamedHandler(line)
  return (
    <SectionCard title={isOpenLine(line) ? '為什麼等待處理' : '目前的狀態'}>
      <Stack spacing={1}>
        <Typography>
          <TextWithAccounts text={waitReason(named)} />
          {isOpenLine(line) && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {` ${waitTime(line, taipeiToday(new Date()))}`}
            </Box>
          )}
        </Typography>
        <DialogHost>
          <SuggestionText line={line} lines={[line]} />
        </DialogHost>
        {line.SourceFile && (
          <Typography color="textSecondary" sx={{ fontSize: textSizes.small, overflowWrap: 'anywhere' }}>
            {`來自檔案 ${line.SourceFile}${line.LineNo ? ` 第 ${line.LineNo} 列` : ''}`}
          </Typography>
        )}
      </Stack>
    </SectionCard>
  )
}

const PayerBills = ({ line }: { line: ExceptionLine }) => {
  const { data } = useChangeBills(line.SerialId)
  const bills = (data?.Items ?? []).filter(({ Match, SerialId }) => Match === 'Payer' || SerialId === line.BillSerialId)
  if (bills.length === 0) return null
  return (
    <SectionCard title="同一繳款人未繳清的帳單">
      <PlainTable label="同一繳款人未繳清的帳單" columns={billColumns(line)} rows={bills} />
    </SectionCard>
  )
}

const billColumns = ({ ApplyCode }: ExceptionLine): readonly PlainColumn<OfferedBill>[] => [
  {
    title: '帳單編號',
    cell: ({ SerialId, BillNo }) => (
      <RecordLink reference="BillSerialId" record={{ ApplyCode, BillSerialId: SerialId }} text={BillNo} />
    ),
  },
  { title: '期別', cell: ({ BillTermId }) => BillTermId },
  { title: '繳款人', cell: ({ PayerName }) => PayerName },
  { title: '截止日', cell: ({ PaymentEndDate }) => dateText(PaymentEndDate) },
  { title: '應繳', align: 'right', cell: (bill) => moneyText(bill.ShouldPayAmount, bill.CurrencyType) },
  { title: '未繳', align: 'right', cell: (bill) => moneyText(bill.RemainAmount, bill.CurrencyType) },
  { title: '狀態', cell: ({ BillStatus }) => enumText('BillStatus', BillStatus) },
]

const HandlingList = ({ line }: { line: ExceptionLine }) => {
  const { data, error, refetch } = useHandlings(line)
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <SectionCard title="處理紀錄">
      {data.Items.length === 0 ? (
        <Typography color="textSecondary">還沒有人處理過這筆交易。</Typography>
      ) : (
        <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.Items.map((handling) => (
            <Box component="li" key={handling.HandlingId} sx={{ pl: 2, borderLeft: 3, borderColor: 'divider' }}>
              <HandlingSummary handling={handling} line={line} />
            </Box>
          ))}
        </Stack>
      )}
    </SectionCard>
  )
}
