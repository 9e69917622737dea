import { type BillSources, buildBill, initialBill } from '../../domain/bills/build-bill'
import { type BillItem, copiedFields, type EnteredBill } from '../../domain/bills/entered-bill'
import { addDays } from '../../domain/dates/dates'
import { billReferences } from '../bills/bill-references'
import { payersOf } from '../bills/payers'
import type { Db } from '../ports'
import type { DemoCollection } from './companies'
import type { DemoPayer } from './payers'
import {
  type BillContext,
  type DemoPayment,
  type PaymentPattern,
  patternOf,
  paymentsOf,
  paysByDirectDebit,
} from './payment-pattern'
import type { RandomInteger } from './random'
import { isClosed } from './terms'

/** The bill of a payer for a term, and what happened to it after it was created. */
export interface DemoBill extends BillContext {
  readonly items: readonly BillItem[]
  readonly amount: number
  readonly pattern: PaymentPattern
  readonly payments: readonly DemoPayment[]
  /** The values of the columns that later events changed, such as prints and reminders. */
  readonly changes: Readonly<Record<string, unknown>>
}

/** Returns the bill of a payer for a term. */
export const demoBill = (context: BillContext, random: RandomInteger): DemoBill => {
  const items = feeItems(context.term.collection, random)
  const amount = items.reduce((sum, item) => sum + item.Amount, 0)
  const pattern = patternOf(context, random)
  const payments = paymentsOf(pattern, amount, context, random)
  const changes = { Remark: remarks[pattern], ...printAndReminderColumns(pattern, context, random) }
  return { ...context, items, amount, pattern, payments, changes }
}

/** Returns the fees of a bill: the first one always, each of the others in two bills out of three. */
const feeItems = ({ fees }: DemoCollection, random: RandomInteger): readonly BillItem[] =>
  fees
    .filter((_, i) => i === 0 || random(3) > 0)
    .map(({ code, name, amounts }, i) => ({
      SortNo: i + 1,
      FeeCode: code,
      FeeName: name,
      Amount: amounts[random(amounts.length)] ?? amounts[0],
    }))

const remarks = {
  overpaid: '溢繳金額將於次期扣抵',
  void: '金額有誤，已作廢',
  partial: '已繳部分款項',
  open: null,
  paid: null,
  instalments: '分期繳納',
} as const satisfies Record<PaymentPattern, string | null>

/**
 * Returns the columns about prints and reminders.
 * Slips are printed for payers without direct debit.
 * Some payers who have not paid after two weeks are reminded.
 */
const printAndReminderColumns = (
  pattern: PaymentPattern,
  { term, payer, today }: BillContext,
  random: RandomInteger,
) => {
  const remindedOn = addDays(term.start, 14)
  const isReminded = pattern === 'open' && remindedOn < today && random(2) === 0 && !payer.NotifyMethod.includes('None')
  const time = `${remindedOn}T10:${String(random(60)).padStart(2, '0')}:00+08:00`
  return {
    PrintCount: paysByDirectDebit(payer) ? 0 : 1 + Number(random(9) === 0),
    MailNoticeTime: isReminded ? time : null,
    SmsNoticeTime: isReminded && payer.NotifyMethod.includes('SMS') ? time : null,
  }
}

/**
 * Returns the records from which the bills of an agreement are built.
 * All terms in them are open, because the bills were created before their terms were closed.
 */
export const billSources = async (db: Db, applyCode: string, payers: readonly DemoPayer[]): Promise<BillSources> => {
  // Each use of the records sets its own `today`.
  const records = await billReferences(db, applyCode, '')
  const terms = new Map([...records.terms].map(([id, term]) => [id, { ...term, TermStatus: 'Open' }]))
  return { records: { ...records, terms }, payers: await payersOf(db, applyCode, payers) }
}

/** Returns the values of a bill that was entered by hand on the first day of its term. */
export const billEnteredByHand = ({ agreement, term, payer, items }: DemoBill, { records, payers }: BillSources) => {
  // `buildBill` copies a field from the payer's record if its entered value is undefined.
  const fromPayerRecord = Object.fromEntries(copiedFields.map((name) => [name, undefined])) as Record<
    (typeof copiedFields)[number],
    undefined
  >
  const entered: EnteredBill = {
    BillTermId: term.id,
    BillCategoryCode: undefined,
    CurrencyType: 'TWD',
    FeeItems: items.map((item) => ({ ...item, text: item.FeeName })),
    ShouldPayAmount: null,
    VACAccount: null,
    PaymentStartDate: undefined,
    PaymentEndDate: undefined,
    MarketEndDate: undefined,
    PayerId: payer.PayerId,
    ...fromPayerRecord,
    DebitFlag: undefined,
  }
  const bill = buildBill(entered, { records: { ...records, today: term.start }, payers }, (field, _, message) => {
    throw new Error(`The bill of ${payer.PayerId} for ${term.id} has a wrong ${field}: ${message}`)
  })
  return { ApplyCode: agreement.applyCode, PayerName: payer.PayerName, ...initialBill, ...bill }
}

/** Returns the state of a bill's account, which depends on whether its term is closed today. */
export const accountStateOf = ({ term }: DemoBill) => ({
  AccountState: isClosed(term) ? 'Released' : initialBill.AccountState,
})

/** A bill in the database, with its serial id, bill number and account. */
export interface StoredBill extends DemoBill {
  readonly serialId: number
  readonly billNo: string
  readonly account: string
}
