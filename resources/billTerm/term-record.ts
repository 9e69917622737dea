import type { RaRecord } from 'react-admin'
import type { TermPeriod } from '../../src/domain/bills/next-term'

/** A term as its page reads it. */
export interface TermRecord extends TermPeriod, RaRecord {
  readonly ApplyCode: string
  readonly BillCategoryCode: string
  readonly FeeItems: readonly unknown[] | null
  readonly Notices: string | null
  readonly DescriptionItems: string | null
  /** Texts of the codes. */
  readonly Labels: Readonly<Record<string, unknown>>
}

/** Returns the values from which those of the next term follow. */
export const periodOf = ({
  BillTermId,
  BillTermName,
  BillTermNo,
  BillChineseName,
  PaymentStartDate,
  PaymentEndDate,
  MarketEndDate,
}: TermRecord): TermPeriod => ({
  BillTermId,
  BillTermName,
  BillTermNo: BillTermNo ?? null,
  BillChineseName,
  PaymentStartDate,
  PaymentEndDate,
  MarketEndDate: MarketEndDate ?? null,
})
