import type { ImportMode } from '../../../contract/imports'
import type { BillReferences } from '../../../domain/bills/entered-bill'
import type { Currency } from '../../../domain/money/money'
import { billReferences } from '../../bills/bill-references'
import type { Db } from '../../ports'
import type { MappedColumn } from './parsed-row'

/** The fields of an import that its bills depend on. */
export interface BillImport {
  readonly SerialId: number
  readonly ApplyCode: string
  readonly ImportBatchNo: string
  readonly BillTermId: string | null
  readonly BillCategoryCode: string | null
  readonly CurrencyType: Currency
  readonly PaymentStartDate: string | null
  readonly PaymentEndDate: string | null
  readonly Notices: string | null
  readonly ImportMode: ImportMode | null
  /** Number of bills that a version before migration 0002, which published in steps, has published. */
  readonly SuccessCount: number
  readonly File: string
  readonly UploadUser: string
  /** The columns of the file; null if a version before migration 0006 accepted the upload. */
  readonly ColumnMapping: readonly MappedColumn[] | null
}

/** The data that all rows of a file are validated against. */
export interface ImportContext extends BillReferences {
  readonly billImport: BillImport
}

/** Returns the records to which the rows of an agreement may refer. */
export const importContext = async (db: Db, billImport: BillImport, today: string): Promise<ImportContext> => ({
  billImport,
  ...(await billReferences(db, billImport.ApplyCode, today)),
})
