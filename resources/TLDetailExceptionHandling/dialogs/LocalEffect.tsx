import { payStatus } from '../../../src/domain/bills/bill'
import type { EnumCode } from '../../../src/domain/enums'
import type { OfferedBill } from '../calls'
import type { ExceptionLine } from '../line'
import { EffectTable } from './HandlingEffect'

interface LocalEffectProps {
  readonly line: ExceptionLine
  readonly status: EnumCode<'WriteOffStatus'>
  readonly payments: readonly { readonly bill: OfferedBill; readonly amount: number }[]
}

/** Renders the figures that the browser knows, for a backend without previews. */
export const LocalEffect = ({ line, status, payments }: LocalEffectProps) => {
  const { WriteOffStatus, ExceptionType, VACAccount, BillNo } = line
  const before = { WriteOffStatus, ExceptionType, VACAccount, BillNo }
  return (
    <EffectTable
      amount={line.Amount}
      currency={line.CurrencyType}
      preview={{
        Line: { Before: before, After: { ...before, WriteOffStatus: status, ExceptionType: null } },
        Parts: [],
        Bills: payments.map(({ bill, amount }) => ({
          ...bill,
          Before: { PaidAmount: bill.PaidAmount, BillStatus: bill.BillStatus },
          After: {
            PaidAmount: bill.PaidAmount + amount,
            BillStatus: payStatus(bill.PaidAmount + amount, bill.ShouldPayAmount),
          },
        })),
      }}
    />
  )
}
