import { Box, LinearProgress, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { StatusChip } from '../../../src/admin'
import { moneyText } from '../../../src/browser/format'
import { textSizes } from '../../../src/browser/theme/type-scale'
import type { HandlingPreview } from '../../../src/contract/exceptions'
import { groupedAccount } from '../../../src/domain/accounts/account-text'
import { enumText } from '../../../src/domain/enums'
import { LineState } from '../LineState'
import type { HandlingState } from './use-handling'

/** Renders what the handling will change, in figures, once the input is complete. */
export const HandlingEffect = ({ handling, localEffect }: { handling: HandlingState; localEffect: ReactNode }) => {
  const { effect, line } = handling
  if (!effect.isServed) return localEffect
  return (
    <Box aria-live="polite" aria-busy={effect.isLoading}>
      {effect.isLoading && !effect.preview && <LinearProgress aria-label="計算處理結果" />}
      {effect.preview && <EffectTable preview={effect.preview} currency={line.CurrencyType} amount={line.Amount} />}
    </Box>
  )
}

interface EffectTableProps {
  readonly preview: Pick<HandlingPreview, 'Line' | 'Parts'> & { readonly Bills: readonly PreviewedBill[] }
  /** The amount of the line, and its currency. */
  readonly amount: number
  readonly currency: string
}

/** Renders the line, its parts and the bills before and after a handling. */
export const EffectTable = ({ preview: { Line, Parts, Bills }, amount, currency }: EffectTableProps) => (
  <Table size="small" aria-label="處理前後" sx={tableStyles}>
    <TableHead>
      <TableRow>
        <TableCell>項目</TableCell>
        <TableCell>處理前</TableCell>
        <TableCell>處理後</TableCell>
      </TableRow>
    </TableHead>
    <TableBody>
      <TableRow>
        <TableCell component="th" scope="row">
          <Name text="這筆交易" note={moneyText(amount, currency)} />
        </TableCell>
        <TableCell>
          <LineState line={Line.Before} />
        </TableCell>
        <TableCell>
          <LineState line={Line.After} />
          {Line.After.VACAccount !== Line.Before.VACAccount && <Note text={groupedAccount(Line.After.VACAccount)} />}
          {Line.After.BillNo !== null && Line.After.BillNo !== Line.Before.BillNo && <Note text={Line.After.BillNo} />}
        </TableCell>
      </TableRow>
      {Parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key, and the rows have no state
        <TableRow key={index}>
          <TableCell component="th" scope="row">
            <Name text={`第 ${index + 1} 筆`} note={part.BillNo ?? groupedAccount(part.VACAccount)} />
          </TableCell>
          <TableCell>－</TableCell>
          <TableCell>
            <LineState line={part} />
            <Note text={moneyText(part.Amount, currency)} />
          </TableCell>
        </TableRow>
      ))}
      {Bills.map((bill) => (
        <TableRow key={bill.SerialId}>
          <TableCell component="th" scope="row">
            <Name
              text={`帳單 ${bill.BillNo}`}
              note={`${bill.PayerName}，應繳 ${moneyText(bill.ShouldPayAmount, bill.CurrencyType)}`}
            />
          </TableCell>
          <BillCell bill={bill} state={bill.Before} />
          <BillCell bill={bill} state={bill.After} />
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

type PreviewedBill = Omit<HandlingPreview['Bills'][number], 'UpdateTime'>

const BillCell = ({ bill, state }: { bill: PreviewedBill; state: PreviewedBill['Before'] }) => {
  const unpaid = bill.ShouldPayAmount - state.PaidAmount
  return (
    <TableCell>
      <StatusChip code={state.BillStatus} text={enumText('BillStatus', state.BillStatus)} />
      <Note text={`已繳 ${moneyText(state.PaidAmount, bill.CurrencyType)}`} />
      <Note
        text={
          unpaid < 0 ? `溢繳 ${moneyText(-unpaid, bill.CurrencyType)}` : `未繳 ${moneyText(unpaid, bill.CurrencyType)}`
        }
      />
    </TableCell>
  )
}

const Name = ({ text, note }: { text: string; note: string }) => (
  <>
    <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{text}</Box>
    <Note text={note} />
  </>
)

const Note = ({ text }: { text: string }) => (
  <Typography component="div" color="textSecondary" sx={{ fontSize: textSizes.label, overflowWrap: 'anywhere' }}>
    {text}
  </Typography>
)

const tableStyles = {
  tableLayout: 'fixed',
  '& td, & th': { px: { xs: 1, md: 2 }, verticalAlign: 'top' },
  '& th:first-of-type': { width: '40%' },
}
