import { type NotNull, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PayerBill, PayerData, PayerPayment } from '../../contract/call-responses'
import { type BillFacts, billStatus } from '../../domain/bills/bill'
import type { BillCodesSource } from '../../domain/bills/bill-codes'
import { taipeiToday } from '../../domain/dates/dates'
import { maskedName } from '../access/masks'
import { payerBillCondition } from '../access/tenant'
import type { Row } from '../database/tables'
import type { Ports } from '../ports'
import type { PayerScope } from '../scope'
import { entryState, isPayment, joinCounterEntries, withTaipeiTimes } from './bill-payments'
import {
  allowOverdue,
  billAgreement,
  billAndCategoryTables,
  billTables,
  billUpload,
  companyPhone,
  marketItem,
} from './bill-sql'
import { type PaymentCodes, paymentCodes } from './payment-codes'

/** Maximum number of bills, and of payments, on a page. */
const payerPageSize = 500

/** Returns a page of the bills in a payer's session that are not void: unpaid ones first, then the newest. */
export const billsOf = async (
  { db, clock, settings }: Ports,
  scope: PayerScope,
  page: number,
): Promise<readonly PayerBill[]> => {
  const { rows } = await sql<BillRow>`
    select
      b.serial_id as "SerialId", a.uniform_no as "UniformNo", c.customer_name as "CustomerName", ${companyPhone} as "CustomerPhone", coalesce(t.bill_term_name, b.bill_term_id) as "BillTermName",
      b.bill_no as "BillNo", b.payer_name as "PayerName", b.id_no as "IdNo", b.fee_items as "FeeItems", b.currency_type as "CurrencyType",
      b.should_pay_amount as "ShouldPayAmount", b.paid_amount as "PaidAmount", b.payment_start_date as "PaymentStartDate", b.payment_end_date as "PaymentEndDate",
      b.vac_account as "VACAccount", b.bill_state as "BillState", b.market_end_date as "MarketEndDate", coalesce(nullif(b.notices, ''), t.notices) as "Notices",
      ${billAgreement} as "Agreement", ${marketItem} as "MarketItem", ${allowOverdue} as "AllowOverdue"
    from bill b
    ${billAndCategoryTables}
    ${billUpload}
    where b.bill_state = 'Active' and ${sessionCondition(scope)}
    order by b.paid_amount < b.should_pay_amount desc, b.payment_end_date desc, b.serial_id desc
    limit ${payerPageSize} offset ${(page - 1) * payerPageSize}`.execute(db)
  const today = taipeiToday(clock())
  return rows.map((row) => payerBill(row, { today, bankCode: settings.bankCode }))
}

/**
 * Returns the numbers of bills and payments in a payer's session, and whether any of these bills is not paid in full.
 */
export const countsOf = async (
  { db }: Ports,
  scope: PayerScope,
): Promise<{ readonly counts: Pick<PayerData, 'BillCount' | 'PaymentCount'>; readonly hasUnpaid: boolean }> => {
  const bills = sql`bill b where b.bill_state = 'Active' and ${sessionCondition(scope)}`
  const { rows } = await sql<{ bills: number; payments: number; hasUnpaid: boolean }>`
    select
      (select count(*) from ${bills}) as bills,
      (select count(*) from payment p join bill b on b.serial_id = p.bill_serial_id where ${isPayment} and ${sessionCondition(scope)}) as payments,
      exists (select from ${bills} and b.paid_amount < b.should_pay_amount) as "hasUnpaid"`.execute(db)
  const [{ bills: BillCount, payments: PaymentCount, hasUnpaid } = { bills: 0, payments: 0, hasUnpaid: false }] = rows
  return { counts: { BillCount: Number(BillCount), PaymentCount: Number(PaymentCount) }, hasUnpaid }
}

/**
 * Returns a page of the payments of the bills in a payer's session, newest first.
 * Payments that were taken back stay in the list with their state, so that the payer understands why a bill is open
 * again.
 */
export const paymentsOf = async ({ db }: Ports, scope: PayerScope, page: number): Promise<readonly PayerPayment[]> => {
  const { rows } = await sql<PayerPayment>`
    select
      b.serial_id as "SerialId", p.detail_id as "DetailId", c.customer_name as "CustomerName", coalesce(t.bill_term_name, b.bill_term_id) as "BillTermName",
      b.bill_no as "BillNo", b.currency_type as "CurrencyType", p.amount as "PaidAmount", p.paid_time as "PaidTime",
      p.channel_id as "ChannelId", p.receipt_no as "ReceiptNo", ${entryState} as "EntryState", counter.paid_time as "CounterTime"
    from payment p
    ${joinCounterEntries}
    join bill b on b.serial_id = p.bill_serial_id
    ${billTables}
    where ${isPayment} and ${sessionCondition(scope)}
    order by p.paid_time desc, p.payment_id desc
    limit ${payerPageSize} offset ${(page - 1) * payerPageSize}`.execute(db)
  return rows.map(withTaipeiTimes)
}

