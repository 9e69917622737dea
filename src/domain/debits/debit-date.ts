import { addBusinessDays, type Holidays, isBusinessDay } from '../dates/business-days'

/**
 * Returns why a day cannot be that of a direct debit, in zh-TW; null if it can.
 * Banks take the files on the business day before.
 */
export const debitDateProblem = (debitDate: string, today: string, holidays: Holidays): string | null => {
  const earliest = addBusinessDays(today, 1, holidays)
  if (debitDate < earliest) return `扣款日最早為次一營業日 ${earliest.replaceAll('-', '/')}，請改選其他日期。`
  return isBusinessDay(debitDate, holidays) ? null : '扣款日須為銀行營業日，請改選其他日期。'
}
