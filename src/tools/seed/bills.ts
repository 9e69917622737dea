import { type RawBuilder, sql } from 'kysely'
import { roc6, roc7 } from '../../domain/dates/roc-date'
import type { Db } from '../../server/ports'
import type { ScaleTerm } from './scale-company'

type SqlExpression = RawBuilder<unknown>

/** A range of payers, who get a bill of every term. */
export interface PayerRange {
  readonly applyCode: string
  readonly from: number
  readonly to: number
  /** Most bills of the whole company. */
  readonly most: number
  readonly terms: readonly ScaleTerm[]
  readonly now: string
}

/** Creates the bills of some payers and their payments in one statement and returns how many are new; existing ones stay. */
export const insertBills = async (db: Db, span: PayerRange): Promise<number> => {
  const { rows } = await sql<{ made: number }>`
    with
      term as (select * from jsonb_to_recordset(${JSON.stringify(termRows(span))}::text::jsonb) as t(id text, no text, day_no int, start date, due date, roc6 text, roc7 text, mmdd text)),
      figure as (
        select p.*, t.*, 500 + 50 * ((p.payer_no::int * 31 + t.day_no * 17) % 97) as amount, (p.payer_no::int * 7 + t.day_no * 53) % 100 as roll
        from payer p
        cross join term t
        where p.apply_code = ${span.applyCode} and p.payer_no between ${numbered(span.from)} and ${numbered(span.to)}
          and (p.payer_no::bigint - 1) * ${span.terms.length} + t.day_no < ${span.most}
      ),
      account as (
        select f.*, lpad(f.amount::text, 9, '0') as amount9, body || ${w371(sql`body`, 13)} as vac, ${paid} as paid, ${paidTime(span.now)} as paid_at
        from figure f
        cross join lateral (select f.apply_code || f.no || f.payer_no as body) as b
      ),
      made as (
        insert into bill (
          apply_code, bill_no, bill_term_id, bill_category_code, payer_unit_id, payer_id, payer_no, payer_name, id_no, mobile, email, zip_code, address,
          currency_type, fee_items, should_pay_amount, paid_amount, vac_account, payment_start_date, payment_end_date, market_barcodes, post_barcodes,
          pay_status, bill_state, paid_time, channel_id, debit_flag, print_count, create_user, create_time, update_user, update_time
        )
        select
          apply_code, 'S' || no || '-' || payer_no, id, 'SCALE', payer_unit_id, payer_id, payer_no, payer_name, id_no, mobile, email, zip_code, address,
          'TWD', jsonb_build_array(jsonb_build_object('SortNo', 1, 'FeeCode', 'L01', 'FeeName', '服務費', 'Amount', amount)), amount, paid, vac, start, due,
          ${marketBarcodes}, ${postBarcodes},
          case when paid = 0 then 'Unpaid' when paid < amount then 'PartialPaid' else 'Paid' end, case when roll = 99 then 'Void' else 'Active' end,
          case when paid > 0 then paid_at end, case when paid > 0 then ${channel} end, false, 1, 'seed', ${span.now}::timestamptz, 'seed', ${span.now}::timestamptz
        from account
        on conflict do nothing
        returning serial_id, paid_amount, paid_time, channel_id
      ),
      money as (
        insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
        select 'S' || lpad(serial_id::text, 12, '0'), serial_id, paid_amount, paid_time, channel_id, 'S' || serial_id
        from made
        where paid_amount > 0
      )
    select count(*) as made from made`.execute(db)
  return Number(rows[0]?.made ?? 0)
}

/** Returns a payer's number as the account contains it. */
export const numbered = (no: number): string => String(no).padStart(6, '0')

const termRows = ({ terms }: PayerRange) =>
  terms.map(({ id, no, start, end }, day_no) => ({ id, no, day_no, start, due: end, roc6: roc6(end), roc7: roc7(end), mmdd: end.slice(5).replace('-', '') }))

// Of a term that is over, nearly all is paid; of the others a third, and nothing before it began.
const paid = sql`case
  when roll = 99 or start >= current_date or (due >= current_date and roll > 33) or roll > 92 then 0
  when roll < 3 then amount / 2
  else amount end`

const paidTime = (now: string): SqlExpression => sql`least(start + (roll % 20) * interval '1 day' + interval '2 hours', ${now}::timestamptz)`

const channel = sql`(array['01', '01', '01', '02', '03', '04', '05', '06', '06', '17'])[1 + roll % 10]`

const letter = (sum: SqlExpression, zero: string, ten: string): SqlExpression =>
  sql`case ${sum} % 11 when 0 then ${sql.lit(zero)} when 10 then ${sql.lit(ten)} else (${sum} % 11)::text end`

// Domain 2.2; in the item code 7A1 the letter A counts 1.
const marketSum = (start: 0 | 1): SqlExpression =>
  sql`(${everySecond(sql`(roc6 || '711')`, 9, start)} + ${everySecond(sql`('00' || vac)`, 16, start)} + ${everySecond(sql`(mmdd || amount9)`, 13, start)})`

const marketBarcodes = sql`roc6 || '7A1' || chr(10) || '00' || vac || chr(10) || mmdd || ${letter(marketSum(0), 'A', 'B')} || ${letter(marketSum(1), 'X', 'Y')} || amount9`

// Domain 2.5.
const postSum = sql`(${everySecond(sql`'50012345'`, 8, 0)} + ${everySecond(sql`(roc7 || '00' || vac)`, 23, 0)} + ${everySecond(sql`substr(amount9, 2)`, 8, 0)})`

const postBarcodes = sql`'50012345' || chr(10) || roc7 || '00' || vac || ((${postSum} % 11) % 10)::text || chr(10) || substr(amount9, 2)`

/** Returns the weighted sum of the digits of a text in SQL; places count from 0. */
function digitSum(text: SqlExpression, length: number, weigh: (digit: SqlExpression, place: number) => SqlExpression | null): SqlExpression {
  const terms = Array.from({ length }, (_, place) => weigh(sql`(ascii(substr(${text}, ${sql.lit(place + 1)}, 1)) - 48)`, place)).filter((term) => term !== null)
  return sql`(${sql.join(terms, sql` + `)})`
}

/** Returns the check digit of scheme W371 in SQL. */
const w371 = (body: SqlExpression, length: number): SqlExpression =>
  sql`((10 - ${digitSum(body, length, (digit, place) => sql`(${digit} * ${sql.lit([3, 7, 1][place % 3])}) % 10`)} % 10) % 10)::text`

/** Returns the sum of every second digit, from the first (0) or the second (1). */
function everySecond(text: SqlExpression, length: number, start: 0 | 1): SqlExpression {
  return digitSum(text, length, (digit, place) => (place % 2 === start ? digit : null))
}