/** Returns a bill in a payer's session; undefined for a bill of another payer, as if it did not exist. */
export const findPayerBill = async (
  ports: Ports,
  scope: PayerScope,
  serialId: number,
): Promise<PayerBillFacts | undefined> =>
  payerBillFacts(ports, scope).where('b.serial_id', '=', serialId).executeTakeFirst()

/** Returns the bill in a payer's session that is neither void nor paid in full; null if several are open. */
export const findOnlyOpenBill = async (ports: Ports, scope: PayerScope): Promise<PayerBillFacts | undefined | null> => {
  const [bill, ...others] = await payerBillFacts(ports, scope)
    .where('b.bill_state', '=', 'Active')
    .whereRef('b.paid_amount', '<', 'b.should_pay_amount')
    .limit(2)
    .execute()
  return others.length > 0 ? null : bill
}

const payerBillFacts = ({ db }: Ports, scope: PayerScope) =>
  db
    .selectFrom('bill as b')
    .select([
      'b.serial_id as SerialId',
      'b.vac_account as VACAccount',
      'b.currency_type as CurrencyType',
      'b.bill_state as BillState',
    ])
    .select([
      'b.should_pay_amount as ShouldPayAmount',
      'b.paid_amount as PaidAmount',
      'b.payment_end_date as PaymentEndDate',
    ])
    .where(sessionCondition(scope))
    .$narrowType<{ VACAccount: NotNull; ShouldPayAmount: NotNull }>()

/** The facts that decide whether a bill can be paid, printed or certified. */
export interface PayerBillFacts extends BillFacts {
  readonly SerialId: number
  readonly VACAccount: string
  readonly CurrencyType: string
}

/**
 * Returns the `payment_id` of a payment in a payer's session; undefined for a payment of another payer, as if it did
 * not exist.
 */
export const findPayerPayment = async (
  { db }: Ports,
  scope: PayerScope,
  detailId: string,
): Promise<number | undefined> => {
  const payments = db
    .selectFrom('payment as p')
    .innerJoin('bill as b', 'b.serial_id', 'p.bill_serial_id')
    .select('p.payment_id')
  return (
    await payments
      .where('p.detail_id', '=', detailId)
      .where(isPayment)
      .where(sessionCondition(scope))
      .executeTakeFirst()
  )?.payment_id
}

/**
 * Returns the condition for the bills in a payer's session: the bills of the payers in the session, and the single
 * bills in the session.
 * Bills of draft terms are excluded.
 */
const sessionCondition = (scope: PayerScope): RawBuilder<SqlBool> =>
  sql`${payerBillCondition(scope)} and ${isVisibleToPayers}`

type BillRow = Omit<PayerBill, 'BillStatus' | 'Channels' | 'IsClosed' | 'Notices' | keyof PaymentCodes | 'BankCode'> & {
  readonly BillState: Row<'bill'>['bill_state']
  readonly IdNo: Row<'bill'>['id_no']
  readonly Notices: string | null
  readonly MarketEndDate: Row<'bill'>['market_end_date']
  readonly Agreement: BillCodesSource['agreement']
  readonly MarketItem: BillCodesSource['marketItem']
  readonly AllowOverdue: boolean
}

const payerBill = (
  bill: BillRow,
  { today, bankCode }: { readonly today: string; readonly bankCode: string },
): PayerBill => {
  const { BillState, IdNo, MarketEndDate, Agreement, MarketItem, AllowOverdue, ...row } = bill
  const { codes, channels, notices } = paymentCodes(
    { bill, agreement: Agreement, marketItem: MarketItem, allowOverdue: AllowOverdue },
    { today, bankCode },
  )
  return {
    ...row,
    ...codes,
    Channels: channels,
    IsClosed: channels.length === 0,
    // The account of a closed term may belong to another payer's bill.
    VACAccount: channels.length > 0 ? row.VACAccount : '',
    PayerName: maskedName(row.PayerName, IdNo),
    FeeItems: row.FeeItems.map(({ FeeName, Amount }) => ({ FeeName, Amount })),
    BankCode: bankCode,
    Notices: [...notices, row.Notices ?? ''].filter(Boolean).join('\n'),
    BillStatus: billStatus(bill, today),
  }
}

/** The condition for bills `b` whose term is no longer a draft; payers do not see other bills. */
export const isVisibleToPayers = sql<SqlBool>`not exists (
  select from bill_term d where d.apply_code = b.apply_code and d.bill_term_id = b.bill_term_id and d.term_status = 'Draft'
)`
