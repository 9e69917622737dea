import type { RaRecord } from 'react-admin'
import type { TermValues } from '../../src/domain/bills/next-term'

/** The record of a bill term on its detail page, with the values from which the next term is computed. */
export interface TermRecord extends TermValues, RaRecord {
  readonly ApplyCode: string
  readonly BillCategoryCode: string
  readonly TermStatus: string
  readonly FeeItems: readonly unknown[] | null
  /** The texts of codes such as BillCategoryCode, by field. */
  readonly Labels: Readonly<Record<string, unknown>>
}

/** Returns the values of a term from which its next term is computed. */
export const nextTermInput = ({
  BillTermId,
  BillTermName,
  BillTermNo,
  BillChineseName,
  PaymentStartDate,
  PaymentEndDate,
  MarketEndDate,
}: TermRecord): TermValues => ({
  BillTermId,
  BillTermName,
  BillTermNo: BillTermNo ?? null,
  BillChineseName,
  PaymentStartDate,
  PaymentEndDate,
  MarketEndDate: MarketEndDate ?? null,
})
