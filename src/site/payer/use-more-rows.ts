import { useState } from 'react'
import { call } from '../../browser/http'
import type { PayerSession } from '../../browser/session'
import type { PayerBill, PayerPayment, PaymentData } from '../../contract/session'
import { showRefusal } from '../show-refusal'

/** Bills and payments beyond the first page, which alone is kept on the device. */
interface Extra {
  readonly pages: number
  readonly bills: readonly PayerBill[]
  readonly payments: readonly PayerPayment[]
}

/** The session with every row that has been fetched, and the way to the next ones while there are any. */
export interface Rows {
  readonly session: PayerSession
  /** Rows that are not here yet. */
  readonly left: number
  readonly more: () => void
}

/** Adds further pages of the payer's data to those of the session, one at a time. */
export const useMoreRows = (session: PayerSession): Rows => {
  const [extra, setExtra] = useState<Extra>({ pages: 1, bills: [], payments: [] })
  const shown = {
    ...session,
    DataLists1: joined(session.DataLists1, extra.bills, ({ SerialId }) => String(SerialId)),
    DataLists2: joined(session.DataLists2, extra.payments, ({ DetailId }) => DetailId),
  }
  const fetchNext = async () => {
    const next = await call<PaymentData>('PayerArea.GetPaymentData', { query: { PageNo: extra.pages + 1 }, overlay: true })
    setExtra({ pages: extra.pages + 1, bills: [...extra.bills, ...next.DataLists1], payments: [...extra.payments, ...next.DataLists2] })
  }
  const { BillCount = 0, PaymentCount = 0 } = session.data
  return {
    session: shown,
    left: Math.max(BillCount - shown.DataLists1.length, 0) + Math.max(PaymentCount - shown.DataLists2.length, 0),
    more: () => void fetchNext().catch(showRefusal),
  }
}

// A row may have moved to another page between two calls; it is shown once.
const joined = <Row>(first: readonly Row[], others: readonly Row[], idOf: (row: Row) => string): readonly Row[] => {
  const known = new Set(first.map(idOf))
  return [...first, ...others.filter((row) => !known.has(idOf(row)))]
}
