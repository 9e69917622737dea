import { Box, Typography } from '@mui/material'
import { DescriptionItem, fieldViewOf, useSchema } from '../../../src/admin'
import { DigitGroups } from '../../../src/browser/DigitGroups'
import { dateText, moneyText } from '../../../src/browser/format'
import { TextWithAccounts } from '../../../src/browser/TextWithAccounts'
import { taipeiToday } from '../../../src/domain/dates/dates'
import { enumText } from '../../../src/domain/enums'
import { useNamedHandler } from '../calls'
import { LineState } from '../LineState'
import { type ExceptionLine, isOpenLine, waitReason, waitTime } from '../line'

/** Renders the line that a dialog is about, and why it waits. */
export const LineHead = ({ line }: { line: ExceptionLine }) => (
  <Box component="section" aria-label="交易" sx={headStyles}>
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr 1fr', md: 'auto auto auto 1fr' },
        columnGap: 4,
        // On a phone, the amount and the account have a line each, so that they do not break.
        '& > :nth-of-type(-n+2)': { gridColumn: { xs: '1 / -1', md: 'auto' } },
      }}
    >
      <DescriptionItem name={line.AmountSign === 'Minus' ? '沖正金額' : '交易金額'} size="1.25rem">
        {moneyText(line.Amount, line.CurrencyType)}
      </DescriptionItem>
      <DescriptionItem name="虛擬帳號">
        <Account line={line} />
      </DescriptionItem>
      <DescriptionItem name="繳款日期／通路">{`${dateText(line.TradeDate)} ${enumText('Channel', line.ChannelId)}`}</DescriptionItem>
      <DescriptionItem name="繳款人">{line.PayerName ?? '－'}</DescriptionItem>
    </Box>
    <Typography sx={{ mt: 1.5 }}>
      <LineState line={line} /> <TextWithAccounts text={waitReason(useNamedHandler(line))} />
      {isOpenLine(line) && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {` ${waitTime(line, taipeiToday(new Date()))}`}
        </Box>
      )}
    </Typography>
  </Box>
)

const headStyles = {
  p: 2,
  bgcolor: 'var(--sunken)',
  borderRadius: 1,
  // A chip without a colour has the background of the head.
  '& .status-chip': { outline: '1px solid', outlineColor: 'divider' },
}

/** Renders the account of a line as the list does. */
const Account = ({ line }: { line: ExceptionLine }) => {
  const field = useSchema().fields.find(({ name }) => name === 'VACAccount')
  const Cell = field && fieldViewOf(field).Cell
  return Cell ? <Cell field={field} record={line} /> : <DigitGroups account={line.VACAccount} />
}
