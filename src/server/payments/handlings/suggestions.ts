import { type RawBuilder, sql } from 'kysely'
import type { Suggestions } from '../../../contract/exceptions'
import { matchedAmount } from '../../../domain/payments/channel-fee'
import type { ExceptionType, LineFacts } from '../../../domain/payments/line'
import {
  type SuggestedBill,
  type Suggestion,
  similarAccounts,
  suggestHandling,
} from '../../../domain/payments/suggest-handling'
import { agreementCondition } from '../../access/tenant'
import type { Call, Handler } from '../../call'
import type { Db } from '../../ports'
import { askedLinesOf } from './handling-input'
import { partlyPaidBills } from './partly-paid-bills'

/** Returns what would solve each of the lines that wait. Other lines, and those of other companies, are left out. */
export const suggestionsOf: Handler = async (call): Promise<Suggestions> => {
  const { db } = call.ports
  const lines = await openLines(call, askedLinesOf(call))
  const [own, payer, equal, similar] = await Promise.all([
    ownBills(db, lines),
    payerBills(db, lines),
    equalBills(db, lines),
    similarBills(db, lines),
  ])
  return {
    Items: lines.map((line) => {
      const facts = {
        ExceptionType: line.ExceptionType,
        ownBill: own.get(line.SerialId)?.[0] ?? null,
        payerBills: payer.get(line.SerialId) ?? [],
        equalBills: equal.get(line.SerialId) ?? [],
        similarBills: similar.get(line.SerialId) ?? [],
      }
      return itemOf(line.SerialId, suggestHandling(line, facts))
    }),
  }
}

type Item = Suggestions['Items'][number]

const itemOf = (SerialId: number, { text, action, reason }: Suggestion): Item => ({
  SerialId,
  Text: text,
  Action: action?.name ?? null,
  ...(action?.name === 'ChangeBill' && { BillSerialId: action.bill.SerialId, BillNo: action.bill.BillNo }),
  ...(action?.name === 'ChangeVACAccount' && { VACAccount: action.VACAccount }),
  ...(action?.name === 'Divide' && {
    Parts: action.parts.map(({ bill, Amount }) => ({ BillSerialId: bill.SerialId, BillNo: bill.BillNo, Amount })),
  }),
  ...(reason !== null && { Reason: reason }),
})

interface OpenLine extends LineFacts {
  readonly ExceptionType: ExceptionType | null
  readonly BillSerialId: number | null
}

const openLines = async ({ ports, scope }: Call, ids: readonly number[]): Promise<readonly OpenLine[]> => {
  const { rows } = await sql<OpenLine>`
    select l.serial_id as "SerialId", l.channel_id as "ChannelId", l.market_item_code as "MarketItemCode", l.trade_date as "TradeDate",
      l.txn_seq as "TxnSeq", l.vac_account as "VACAccount", l.original_vac_account as "OriginalVACAccount", l.currency_type as "CurrencyType",
      l.amount_sign as "AmountSign", l.amount as "Amount", coalesce(l.channel_fee, 0) as "ChannelFee", l.table_fee as "TableFee",
      coalesce(l.fee_bear_type, 'Deduct') as "FeeBearType", l.apply_code as "ApplyCode", l.parent_serial_id as "ParentSerialId",
      l.exception_type as "ExceptionType", l.bill_serial_id as "BillSerialId"
    from transaction_line l
    where l.serial_id = any(${ids}::bigint[]) and l.write_off_status in ('Exception', 'NotWrittenOff') and ${agreementCondition(scope, 'l')}
    order by l.serial_id`.execute(ports.db)
  return rows
}

type BillsByLine = ReadonlyMap<number, readonly SuggestedBill[]>

