import { useEffect, useState } from 'react'
import type { PayerBill } from '../../contract/call-responses'
import { CurrencyTotals } from '../layout/DescriptionList'
import { usePayer } from '../payer/PayerArea'
import { TitleWithPrintButton } from '../payer/TitleWithPrintButton'
import { isLive } from '../payments/payments'
import { BillCard, BillRow, loadPaymentWays, payButtonId } from './BillCard'
import { amountDue, isUnpaid } from './bill-amounts'
import { ClosedBills, SettledBills } from './OtherBills'
import { usePaymentView } from './use-payment-view'

/** Renders the page 繳費資訊查詢: the bills of the payer, or the ways to pay the bill that the payer has chosen. */
export const Component = () => {
  const bills = [...usePayer().DataLists1].sort((a, b) => a.PaymentEndDate.localeCompare(b.PaymentEndDate))
  const payable = bills.filter((bill) => isUnpaid(bill) && !bill.IsClosed)
  const { paying } = usePaymentView()
  const chosen = payable.find(({ SerialId }) => SerialId === paying)
  const PaymentWays = usePaymentWays(chosen !== undefined)
  useFocusAfterReturn(chosen?.SerialId)
  return chosen && PaymentWays ? <PaymentWays bill={chosen} /> : <Bills bills={bills} payable={payable} />
}

/** Returns the component with the ways to pay once its code has loaded; until then the bills stay on the screen. */
const usePaymentWays = (isNeeded: boolean) => {
  const [ways, setWays] = useState<Awaited<ReturnType<typeof loadPaymentWays>>>()
  useEffect(() => {
    // The button reports a failure before it opens the ways; after a reload the payer presses it again.
    if (isNeeded && !ways) void loadPaymentWays().then(setWays, () => undefined)
  })
  return ways?.PaymentWays
}

/** Moves the focus to the button of the bill whose ways to pay were shown. */
const useFocusAfterReturn = (serialId: number | undefined) =>
  useEffect(() => {
    if (serialId === undefined) return
    return () => document.getElementById(payButtonId(serialId))?.focus({ preventScroll: true })
  }, [serialId])

/**
 * Renders the bills: first those that can be paid, by deadline, then those that no channel accepts any more, then those
 * that are paid in full.
 */
const Bills = ({ bills, payable }: { bills: readonly PayerBill[]; payable: readonly PayerBill[] }) => {
  const counteredPayments = usePayer().DataLists2.filter((payment) => !isLive(payment))
  const closed = bills.filter((bill) => isUnpaid(bill) && bill.IsClosed)
  const propsOf = (bill: PayerBill) => ({
    bill,
    counteredPayments: counteredPayments.filter(({ SerialId }) => SerialId === bill.SerialId),
  })
  const [first, ...others] = payable
  return (
    <>
      <TitleWithPrintButton title="繳費資訊查詢" />
      {!first && (
        <p className="note note-success">{closed.length > 0 ? '目前沒有可在此繳費的帳單。' : '目前沒有待繳的帳單。'}</p>
      )}
      {others.length > 0 && <CurrencyTotals labels={['待繳帳單', '待繳總金額']} rows={payable} amountOf={amountDue} />}
      <div className="bills">
        {first && others.length === 0 && <BillCard {...propsOf(first)} />}
        {others.length > 0 &&
          payable.map((bill) => <BillRow key={bill.SerialId} isFirst={bill === first} {...propsOf(bill)} />)}
      </div>
      <ClosedBills bills={closed} />
      <SettledBills bills={bills.filter((bill) => !isUnpaid(bill)).reverse()} />
    </>
  )
}
