import type { ImportMode } from '../../../contract/imports'
import type { BillReferences } from '../../../domain/bills/entered-bill'
import type { Currency } from '../../../domain/money/money'
import { billReferences } from '../../bills/bill-references'
import type { Db } from '../../ports'
import type { UploadKind } from '../upload-job'
import type { MappedColumn } from './parsed-row'

/** The uploads of bills. */
export const billUploads: UploadKind = { table: 'bill_import', job: 'billImport', page: 'billImportList', filledTables: ['bill', 'bill_by_state'] }

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
  /** Number of bills that were published by a version before migration 0002, which published in steps. */
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

/** Returns the import with the agreement's records to which its rows may refer. */
export const importContext = async (db: Db, billImport: BillImport, today: string): Promise<ImportContext> => ({
  billImport,
  ...(await billReferences(db, billImport.ApplyCode, today)),
})

/** Returns a stored import. */
export const billImportOf = (db: Db, id: number): Promise<BillImport> =>
  db
    .selectFrom('bill_import')
    .select(['serial_id as SerialId', 'apply_code as ApplyCode', 'import_batch_no as ImportBatchNo', 'bill_term_id as BillTermId'])
    .select(['bill_category_code as BillCategoryCode', 'currency_type as CurrencyType', 'payment_start_date as PaymentStartDate'])
    .select(['payment_end_date as PaymentEndDate', 'notices as Notices', 'import_mode as ImportMode', 'success_count as SuccessCount'])
    .select(['file as File', 'upload_user as UploadUser'])
    .select((eb) => eb.ref('column_mapping').$castTo<BillImport['ColumnMapping']>().as('ColumnMapping'))
    .where('serial_id', '=', id)
    // Every upload has these values.
    .$narrowType<Pick<BillImport, 'ImportBatchNo' | 'UploadUser'>>()
    .executeTakeFirstOrThrow()
