import {
  addBusinessDays,
  type Holidays,
  sameOrNextBusinessDay,
  sameOrPreviousBusinessDay,
} from '../dates/business-days'
import { addDays, addMonths, weekday } from '../dates/dates'
import type { EnumCode } from '../enums'

/** How often a channel remits the money that it collected, and on which day if the remittance falls on a holiday. */
export type PayPeriodType = EnumCode<'PayPeriodType'>

/** The values of a line that decide when its money arrives. */
interface RemitFacts {
  readonly ChannelId: string
  /** The day on which the channel reported the line, YYYY-MM-DD. */
  readonly TransDate: string
}

/**
 * Returns the day on which the money of a line is expected (預計撥款日).
 * `item` is the market item of a payment in a store; null for other channels.
 */
export const expectedRemitDate = (
  line: RemitFacts,
  item: { readonly PayPeriodType: PayPeriodType } | null,
  holidays: Holidays,
): string => {
  const period = payPeriod(line.ChannelId, item?.PayPeriodType ?? null)
  // The money of a channel without a period is already at the bank.
  return period === null ? sameOrNextBusinessDay(line.TransDate, holidays) : remitDate(period, line.TransDate, holidays)
}

/**
 * Returns the day on which a channel with this period remits the money of the lines that it reported on `transDate`.
 */
export const remitDate = (period: PayPeriodType, transDate: string, holidays: Holidays): string =>
  remitDates[period](transDate, holidays)

/**
 * The channels that remit daily and have their own rule for holidays.
 * If the item of a store is remitted weekly or every ten days, the item decides instead.
 */
const dailyPeriods: Readonly<Record<string, PayPeriodType>> = {
  '03': 'NDayB',
  '04': 'NDayC',
  '05': 'NDayA',
  '12': 'NDayA',
  A1: 'NDayA',
}

/** The stores whose items decide the period, with the period for an item that the portal does not know. */
const periodsWithoutItem: Readonly<Record<string, PayPeriodType>> = { '01': 'NDayA', '02': 'NDayA', '14': 'NDayA' }

/** The channels that remit what they collected. The money of all others is already at the bank. */
export const remittingChannels: readonly string[] = [...Object.keys(dailyPeriods), ...Object.keys(periodsWithoutItem)]

const payPeriod = (channel: string, itemPeriod: PayPeriodType | null): PayPeriodType | null =>
  itemPeriod === 'Week' || itemPeriod === 'TenDay'
    ? itemPeriod
    : (dailyPeriods[channel] ?? itemPeriod ?? periodsWithoutItem[channel] ?? null)

/** Number of days after which a channel that remits daily remits the money. */
const dailyDelay = 3

const remitDates: Readonly<Record<PayPeriodType, (transDate: string, holidays: Holidays) => string>> = {
  NDayA: (date, holidays) => {
    const day = sameOrPreviousBusinessDay(addDays(date, dailyDelay), holidays)
    // In a long holiday the previous business day can be earlier than the report.
    return day < date ? sameOrNextBusinessDay(addDays(date, dailyDelay), holidays) : day
  },
  NDayB: (date, holidays) => sameOrNextBusinessDay(addDays(date, dailyDelay), holidays),
  NDayC: (date, holidays) => addBusinessDays(sameOrNextBusinessDay(date, holidays), dailyDelay, holidays),
  Week: (date, holidays) => sameOrNextBusinessDay(wednesdayAfterWeek(date), holidays),
  TenDay: (date, holidays) => sameOrNextBusinessDay(tenDayDate(date), holidays),
}

/** Returns the Wednesday after the week of a date; weeks end on Sunday. */
const wednesdayAfterWeek = (date: string): string => addDays(date, ((7 - weekday(date)) % 7) + 3)

/**
 * Returns the 15th for days 1 to 10 of a month, the 25th for days 11 to 20, and the 5th of the next month for all later
 * days.
 */
const tenDayDate = (date: string): string => {
  const day = Number(date.slice(8))
  const month = date.slice(0, 8)
  if (day <= 10) return `${month}15`
  return day <= 20 ? `${month}25` : `${addMonths(`${month}01`, 1).slice(0, 8)}05`
}
