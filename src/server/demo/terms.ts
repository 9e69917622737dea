import { addDays } from '../../domain/dates/dates'
import type { DemoAgreement, DemoCollection } from './companies'

/** A collection period. */
export interface DemoTerm {
  /**
   * How many months ago the term began; 0 = this month, -1 = the next month.
   * The scale tests count terms of four weeks instead.
   */
  readonly termsAgo: number
  readonly id: string
  readonly name: string
  /** The number of the term in virtual accounts; null if the accounts of the agreement have none. */
  readonly no: string | null
  readonly start: string
  readonly end: string
  readonly collection: DemoCollection
}

/**
 * Returns the terms with bills: those of the last six months, including the current one, oldest first, and those of
 * one-time collections.
 */
export const termsOf = (agreement: DemoAgreement, today: string): readonly DemoTerm[] =>
  agreement.collections.flatMap((collection) =>
    collection.oneTime
      ? [oneTimeTerm(collection, collection.oneTime, today)]
      : monthsWithBills.map((monthsAgo) => monthTerm(agreement, collection, today, monthsAgo)),
  )

/** Returns the terms of the next month, which are drafts without bills. */
export const draftTerms = (agreement: DemoAgreement, today: string): readonly DemoTerm[] =>
  agreement.collections
    .filter(({ oneTime }) => !oneTime)
    .map((collection) => monthTerm(agreement, collection, today, -1))

const monthsWithBills = [5, 4, 3, 2, 1, 0] as const

/**
 * Returns the term of a month.
 * The current one ends in ten days at the earliest, so that there is always a bill to pay.
 */
const monthTerm = (
  { termNoLen }: DemoAgreement,
  collection: DemoCollection,
  today: string,
  monthsAgo: number,
): DemoTerm => {
  const start = firstOfMonth(today, -monthsAgo)
  const lastOfMonth = addDays(firstOfMonth(start, 1), -1)
  const earliestEnd = addDays(today, 10)
  const [year = '', month = ''] = start.split('-')
  return {
    termsAgo: monthsAgo,
    id: `${year}-${month}`,
    name: `${formatRocYearMonth(start)}${collection.termName}`,
    no: termNoLen === 0 ? null : `${Number(year) % 10}${month}`.slice(-termNoLen),
    start,
    end: monthsAgo === 0 && lastOfMonth < earliestEnd ? earliestEnd : lastOfMonth,
    collection,
  }
}

const oneTimeTerm = (
  collection: DemoCollection,
  { monthsAgo, termNo }: { monthsAgo: number; termNo: string },
  today: string,
): DemoTerm => {
  const start = firstOfMonth(today, -monthsAgo)
  return {
    termsAgo: monthsAgo,
    id: `${start.slice(0, 4)}-${collection.code}`,
    name: `${Number(start.slice(0, 4)) - 1911}年度${collection.termName}`,
    no: termNo,
    start,
    end: addDays(firstOfMonth(start, 3), -1),
    collection,
  }
}

const formatRocYearMonth = (day: string): string => `${Number(day.slice(0, 4)) - 1911}年${Number(day.slice(5, 7))}月`

/** Returns the first day of the month that is this many months after the month of the day. */
const firstOfMonth = (day: string, months: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Returns a term as a record. */
export const termRecord = ({ applyCode }: DemoAgreement, { collection, ...term }: DemoTerm) => ({
  ApplyCode: applyCode,
  BillTermId: term.id,
  BillTermName: term.name,
  BillTermNo: term.no,
  BillCategoryCode: collection.code,
  BillTemplateId: collection.template,
  BillChineseName: collection.billName,
  PaymentStartDate: term.start,
  PaymentEndDate: term.end,
  MarketEndDate: null,
  FeeItems: collection.fees.map(({ code, amounts }) => ({ FeeCode: code, Amount: amounts[0] })),
  Notices: collection.notices,
  DescriptionItems: null,
  TermStatus: term.termsAgo < 0 ? 'Draft' : isClosed(term) ? 'Closed' : 'Open',
})

/** Returns whether a term is closed: `termsAgo` is more than three. */
export const isClosed = ({ termsAgo }: Pick<DemoTerm, 'termsAgo'>): boolean => termsAgo > 3
