import { type RawBuilder, sql } from 'kysely'
import { type BillCodes, type BillCodesSource, billCodes, twqrPayload } from '../../domain/bills/bill-codes'
import { taipeiToday } from '../../domain/dates/dates'
import { Refusal } from '../../domain/refusal'
import type { Ports } from '../ports'
import { allowOverdue, billAgreement, billAndCategoryTables, marketItem } from './bill-sql'

/** The payment codes of a bill's outstanding amount, as a screen shows them. */
export interface PaymentCodes {
  readonly MarketBarcodes: readonly string[]
  /** Why an open bill has no MarketBarcodes; otherwise empty. */
  readonly MarketRefusal: string
  readonly PostBarcodes: readonly string[]
  readonly TWQRPayload: string
}

/**
 * Returns the codes of a bill as of today, the channels that accept it, and the notices of the portal about its
 * payment.
 */
export const paymentCodes = (
  source: BillCodesSource,
  { today, bankCode }: { readonly today: string; readonly bankCode: string },
): { readonly codes: PaymentCodes } & Pick<BillCodes, 'channels' | 'notices'> => {
  const { amount, market, post, channels, notices } = codesOrFallback(source, today)
  const codes = {
    MarketBarcodes: 'barcodes' in market ? market.barcodes : [],
    // A paid bill, whose amount is 0, and one in a foreign currency get no message about stores.
    MarketRefusal: 'refusal' in market && amount > 0 && source.bill.CurrencyType === 'TWD' ? market.refusal : '',
    PostBarcodes: post ?? [],
    TWQRPayload: twqrPayload(source, { amount, channels }, bankCode),
  }
  return { codes, channels, notices }
}

// An error in the data of one bill must not hide all other bills from its payer.
const codesOrFallback = (source: BillCodesSource, today: string): BillCodes => {
  try {
    return billCodes(source, today)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const amount = source.bill.ShouldPayAmount - source.bill.PaidAmount
    return {
      amount,
      market: { refusal: '本單目前無法產生繳費條碼，請改用其他通路繳款' },
      post: null,
      channels: source.agreement.Channels,
      notices: [],
    }
  }
}

const noCodes: PaymentCodes = { MarketBarcodes: [], MarketRefusal: '', PostBarcodes: [], TWQRPayload: '' }

/** Returns the codes that follow from the result of the query; none for a void bill, for which it has no row. */
export const codesOf = (
  [source]: readonly BillCodesSource[],
  { clock, settings: { bankCode } }: Pick<Ports, 'clock' | 'settings'>,
): PaymentCodes => (source ? paymentCodes(source, { today: taipeiToday(clock()), bankCode }).codes : noCodes)

/** Returns the channels that accept a stored bill today; none for a void one. */
export const channelsOfBill = async ({ db, clock }: Ports, serialId: number): Promise<readonly string[]> => {
  const { rows } = await codesQuery(serialId).execute(db)
  const [source] = rows
  return source ? codesOrFallback(source, taipeiToday(clock())).channels : []
}

/** Returns the query for what determines the codes and channels of a stored bill; it returns no row for a void one. */
export const codesQuery = (serialId: number): RawBuilder<BillCodesSource> => sql`
  select
    jsonb_build_object(
      'CurrencyType', b.currency_type, 'ShouldPayAmount', b.should_pay_amount, 'PaidAmount', b.paid_amount, 'PaymentEndDate', b.payment_end_date,
      'MarketEndDate', b.market_end_date, 'VACAccount', b.vac_account
    ) as bill,
    ${billAgreement} as agreement,
    ${marketItem} as "marketItem",
    ${allowOverdue} as "allowOverdue"
  from bill b
  ${billAndCategoryTables}
  where b.serial_id = ${serialId} and b.bill_state = 'Active'`
