import { addDays } from '../../../domain/dates/dates'
import type { Layout } from '../../../schema/layouts/layout'
import { type BankFileLine, BankFileRefusal, type LineValue, positionText } from './bank-file'
import { resendAdvice } from './read-line'

/** Maximum number of days by which the dates of a file may differ from the day on which it was received. */
const maxDays = 60

/** The values that a field may have, and their description for messages. */
interface Bounds {
  readonly from: LineValue
  readonly to: LineValue
  readonly text: string
}

/** What decides whether the values of a file are plausible. */
interface PlausibleValues {
  /** The day on which the file was received. */
  readonly receivedOn: string
  /** The highest amount of a line; null without a limit. */
  readonly maxAmount: number | null
}

/**
 * Returns a function that throws a refusal for a line with an amount or a date that the layout allows but that is
 * implausible: for example, a line with a wrong year would appear in no report.
 * Dates are compared with the day on which the file was received, because it may be processed again much later.
 */
export const plausibilityCheck = (
  layout: Layout,
  { receivedOn, maxAmount }: PlausibleValues,
): ((line: BankFileLine) => void) => {
  const bounds = Object.entries({
    ...dateBoundsOn(receivedOn),
    Amount: amountBounds(maxAmount),
  })
  return (line) => {
    for (const [field, { from, to, text }] of bounds) {
      const value = line.values[field]
      if (value !== undefined && (value < from || value > to))
        throw implausibleValueRefusal(layout, line, { field, text })
    }
  }
}

const amountBounds = (max: number | null): Bounds =>
  max === null
    ? { from: 1, to: Number.MAX_SAFE_INTEGER, text: '1 以上的金額' }
    : { from: 1, to: max, text: `1 到 ${max.toLocaleString('en')} 的金額` }

const dateBoundsOn = (receivedOn: string): Readonly<Record<string, Bounds>> => {
  const [first, last] = [addDays(receivedOn, -maxDays), addDays(receivedOn, maxDays)]
  const days = (from: string, to: string): Bounds => ({
    from,
    to,
    text: `${withSlashes(from)} 到 ${withSlashes(to)} 之間的日期`,
  })
  return {
    TransDate: days(first, last),
    TradeDate: days(first, receivedOn),
    AccountDate: days(first, last),
    RemitDate: days(first, last),
  }
}

const withSlashes = (date: string): string => date.replaceAll('-', '/')

const implausibleValueRefusal = (
  layout: Layout,
  { part, kind, lineNo, values }: BankFileLine,
  { field, text }: { readonly field: string; readonly text: string },
) => {
  const line = part === 'detail' ? layout.details[kind] : layout[part]
  const { offset = 1, label } = line?.fields[field] ?? {}
  return new BankFileRefusal(
    `${positionText(lineNo, offset, label)}是「${valueText(values[field])}」，應為 ${text}。${resendAdvice}`,
    lineNo,
    offset,
  )
}

const valueText = (value: LineValue | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('en') : withSlashes(String(value))
