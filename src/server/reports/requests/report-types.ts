import type { EnumCode } from '../../../domain/enums'
import type { Call } from '../../call'

/** The conditions of a requested report, as its record has them. */
export interface ReportConditions {
  readonly ApplyCode: string
  readonly ReportType: EnumCode<'ReportType'>
  readonly DateType: EnumCode<'ReportDateType'> | null
  readonly StartDate: string
  readonly EndDate: string
  readonly BillTermId: string | null
  readonly ChannelIds: readonly string[] | null
}

/** A report by the name of its schema file, and its query. */
interface TypedReport {
  readonly report: string
  readonly query: Call['query']
}

/** Returns the report of a request, and its query. Parameters without a value are left out. */
export const reportOf = (conditions: ReportConditions): TypedReport => {
  const { report, query } = reportTypes[conditions.ReportType](conditions)
  return { report, query: { ApplyCode: [conditions.ApplyCode], ...query } }
}

type Report = (conditions: ReportConditions) => TypedReport

const reportTypes: Readonly<Record<EnumCode<'ReportType'>, Report>> = {
  WriteOff: (conditions) => ({
    report: 'WriteOffReport',
    query: { ...linesIn(conditions), 'BillSerialId.BillTermId': valuesOf(conditions.BillTermId) },
  }),
  DailyPaid: ({ StartDate }) => ({ report: 'DailyPaidReport', query: { AccountDate: [StartDate] } }),
  TransactionDetails: (conditions) => ({ report: 'TransactionDetailsReport', query: linesIn(conditions) }),
  Exception: (conditions) => ({ report: 'exceptionReport', query: linesIn(conditions) }),
  Unpaid: (conditions) => ({ report: 'unpaidReport', query: billsIn(conditions) }),
  BillProgress: (conditions) => ({ report: 'billProgressReport', query: billsIn(conditions) }),
  ChannelFee: ({ StartDate }) => ({ report: 'ChannelFeeReport', query: { YearMonth: [StartDate.slice(0, 7)] } }),
}

const linesIn = ({ DateType, StartDate, EndDate, ChannelIds }: ReportConditions): Call['query'] => ({
  DateType: valuesOf(DateType),
  StartDate: [StartDate],
  EndDate: [EndDate],
  ChannelId: ChannelIds ?? [],
})

// The period of reports over bills is that of their last day of payment.
const billsIn = ({ StartDate, EndDate, BillTermId }: ReportConditions): Call['query'] => ({
  PaymentEndDateFrom: [StartDate],
  PaymentEndDateTo: [EndDate],
  BillTermId: valuesOf(BillTermId),
})

const valuesOf = (value: string | null): readonly string[] => (value ? [value] : [])
