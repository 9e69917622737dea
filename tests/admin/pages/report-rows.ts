import { HttpResponse, http } from 'msw'
import type { SetupWorker } from 'msw/browser'
import type { RecordValues } from '../../../src/schema/language/types'

/** The call of the report. */
export const reportPath = '/ReportPrint/WriteOffReport'

/** Row number `no` of a report; the first half is of one channel, the other half of another. */
const rowOf = (no: number, count: number): RecordValues => ({
  SerialId: no,
  ApplyCode: '77001',
  AccountDate: '2026-11-20',
  TradeDate: '2026-11-19',
  ChannelId: no < count / 2 ? '01' : '05',
  VACAccount: `7700126${String(no).padStart(7, '0')}`,
  PayerName: '王○明',
  CurrencyType: 'TWD',
  ShouldPayAmount: 1000,
  Amount: 1000,
  AmountSign: 'Plus',
  ChannelFee: 10,
  NetAmount: 990,
  WriteOffStatus: 'WrittenOff',
})

const sums = (count: number) => ({ Count: count, Amount: count * 1000, ChannelFee: count * 10, NetAmount: count * 990 })

/** A report that a backend has. */
export interface ReportRows {
  readonly count: number
  /** Whether the backend sends the sums of the whole report. */
  readonly hasTotals?: boolean
  /** Whether the backend sends the number of rows. */
  readonly hasCount?: boolean
}

/** Lets the backend have a report of `count` rows; returns the queries that it gets. */
export const serveReportRows = (
  worker: Pick<SetupWorker, 'use'>,
  { count, hasTotals = true, hasCount = true }: ReportRows,
): URLSearchParams[] => {
  const queries: URLSearchParams[] = []
  worker.use(
    http.get(`*/api${reportPath}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      queries.push(query)
      const size = Number(query.get('PageSize'))
      const start = (Number(query.get('PageNo')) - 1) * size
      const length = Math.max(0, Math.min(size, count - start))
      const Items = Array.from({ length }, (_, index) => rowOf(start + index, count))
      const parts = [
        { Label: '已銷帳', ...sums(count) },
        { Label: '例外及未銷帳', ...sums(0) },
      ]
      const Totals = [{ CurrencyType: 'TWD', ...sums(count), Parts: parts }]
      const OutData = {
        Items,
        ...(hasCount ? { TotalCount: count } : {}),
        ...(hasTotals && query.get('WithTotals') ? { Totals } : {}),
      }
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData })
    }),
  )
  return queries
}

/** The filters of a query over a month. */
export const november = {
  ApplyCode: '77001',
  DateType: 'TradeDate',
  StartDate: { from: '2026-11-01', to: '2026-11-30' },
}

/** Returns the search of an address with these filters. */
export const searchOf = (filters: object) => `?${new URLSearchParams({ filter: JSON.stringify(filters) })}`
