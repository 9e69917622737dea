import { addMonths } from '../dates/dates'

/** The values of a term that change in the next term. */
export interface TermValues {
  readonly BillTermId: string
  readonly BillTermName: string
  readonly BillTermNo: string | null
  readonly BillChineseName: string
  readonly PaymentStartDate: string
  readonly PaymentEndDate: string
  readonly MarketEndDate: string | null
}

/** The proposed values of the next term. */
export interface NextTerm {
  readonly values: TermValues
  /** Fields that still have the value of the previous term, because no next value could be derived. */
  readonly unchanged: readonly ('BillTermId' | 'BillTermName' | 'BillTermNo')[]
}

/**
 * Returns the proposed next term.
 * The periods in its texts and its number are replaced by the next ones.
 * Its dates move by the length of the period that the id or the name contains, or by a month if neither contains a
 * period.
 */
export const nextTerm = (term: TermValues): NextTerm => {
  const months = monthsOf(term)
  const next = {
    BillTermId: nextPeriod(term.BillTermId)?.text,
    BillTermName: nextPeriod(term.BillTermName)?.text,
    BillTermNo:
      term.BillTermNo === null ? null : nextNumber(term.BillTermNo, term.PaymentStartDate.slice(5, 7), months),
  }
  return {
    values: {
      BillTermId: next.BillTermId ?? term.BillTermId,
      BillTermName: next.BillTermName ?? term.BillTermName,
      BillTermNo: next.BillTermNo ?? term.BillTermNo,
      // Most printed titles contain no period.
      BillChineseName: nextPeriod(term.BillChineseName)?.text ?? term.BillChineseName,
      ...nextTermDates(term),
    },
    unchanged: (['BillTermId', 'BillTermName', 'BillTermNo'] as const).filter((name) => next[name] === undefined),
  }
}

/** What the terms of an agreement already use. Only live terms keep their number. */
export interface UsedByTerms {
  readonly ids: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
}

/**
 * Returns the first proposed term after `term` whose id no term has, with the first number from there on that no live
 * term has.
 */
export const nextFreeTerm = (term: TermValues, used: UsedByTerms): NextTerm => {
  const next = nextTerm(term)
  if (used.ids.has(next.values.BillTermId) && !next.unchanged.includes('BillTermId'))
    return nextFreeTerm(next.values, used)
  const number = freeNumber(next.values.BillTermNo, used)
  if (number !== undefined) return { ...next, values: { ...next.values, BillTermNo: number } }
  return { ...next, unchanged: [...new Set([...next.unchanged, 'BillTermNo' as const])] }
}

/** Returns the first number from `no` on that no live term has; undefined if all further ones have more digits. */
const freeNumber = (no: string | null, used: UsedByTerms): string | null | undefined => {
  if (no === null || !used.numbers.has(no)) return no
  const next = followingNumber(no)
  return next === undefined ? undefined : freeNumber(next, used)
}

/** Returns the dates of the next term. The last day of a month remains the last day of a month. */
export const nextTermDates = (
  term: TermValues,
): Pick<TermValues, 'PaymentStartDate' | 'PaymentEndDate' | 'MarketEndDate'> => {
  const movedDate = (date: string) => addMonths(date, monthsOf(term))
  return {
    PaymentStartDate: movedDate(term.PaymentStartDate),
    PaymentEndDate: movedDate(term.PaymentEndDate),
    MarketEndDate: term.MarketEndDate === null ? null : movedDate(term.MarketEndDate),
  }
}

const monthsOf = ({ BillTermId, BillTermName }: TermValues): number =>
  (nextPeriod(BillTermId) ?? nextPeriod(BillTermName))?.months ?? 1

/**
 * Returns a text with its period replaced by the next period, and the length of the period in months.
 * Returns undefined unless the text contains exactly one period.
 */
