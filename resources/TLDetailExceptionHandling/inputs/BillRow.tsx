import { Box } from '@mui/material'
import { StatusChip } from '../../../src/admin'
import { dateText, moneyText } from '../../../src/browser/format'
import { textSizes } from '../../../src/browser/theme/type-scale'
import type { OfferedBill } from '../calls'

/** Renders a bill that can be chosen: number, payer, deadline, what it still needs, and why it stands where it does. */
export const BillRow = ({ bill }: { bill: OfferedBill }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: '1fr auto',
      columnGap: { xs: 1, sm: 2 },
      width: '100%',
      minWidth: 0,
      fontSize: textSizes.small,
    }}
  >
    <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{bill.BillNo}</Box>
    <Box sx={{ textAlign: 'right', fontWeight: 600 }}>{`未繳 ${moneyText(bill.RemainAmount, bill.CurrencyType)}`}</Box>
    <Box sx={noteStyles}>{`${bill.PayerName}・期別 ${bill.BillTermId}・截止 ${dateText(bill.PaymentEndDate)}`}</Box>
    <Box sx={{ textAlign: { sm: 'right' } }}>
      <StatusChip code={matchTones[bill.Match]} text={matchTexts[bill.Match]} />
    </Box>
  </Box>
)

// On a phone the note has a line of its own.
const noteStyles = {
  gridColumn: { xs: '1 / -1', sm: 'auto' },
  color: 'text.secondary',
  fontSize: textSizes.label,
  overflowWrap: 'anywhere',
}

/** Why a bill stands where it does in the list. */
export const matchTexts: Readonly<Record<OfferedBill['Match'], string>> = {
  Amount: '金額相同',
  Payer: '同一繳款人',
  Other: '其他',
}

const matchTones: typeof matchTexts = { Amount: 'Success', Payer: 'Pending', Other: '' }
