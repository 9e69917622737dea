import { type RawBuilder, sql } from 'kysely'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import type { Db } from '../../server/ports'

/** The columns of a bill whose values requests ask for. */
interface KnownBill {
  readonly no: string
  readonly account: string
  readonly name: string
  readonly payer: string
  readonly unit: string
  readonly term: string
  readonly amount: number
  readonly deadline: string
  readonly channel: string
}

/** A query of the list of bills: its parameters, and the condition and the order of the same bills in SQL. */
export interface BillQuery {
  readonly query: string
  readonly where: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** A query that the page offers, with the values of a bill. */
export interface OfferedQuery {
  readonly name: string
  readonly of: (bill: KnownBill) => BillQuery
}

/** Returns some bills of the agreement, whose values differ. */
export const knownBills = async (db: Db): Promise<readonly KnownBill[]> => {
  const { rows } = await sql<KnownBill>`
    select bill_no as no, vac_account as account, payer_name as name, payer_id as payer, payer_unit_id as unit,
      bill_term_id as term, should_pay_amount as amount, payment_end_date as deadline, coalesce(channel_id, '01') as channel
    from bill
    where apply_code = '88001' and serial_id % greatest((select max(serial_id) / 500 from bill), 1) = 0
    order by md5(serial_id::text)
    limit 400`.execute(db)
  return rows
}

const everything = sql`true`

const offered = (
  name: string,
  query: (bill: KnownBill) => Readonly<Record<string, string | number>>,
  where: (bill: KnownBill) => RawBuilder<unknown> = () => everything,
  order: RawBuilder<unknown> = sql`serial_id desc`,
): OfferedQuery => ({
  name,
  of: (bill) => ({
    query: new URLSearchParams(Object.entries(query(bill)).map(([key, value]) => [key, String(value)])).toString(),
    where: where(bill),
    order,
  }),
})

const today = taipeiToday(new Date())

/** The bills of a stored state, as somebody would write it who knows `bill_by_state`. */
const stored = (...states: readonly string[]) =>
  sql`serial_id in (select serial_id from bill_by_state where apply_code = '88001' and stored_state in (${sql.join(states)}))`
const overdue = sql`(${stored('Unpaid', 'PartialPaid')} and payment_end_date < ${today})`
const unpaid = sql`(${stored('Unpaid')} and payment_end_date >= ${today})`
const begins = (column: string, text: string) => sql`${sql.ref(column)} like ${`${text}%`}`
const ends = (column: string, text: string) =>
  sql`reverse(${sql.ref(column)}) like ${`${[...text].reverse().join('')}%`}`
const named = (part: string) =>
  sql`(payer_name like ${`%${part}%`} and string_to_array(lower(payer_name), null) @> string_to_array(${part}::text, null))`
/** The bills that one of several look-ups finds, each of which has an index. */
const found = (...conditions: readonly RawBuilder<unknown>[]) =>
  sql`serial_id in (${sql.join(
    conditions.map((condition) => sql`select serial_id from bill where apply_code = '88001' and ${condition}`),
    sql` union all `,
  )})`
const givenName = ({ name }: KnownBill) => name.slice(-2)
const keyword = (text: string) => ({ Keyword: text })
/** The bills that a sorted list has. */
const all = {
  name: '',
  query: (_: KnownBill): Readonly<Record<string, string>> => ({}),
  where: (_: KnownBill): RawBuilder<unknown> => everything,
}
// An order without an index is only offered for a list of at most 10,000 bills.
const ofTermAndUnit: typeof all = {
  name: 'a term of a unit, ',
  query: ({ term, unit }) => ({ BillTermId: term, PayerUnitId: unit }),
  where: ({ term, unit }) => sql`(bill_term_id = ${term} and payer_unit_id = ${unit})`,
}
const sorted = (name: string, field: string, column: string, narrowed = all) =>
  (['ASC', 'DESC'] as const).map((order) =>
    offered(
      `${narrowed.name}by ${name}, ${order === 'ASC' ? 'ascending' : 'descending'}`,
      (bill) => ({ ...narrowed.query(bill), SortField: field, SortOrder: order, PageNo: 1 + (bill.amount % 7) }),
      narrowed.where,
      sql`${sql.ref(column)} ${sql.raw(order)} nulls last, serial_id ${sql.raw(order)}`,
    ),
  )

/** The queries that the page offers: every filter, combinations, keywords, sorts and sums. */
export const offeredQueries: readonly OfferedQuery[] = [
  offered('no filter', ({ amount }) => ({ PageNo: 1 + (amount % 7) })),
  offered(
    'unpaid',
    ({ term }) => ({ BillStatus: 'Unpaid', PageNo: 1 + Number(term.slice(-2)) }),
    () => unpaid,
  ),
  offered(
    'paid in part',
    ({ term }) => ({ BillStatus: 'PartialPaid', PageNo: 1 + Number(term.slice(-2)) }),
    () => sql`(${stored('PartialPaid')} and payment_end_date >= ${today})`,
  ),
  offered(
    'paid',
    ({ term }) => ({ BillStatus: 'Paid', PageNo: 1 + Number(term.slice(-2)) }),
    () => stored('Paid'),
  ),
  offered(
    'overdue',
    ({ term }) => ({ BillStatus: 'Overdue', PageNo: 1 + Number(term.slice(-2)) }),
    () => overdue,
  ),
  offered(
    'void',
    ({ term }) => ({ BillStatus: 'Void', PageNo: 1 + Number(term.slice(-2)) }),
    () => stored('Void'),
  ),
  offered(
    'a term',
    ({ term }) => ({ BillTermId: term }),
    ({ term }) => sql`bill_term_id = ${term}`,
  ),
  offered(
    'the terms that are open',
    () => ({ TermStatus: 'Open' }),
    () => sql`bill_term_id in (select bill_term_id from bill_term where apply_code = '88001' and term_status = 'Open')`,
  ),
  offered(
    'a surname',
    ({ name }) => ({ PayerName: name.slice(0, 1) }),
    ({ name }) => named(name.slice(0, 1)),
  ),
  offered(
    'a given name',
    (bill) => ({ PayerName: givenName(bill) }),
    (bill) => named(givenName(bill)),
  ),
  offered(
    'a name',
    ({ name }) => ({ PayerName: name }),
    ({ name }) => named(name),
  ),
  offered(
    'a number',
    ({ no }) => ({ BillNo: no }),
    ({ no }) => begins('bill_no', no),
  ),
  offered(
    'the beginning of numbers',
    ({ no }) => ({ BillNo: no.slice(0, 7) }),
    ({ no }) => begins('bill_no', no.slice(0, 7)),
  ),
  offered(
    'the beginning of all numbers of a term',
    ({ no }) => ({ BillNo: no.slice(0, 4) }),
    ({ no }) => begins('bill_no', no.slice(0, 4)),
  ),
  offered(
    'the end of numbers',
    ({ no }) => ({ BillNo: no.slice(-4) }),
    ({ no }) => found(ends('bill_no', no.slice(-4)), begins('bill_no', no.slice(-4))),
  ),
  offered(
    'an account',
    ({ account }) => ({ VACAccount: account }),
    ({ account }) => begins('vac_account', account),
  ),
  offered(
    'the end of accounts',
    ({ account }) => ({ VACAccount: account.slice(-5) }),
    ({ account }) => found(ends('vac_account', account.slice(-5)), begins('vac_account', account.slice(-5))),
  ),
  offered(
    'deadlines of a month',
    ({ deadline }) => ({ PaymentEndDateFrom: deadline, PaymentEndDateTo: addDays(deadline, 30) }),
    ({ deadline }) => sql`payment_end_date between ${deadline} and ${addDays(deadline, 30)}`,
  ),
  offered(
    'an amount',
    ({ amount }) => ({ ShouldPayAmountFrom: amount, ShouldPayAmountTo: amount }),
    ({ amount }) => sql`should_pay_amount = ${amount}`,
  ),
  offered(
    'a range of amounts',
    ({ amount }) => ({ ShouldPayAmountFrom: amount, ShouldPayAmountTo: amount + 999 }),
    ({ amount }) => sql`should_pay_amount between ${amount} and ${amount + 999}`,
  ),
  offered(
    'a unit',
    ({ unit }) => ({ PayerUnitId: unit }),
    ({ unit }) => sql`payer_unit_id = ${unit}`,
  ),
  offered(
    'a payer',
    ({ payer }) => ({ PayerId: payer }),
    ({ payer }) => sql`payer_id = ${payer}`,
  ),
  offered(
    'a status of payment',
    ({ amount }) => ({ PayStatus: amount % 200 === 0 ? 'Unpaid' : 'PartialPaid' }),
    ({ amount }) => sql`pay_status = ${amount % 200 === 0 ? 'Unpaid' : 'PartialPaid'}`,
  ),
  offered(
    'a channel',
    ({ channel }) => ({ ChannelId: channel }),
    ({ channel }) => sql`channel_id = ${channel}`,
  ),
  offered(
    'a channel without bills',
    ({ amount }) => ({ ChannelId: amount % 200 === 0 ? '12' : '14' }),
    ({ amount }) => sql`channel_id = ${amount % 200 === 0 ? '12' : '14'}`,
  ),
  offered(
    'with a direct debit',
    () => ({ DebitFlag: 'true' }),
    () => sql`debit_flag`,
  ),
  offered(
    'an amount, overdue',
    ({ amount }) => ({ ShouldPayAmountFrom: amount, ShouldPayAmountTo: amount, BillStatus: 'Overdue' }),
    ({ amount }) => sql`(should_pay_amount = ${amount} and ${overdue})`,
  ),
  offered(
    'a term, unpaid',
    ({ term }) => ({ BillTermId: term, BillStatus: 'Unpaid' }),
    ({ term }) => sql`(bill_term_id = ${term} and ${unpaid})`,
  ),
  offered(
    'a term, overdue',
    ({ term }) => ({ BillTermId: term, BillStatus: 'Overdue' }),
    ({ term }) => sql`(bill_term_id = ${term} and ${overdue})`,
  ),
  offered(
    'a unit, overdue',
    ({ unit }) => ({ PayerUnitId: unit, BillStatus: 'Overdue' }),
    ({ unit }) => sql`(payer_unit_id = ${unit} and ${overdue})`,
  ),
  offered(
    'a given name, overdue',
    (bill) => ({ PayerName: givenName(bill), BillStatus: 'Overdue' }),
    (bill) => sql`(${named(givenName(bill))} and ${overdue})`,
  ),
  offered(
    'a term of a unit',
    ({ term, unit }) => ({ BillTermId: term, PayerUnitId: unit }),
    ({ term, unit }) => sql`(bill_term_id = ${term} and payer_unit_id = ${unit})`,
  ),
  offered(
    'keyword, a number',
    ({ no }) => keyword(no),
    ({ no }) => found(begins('bill_no', no)),
  ),
  offered(
    'keyword, the end of an account',
    ({ account }) => keyword(account.slice(-5)),
    ({ account }) => found(ends('vac_account', account.slice(-5)), ends('bill_no', account.slice(-5))),
  ),
  offered(
    'keyword, a payer',
    ({ payer }) => keyword(payer),
    ({ payer }) => found(sql`payer_id = ${payer}`),
  ),
  offered(
    'keyword, a given name',
    (bill) => keyword(givenName(bill)),
    (bill) => named(givenName(bill)),
  ),
  offered(
    'keyword, a name',
    ({ name }) => keyword(name),
    ({ name }) => named(name),
  ),
  offered(
    'keyword, the beginning of all numbers of a term',
    ({ no }) => keyword(no.slice(0, 4)),
    ({ no }) => begins('bill_no', no.slice(0, 4)),
  ),
  offered(
    'keyword without a match',
    ({ no }) => keyword(`Z${no.slice(2)}`),
    ({ no }) => found(begins('bill_no', `Z${no.slice(2)}`)),
  ),
  offered(
    'keyword, a given name, overdue',
    (bill) => ({ ...keyword(givenName(bill)), BillStatus: 'Overdue' }),
    (bill) => sql`(${named(givenName(bill))} and ${overdue})`,
  ),
  ...sorted('amount', 'ShouldPayAmount', 'should_pay_amount'),
  ...sorted('deadline', 'PaymentEndDate', 'payment_end_date'),
  ...sorted('number', 'BillNo', 'bill_no'),
  ...sorted('name', 'PayerName', 'payer_name', ofTermAndUnit),
  ...sorted('account', 'VACAccount', 'vac_account', ofTermAndUnit),
  ...sorted('time of payment', 'PaidTime', 'paid_time', ofTermAndUnit),
]