export const nextPeriod = (text: string): { readonly text: string; readonly months: number } | undefined => {
  const [firstMatch] = periods.flatMap(({ pattern, parts }) => {
    const match = pattern.exec(text)
    return match ? [{ match, parts }] : []
  })
  if (!firstMatch) return undefined
  const { match, parts } = firstMatch
  const [period, year = '', textAfterYear = '', part = '', textAfterPart = ''] = match
  const [textBefore, textAfter] = [text.slice(0, match.index), text.slice(match.index + period.length)]
  // In a text such as 115年11月至12月, only one of the two months would be replaced.
  if (otherPeriod.test(`${textBefore} ${textAfter}`)) return undefined
  const partNames = parts.find((names) => names.includes(part)) ?? ['']
  const nextIndex = (partNames.indexOf(part) + 1) % partNames.length
  const nextYear = Number(year) + (nextIndex === 0 ? 1 : 0)
  return {
    text: `${textBefore}${nextYear}${textAfterYear}${partNames[nextIndex]}${textAfterPart}${textAfter}`,
    months: 12 / partNames.length,
  }
}

const otherPeriod = /\d\s?[年月季期]|[上下]半年|學期|\d{4}/

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1))
const paddedMonths = monthNumbers.map((month) => month.padStart(2, '0'))
const quarters = [
  ['1', '2', '3', '4'],
  ['一', '二', '三', '四'],
]
const halves = [
  ['1', '2'],
  ['一', '二'],
  ['上', '下'],
]

/**
 * The forms of a period in a text, most specific first.
 * Each pattern has four groups: a Gregorian or ROC year, the text after it, the part of the year, the text after it.
 * A group is empty if the form lacks it.
 * `parts` contains the names of the parts in their order within a year.
 * The lookarounds exclude longer numbers and full dates.
 */
const periods: readonly { readonly pattern: RegExp; readonly parts: readonly (readonly string[])[] }[] = [
  { pattern: /(?<!\d)(20\d\d|1\d\d)(年\s?)(1[0-2]|[1-9])(月)/, parts: [monthNumbers] },
  { pattern: /(?<!\d)(20\d\d|1\d\d)(年\s?)(0[1-9])(月)/, parts: [paddedMonths] },
  { pattern: /(?<!\d|\d[-/.])(20\d\d|1\d\d)([-/.]?)(0[1-9]|1[0-2])()(?![-/.]?\d)/, parts: [paddedMonths] },
  { pattern: /(?<!\d)(20\d\d|1\d\d)(年?-?(?:Q|第))([1-4一二三四])(季?)(?![\d期])/, parts: quarters },
  { pattern: /(?<!\d)(20\d\d|1\d\d)(學年度?第?|年)([12一二上下])(學期|半年)/, parts: halves },
  { pattern: /(?<!\d)(20\d\d|1\d\d)(-?H)([12])()(?!\d)/, parts: halves },
  { pattern: /(?<!\d|\d[-/.])(1\d\d)(-?)([12])()(?![-/.]?\d)/, parts: halves },
  { pattern: /(?<!\d)(20\d\d|1\d\d)(年度?)()()/, parts: [['']] },
  { pattern: /(?<!\d|\d[-/.])(20\d\d)()()()(?![-/.]?\d)/, parts: [['']] },
]

/**
 * Returns the number of the next term.
 * If the term is monthly and its number ends with `month`, the month in which the term starts, the number gets the next
 * month; otherwise it increases by one.
 * Returns undefined if the result has more digits.
 */
const nextNumber = (no: string, month: string, periodMonths: number): string | undefined => {
  if (periodMonths === 1 && no.length >= 2 && no.endsWith(month)) {
    const isNewYear = month === '12'
    const year = no.slice(0, -2)
    const nextYear =
      year === '' ? '' : String((Number(year) + (isNewYear ? 1 : 0)) % 10 ** year.length).padStart(year.length, '0')
    return nextYear + (isNewYear ? '01' : String(Number(month) + 1).padStart(2, '0'))
  }
  return followingNumber(no)
}

/** Returns a number increased by one, with the same number of digits; undefined if it has more. */
const followingNumber = (no: string): string | undefined => {
  const next = String(Number(no) + 1).padStart(no.length, '0')
  return next.length > no.length ? undefined : next
}
