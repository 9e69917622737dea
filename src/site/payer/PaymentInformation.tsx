import { countText, money } from '../../browser/format'
import type { PayerBill } from '../../contract/session'
import { usePageTitle } from '../use-page-title'
import { BillCard } from './BillCard'
import { isPayable, owed } from './bill'
import { usePayer } from './PayerArea'
import { PrintButton } from './PrintButton'
import { SettledBills } from './SettledBills'

/** 繳費資訊查詢: what is to be paid, the most urgent first, then what is settled. */
export const Component = () => {
  usePageTitle('繳費資訊查詢')
  const { DataLists1: bills } = usePayer()
  const payable = bills.filter(isPayable).sort((a, b) => a.PaymentEndDate.localeCompare(b.PaymentEndDate))
  const settled = bills.filter((bill) => !isPayable(bill))
  return (
    <>
      <div className="title-row">
        <h1>繳費資訊查詢</h1>
        <PrintButton />
      </div>
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
    <dl className="totals">
      <div>
        <dt>待繳帳單</dt>
        <dd>{countText(bills.length)} 筆</dd>
      </div>
      {currencies.map((currency) => (
        <div key={currency}>
          <dt>待繳總金額</dt>
          <dd>{money(sumOwed(bills, currency), currency)}</dd>
        </div>
      ))}
    </dl>
  )
}

const sumOwed = (bills: readonly PayerBill[], currency: string) =>
  bills.filter((bill) => bill.CurrencyType === currency).reduce((sum, bill) => sum + owed(bill), 0)
