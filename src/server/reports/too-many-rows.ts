import { Refusal } from '../../domain/refusal'

/** A report with some of its rows would have wrong sums. */
export const tooManyRows = (most: number): Refusal =>
  new Refusal('2002', `符合條件的資料超過 ${most.toLocaleString('en')} 筆，無法一次列出；請縮短期間或增加條件。`)
