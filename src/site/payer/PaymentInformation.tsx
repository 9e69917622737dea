import { countText, money } from '../../browser/format'
import type { PayerBill } from '../../contract/session'
import { Facts } from '../Facts'
import { BillCard } from './BillCard'
import { isPayable, owed } from './bill'
import { usePayer } from './PayerArea'
import { PrintedTitle } from './PrintedTitle'
import { SettledBills } from './SettledBills'

/** 繳費資訊查詢: what is to be paid, the most urgent first, then what is settled. */
export const Component = () => {
  const { DataLists1: bills } = usePayer()
  const payable = bills.filter(isPayable).sort((a, b) => a.PaymentEndDate.localeCompare(b.PaymentEndDate))
  const settled = bills.filter((bill) => !isPayable(bill))
  return (
    <>
      <PrintedTitle title="繳費資訊查詢" />
      <Totals bills={payable} />
      <div className="bills">
        {payable.map((bill) => (
          <BillCard key={bill.SerialId} bill={bill} />
        ))}
      </div>
      <SettledBills bills={settled} />
    </>
  )
}

const Totals = ({ bills }: { bills: readonly PayerBill[] }) => {
  if (bills.length === 0) return <p className="note note-success">目前沒有待繳的帳單。</p>
  const currencies = [...new Set(bills.map((bill) => bill.CurrencyType))]
  return (
    <Facts
      className="totals"
      facts={[
        ['待繳帳單', `${countText(bills.length)} 筆`],
        ...currencies.map((currency) => ['待繳總金額', money(sumOwed(bills, currency), currency)] as const),
      ]}
    />
  )
}

const sumOwed = (bills: readonly PayerBill[], currency: string) =>
  bills.filter((bill) => bill.CurrencyType === currency).reduce((sum, bill) => sum + owed(bill), 0)
