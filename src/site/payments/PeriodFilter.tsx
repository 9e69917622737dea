import { dateText } from '../../browser/format'
import { useIsPrinting } from '../../browser/use-is-printing'
import { addDays, taipeiToday } from '../../domain/dates/dates'

// Text of each button that selects a period up to today, with the number of days of that period.
const quickPeriods = { 近三個月: 90, 近一年: 365 } as const

/** Renders the inputs that filter a list by a period: two dates, and buttons for common periods. */
export const PeriodFilter = ({
  period,
  onChange,
}: {
  period: PaymentPeriod
  onChange: (period: PaymentPeriod) => void
}) => (
  <fieldset className="period">
    <legend className="hidden">繳款期間</legend>
    <label>
      繳款日期起
      <input
        type="date"
        value={period.from}
        max={period.to || undefined}
        onChange={(event) => onChange({ ...period, from: event.target.value })}
      />
    </label>
    <label>
      繳款日期迄
      <input
        type="date"
        value={period.to}
        min={period.from || undefined}
        onChange={(event) => onChange({ ...period, to: event.target.value })}
      />
    </label>
    <div className="period-quick">
      {Object.entries(quickPeriods).map(([text, days]) => (
        <button
          key={text}
          type="button"
          className="button button-plain button-small"
          onClick={() => onChange(lastDays(days, new Date()))}
        >
          {text}
        </button>
      ))}
      <button type="button" className="button button-plain button-small" onClick={() => onChange(allTime)}>
        全部
      </button>
    </div>
  </fieldset>
)

/** Renders the filters of a list on paper, which has no inputs; nothing if all rows are printed. */
export const PrintedFilters = ({ period: { from, to }, stateText = '' }: PrintedFiltersProps) => {
  const isPrinting = useIsPrinting()
  const texts = [from && `繳款日期 ${dateText(from)} 起`, to && `繳款日期 ${dateText(to)} 止`, stateText]
  const shownTexts = texts.filter((text) => text !== '')
  return isPrinting && shownTexts.length > 0 && <p>僅列出：{shownTexts.join('，')}</p>
}

interface PrintedFiltersProps {
  readonly period: PaymentPeriod
  readonly stateText?: string
}

/** A period between two ISO dates, both included; an empty text means no limit. */
export interface PaymentPeriod {
  readonly from: string
  readonly to: string
}

/** The period without bounds. */
export const allTime: PaymentPeriod = { from: '', to: '' }

/** Returns the period of this number of days that ends today. */
const lastDays = (days: number, now: Date): PaymentPeriod => ({
  from: addDays(taipeiToday(now), 1 - days),
  to: taipeiToday(now),
})
