import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ChangeBills } from '../../../contract/exceptions'
import { maxChangeBills, minKeywordLength } from '../../../contract/exceptions-limits'
import { billStatus } from '../../../domain/bills/bill'
import { matchedAmount } from '../../../domain/payments/channel-fee'
import type { LineFacts } from '../../../domain/payments/line'
import type { Handler } from '../../call'
import { contextOf, throwIfFieldErrors, todayOf } from '../../context'
import type { Db } from '../../ports'
import { singleValue } from '../../query-values'
import { findRecord } from '../../records/get'
import { lineOf } from './change-line'
import { partlyPaidBills } from './partly-paid-bills'
import { nameMask } from './preview'

/**
 * Returns live bills of the line's agreement that are not fully paid: those that lack the amount of the line first, then
 * those of the same payer.
 * With a keyword, only bills with it in their number, account, or the code or name of their payer.
 * `TotalCount` is larger than the page if there are more.
 */
export const changeBillsOf: Handler = async (call): Promise<ChangeBills> => {
  const context = contextOf(call)
  const keyword = (singleValue(call.query, 'Keyword') ?? '').trim()
  // A single character is in too many bills to be worth their search.
  if (keyword.length > 40 || (keyword !== '' && [...keyword].length < minKeywordLength))
    throwIfFieldErrors({ Keyword: `查詢文字須為 ${minKeywordLength} 到 40 字。` })
  const line = await findRecord(context, call.schemas.get('TLDetail'), { SerialId: lineOf(call).serialId })
  const target = await targetOf(context.db, line as unknown as LineFacts & { readonly BillSerialId: number | null })
  const bills = target === null ? [] : await matchingBills(context.db, target, keyword)
  const [mask, today] = [nameMask(context), todayOf(context)]
  return {
    Items: bills.slice(0, maxChangeBills).map(({ IdNo, BillState, ...bill }) => ({
      ...bill,
      PayerName: mask({ PayerName: bill.PayerName, IdNo }),
      BillStatus: billStatus({ ...bill, BillState, PaymentEndDate: bill.PaymentEndDate ?? '' }, today),
    })),
    TotalCount: bills.length,
    PageNo: 1,
    PageSize: maxChangeBills,
  }
}

/** What a bill is compared with. */
interface Target {
  readonly applyCode: string
  readonly currency: string
  readonly amount: number
  readonly payerId: string | null
}

/** Returns what bills are compared with; null for a line of no agreement. */
const targetOf = async (db: Db, line: LineFacts & { readonly BillSerialId: number | null }): Promise<Target | null> => {
  if (line.ApplyCode === null) return null
  const { rows } = await sql<{ payer: string | null }>`
    select payer_id as payer from bill where serial_id = ${line.BillSerialId}`.execute(db)
  return {
    applyCode: line.ApplyCode,
    currency: line.CurrencyType,
    amount: matchedAmount(line),
    payerId: rows[0]?.payer ?? null,
  }
}

type ChangeBill = ChangeBills['Items'][number]
type FoundBill = Omit<ChangeBill, 'BillStatus'> & {
  readonly IdNo: string | null
  readonly BillState: 'Active' | 'Void'
}

const matchingBills = async (db: Db, target: Target, keyword: string): Promise<readonly FoundBill[]> => {
  const { amount, payerId } = target
  const candidates = keyword === '' ? nearestBills(target) : billsWithKeyword(target, keyword)
  const { rows } = await sql<FoundBill>`
    select b.serial_id as "SerialId", b.bill_no as "BillNo", coalesce(b.bill_term_id, '') as "BillTermId", coalesce(b.payer_id, '') as "PayerId",
      coalesce(b.payer_name, '') as "PayerName", b.id_no as "IdNo", b.payment_end_date as "PaymentEndDate", b.should_pay_amount as "ShouldPayAmount",
      b.paid_amount as "PaidAmount", b.should_pay_amount - b.paid_amount as "RemainAmount", b.bill_state as "BillState",
      coalesce(b.vac_account, '') as "VACAccount", b.currency_type as "CurrencyType",
      case when b.should_pay_amount - b.paid_amount = ${amount} then 'Amount' when b.payer_id = ${payerId} then 'Payer' else 'Other' end as "Match"
    from bill b
    where b.serial_id in (${candidates}) and ${isPayable(target)}
    order by (b.should_pay_amount - b.paid_amount = ${amount}) desc, coalesce(b.payer_id = ${payerId}, false) desc, b.serial_id desc
    limit ${maxFoundBills}`.execute(db)
  return rows
}

/** One more than a page, so that it is known whether there are more. */
const maxFoundBills = maxChangeBills + 1

/** The condition for live bills `b` that are not fully paid, in the currency of the line. */
const isPayable = ({ applyCode, currency }: Target): RawBuilder<SqlBool> =>
  sql`b.apply_code = ${applyCode} and b.currency_type = ${currency} and b.bill_state = 'Active' and b.paid_amount < b.should_pay_amount`

/**
 * Selects the serial ids of the best bills.
 * Each part is found by an index: bills with the amount, partly paid bills that lack the amount, bills of the payer, and
 * the newest of all others.
 */
const nearestBills = (target: Target): RawBuilder<unknown> => {
  const { applyCode, amount, payerId } = target
  const newest = sql`order by b.serial_id desc limit ${maxFoundBills}`
  // Reads the bills one by one, newest first, and ends once there are enough in the currency of the line.
  const newestInState = (state: 'Unpaid' | 'PartialPaid') => sql`
    select s.serial_id from bill_by_state s
    cross join lateral (select from bill b where b.serial_id = s.serial_id and ${isPayable(target)} offset 0) b
    where s.apply_code = ${applyCode} and s.stored_state = ${state}
    order by s.serial_id desc limit ${maxFoundBills}`
  return sql`
    (select b.serial_id from bill b where ${isPayable(target)} and b.should_pay_amount = ${amount} and b.pay_status = 'Unpaid' ${newest})
    union
    (select b.serial_id from bill b
     where b.serial_id = any(array(${partlyPaidBills(applyCode, amount)})) and ${isPayable(target)} ${newest})
    union
    (select b.serial_id from bill b where ${isPayable(target)} and b.payer_id = ${payerId} ${newest})
    union
    (${newestInState('Unpaid')})
    union
    (${newestInState('PartialPaid')})`
}

/** Selects the serial ids of bills with a keyword. */
const billsWithKeyword = (target: Target, keyword: string): RawBuilder<unknown> => {
  const part = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  const columns = ['bill_no', 'payer_name', 'payer_id', 'vac_account'].map((name) => sql.ref(`b.${name}`))
  return sql`
    select b.serial_id from bill b
    where ${isPayable(target)} and (${sql.join(
      columns.map((column) => sql`${column} ilike ${part}`),
      sql` or `,
    )})`
}