/** Reads the bills `b` of a query, which names the line of each as `line`. */
const billsByLine = async (db: Db, from: RawBuilder<unknown>): Promise<BillsByLine> => {
  const { rows } = await sql<SuggestedBill & { readonly line: number }>`
    select f.line, b.serial_id as "SerialId", b.bill_no as "BillNo", b.payer_id as "PayerId", coalesce(b.vac_account, '') as "VACAccount",
      b.currency_type as "CurrencyType", case when b.bill_state = 'Active' then greatest(b.should_pay_amount - b.paid_amount, 0) else 0 end as "RemainAmount"
    from (${from}) f
    join bill b on b.serial_id = f.bill
    order by f.line, b.payment_end_date, b.serial_id`.execute(db)
  const bills = new Map<number, SuggestedBill[]>()
  for (const { line, ...bill } of rows) bills.set(line, [...(bills.get(line) ?? []), bill])
  return bills
}

/** The condition for live bills `b` that are not fully paid. */
const isPayable = sql`b.bill_state = 'Active' and b.paid_amount < b.should_pay_amount`

/** Returns lines as a table `l` of a statement. */
const lineTable = (lines: readonly OpenLine[]) => {
  const rows = lines.map((line) => ({
    line: line.SerialId,
    apply_code: line.ApplyCode,
    amount: matchedAmount(line),
    currency: line.CurrencyType,
    bill: line.BillSerialId,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as l (line bigint, apply_code text, amount bigint, currency text, bill bigint)`
}

const ownBills = (db: Db, lines: readonly OpenLine[]): Promise<BillsByLine> =>
  billsByLine(db, sql`select l.line, l.bill from ${lineTable(lines)} where l.bill is not null`)

/** Maximum number of bills of a payer among which bills are sought that add up to the amount. */
const maxPayerBills = 15

const payerBills = (db: Db, lines: readonly OpenLine[]): Promise<BillsByLine> =>
  billsByLine(
    db,
    sql`
      select l.line, p.bill
      from ${lineTable(lines)}
      join bill own on own.serial_id = l.bill and own.payer_id is not null
      cross join lateral (
        select b.serial_id as bill
        from bill b
        where b.apply_code = own.apply_code and b.payer_id = own.payer_id and b.currency_type = l.currency and ${isPayable}
        order by b.payment_end_date, b.serial_id
        limit ${maxPayerBills}
      ) p`,
  )

/** Returns bills that lack the amount of each line: up to two unpaid ones, and partly paid ones, which are few. */
const equalBills = (db: Db, lines: readonly OpenLine[]): Promise<BillsByLine> =>
  billsByLine(
    db,
    sql`
      with l as (select * from ${lineTable(lines)}),
      wanted as (select distinct apply_code, amount, currency from l),
      found as (
        select w.*, u.bill
        from wanted w
        cross join lateral (
          select b.serial_id as bill
          from bill b
          where b.apply_code = w.apply_code and b.should_pay_amount = w.amount and b.currency_type = w.currency and b.bill_state = 'Active'
            and b.pay_status = 'Unpaid'
          order by b.serial_id desc
          limit 2
        ) u
        union all
        select w.*, p.bill
        from wanted w
        cross join lateral (
          select b.serial_id as bill
          from bill b
          where b.serial_id = any(array(${partlyPaidBills(sql`w.apply_code`, sql`w.amount`)})) and b.currency_type = w.currency and ${isPayable}
        ) p
      )
      select l.line, f.bill
      from l
      join found f using (apply_code, amount, currency)`,
  )

/** The types of exceptions that a wrong digit in the account causes. */
const wrongAccount: readonly (ExceptionType | null)[] = ['VACInvalid', 'BillNotFound', null]

const similarBills = (db: Db, lines: readonly OpenLine[]): Promise<BillsByLine> => {
  const candidates = lines
    .filter(({ ExceptionType, AmountSign }) => wrongAccount.includes(ExceptionType) && AmountSign === 'Plus')
    .flatMap(({ SerialId, ApplyCode, VACAccount }) =>
      similarAccounts(VACAccount).map((account) => [SerialId, ApplyCode, account] as const),
    )
  return billsByLine(
    db,
    sql`
      select c.line, b.serial_id as bill
      from unnest(
        ${candidates.map(([line]) => line)}::bigint[], ${candidates.map(([, code]) => code)}::text[], ${candidates.map(([, , account]) => account)}::text[]
      ) as c (line, apply_code, account)
      join bill b on b.apply_code = c.apply_code and b.vac_account = c.account
      where ${isPayable}`,
  )
}
