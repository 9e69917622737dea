import { Alert, Stack, Typography } from '@mui/material'
import { type ActionDialogProps, namedRecords, RefusedRecords } from '../../../src/admin'
import { countText, dateText, moneyText } from '../../../src/browser/format'
import { textSizes } from '../../../src/browser/theme/type-scale'
import type { BulkHandlingPreview } from '../../../src/contract/exceptions'

interface BulkEffectProps {
  readonly preview: BulkHandlingPreview
  readonly title: string
  readonly note: string
  /** The selected lines, or those of the query that the page shows. */
  readonly records: ActionDialogProps['records']
}

/** Renders how many lines a bulk action handles and what they amount to, and the others with the reasons. */
export const BulkEffect = ({ preview, title, note, records }: BulkEffectProps) => {
  const { Count, ProposedCount, Totals, RefusedCount, Refused } = preview
  const accepted = records.filter(({ SerialId }) => !Refused.some((line) => line.SerialId === Number(SerialId)))
  // As the server names the refused lines.
  const names = accepted.map(({ TradeDate, VACAccount }) => `${dateText(TradeDate)} ${VACAccount}`)
  return (
    <Stack spacing={2}>
      {Count > 0 ? (
        <div>
          <Typography sx={{ fontSize: textSizes.title, fontWeight: 600 }}>
            {`可以${title}的有 ${countText(Count)} 筆，共 ${totalsText(Totals)}。`}
          </Typography>
          {/* The server names only the first refused lines; the page may show others of them. */}
          {RefusedCount === Refused.length && (
            <Typography color="textSecondary">{namedRecords(names, '筆', Count)}</Typography>
          )}
        </div>
      ) : (
        <Alert severity="warning">{`選取的交易都不能${title}。`}</Alert>
      )}
      <Alert severity="info">{note}</Alert>
      {ProposedCount > 0 && (
        <Alert severity="info">
          {`其中 ${countText(ProposedCount)} 筆須由另一位可放行的人員放行：送出後成為「待放行」，放行後才生效。`}
        </Alert>
      )}
      <RefusedLines title={(count) => `不能${title}的 ${count} 筆：`} total={RefusedCount} refused={Refused} />
    </Stack>
  )
}

const totalsText = (totals: BulkHandlingPreview['Totals']): string =>
  totals.map(({ CurrencyType, Amount }) => moneyText(Amount, CurrencyType)).join('、')

interface RefusedLinesProps {
  readonly title: (count: string) => string
  /** The number of all refused lines, of which the server names the first ones. */
  readonly total: number
  readonly refused: BulkHandlingPreview['Refused']
}

/** Renders the lines that were or would be refused, with the reasons. */
export const RefusedLines = ({ title, total, refused }: RefusedLinesProps) => (
  <div>
    <RefusedRecords
      title={() => title(countText(total))}
      label="不能處理的交易"
      unit="筆"
      records={refused.map(({ Name, Message }) => ({ name: Name, reason: Message }))}
    />
    {total > refused.length && (
      <Typography color="textSecondary" sx={{ fontSize: textSizes.label, mt: 0.5 }}>
        {`列出前 ${countText(refused.length)} 筆。`}
      </Typography>
    )}
  </div>
)
