import { addDays } from '../../domain/dates/dates'
import activities from './activities.json'
import banks from './banks.json'
import holidays from './holidays.json'
import notices from './notices.json'

const marketItem = (
  code: string,
  text: string,
  min: number,
  max: number,
  fee: number,
  bearType: 'Deduct' | 'Increase',
) => ({
  MarketItemCode: code,
  MarketItemName: `${text}（${bearType === 'Deduct' ? '內扣' : '外加'}）`,
  MinAmount: min,
  MaxAmount: max,
  FeeBearType: bearType,
  ChannelFee: fee,
  PayPeriodType: 'NDayA' as const,
})

/** The items for stores (超商代收項目) with their fees; the codes are invented, because the stores assign the real ones. */
export const marketItems = [
  marketItem('7A1', '一般代收 2萬元以下', 1, 20_000, 10, 'Deduct'),
  marketItem('7A2', '一般代收 2萬至4萬元', 20_001, 40_000, 15, 'Deduct'),
  marketItem('7A3', '一般代收 4萬至6萬元', 40_001, 60_000, 20, 'Deduct'),
  marketItem('7B1', '一般代收 2萬元以下', 1, 20_000, 10, 'Increase'),
  marketItem('7B2', '一般代收 2萬至4萬元', 20_001, 40_000, 15, 'Increase'),
  marketItem('7B3', '一般代收 4萬至6萬元', 40_001, 60_000, 20, 'Increase'),
  marketItem('I0O', '保險費 5萬元以下', 1, 50_000, 20, 'Deduct'),
] as const

// 中華民國政府行政機關辦公日曆表 of 2026 and 2027, as known on 2026-11-20; weekends are never business days and are listed only if
// they are holidays themselves.
/** The holidays on which banks are closed. */
export const holidayRecords = Object.entries(holidays).map(([HolidayDate, HolidayName]) => ({
  HolidayDate,
  HolidayName,
}))

/** Returns the bank's reference data by table, dated relative to today. */
export const referenceRecords = (today: string): Readonly<Record<string, readonly object[]>> => ({
  market_item: marketItems,
  // Codes of FISC's open data as of 2021, without banks that have merged since (021 into 810, 815 into 012); 999 is the
  // demo bank.
  bank: banks,
  holiday: holidayRecords,
  notice: notices.map(({ daysAgo, ...notice }) => ({
    ...notice,
    PublishDate: addDays(today, -daysAgo),
    ExpireDate: addDays(today, 365),
  })),
  activity: activities.map(({ beganDaysAgo, endsInDays, ...activity }) => ({
    ...activity,
    StartDate: addDays(today, -beganDaysAgo),
    EndDate: endsInDays === null ? null : addDays(today, endsInDays),
  })),
})
