import type { RaRecord } from 'react-admin'
import type { TermPeriod } from '../../src/domain/bills/next-term'

/** The record of a bill term on its page. */
export interface TermRecord extends TermPeriod, RaRecord {
  readonly ApplyCode: string
  readonly BillCategoryCode: string
  readonly FeeItems: readonly unknown[] | null
  readonly Notices: string | null
  readonly DescriptionItems: string | null
  /** Texts of the codes. */
  readonly Labels: Readonly<Record<string, unknown>>
}

/** Returns the values from which the next term is computed. */
export const termPeriod = ({
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
