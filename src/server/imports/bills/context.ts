import type { ImportMode } from '../../../contract/imports'
import type { BillReferences } from '../../../domain/bills/entered-bill'
import type { Currency } from '../../../domain/money/money'
import { billReferences } from '../../bills/bill-references'
import type { Db } from '../../ports'
import type { UploadKind } from '../upload-job'
import type { MappedColumn } from './parsed-row'

/** The kind of upload that creates bills. */
export const billUploads: UploadKind = {
  table: 'bill_import',
  job: 'billImport',
  resource: 'billImportList',
  filledTables: ['bill', 'bill_by_state'],
}

/** The fields of an import that determine its bills. */
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
  /** Null has the effect of `GoodRows`. */
  readonly ImportMode: ImportMode | null
  readonly File: string
  readonly UploadUser: string
  /** The mapping of the file's columns; null if the titles of the file decide. */
  readonly ColumnMapping: readonly MappedColumn[] | null
}

/** The data for validating all rows of a file. */
export interface ImportContext extends BillReferences {
  readonly billImport: BillImport
}

/** Returns an import with the records of its agreement to which rows may refer. */
export const importContext = async (db: Db, billImport: BillImport, today: string): Promise<ImportContext> => ({
  billImport,
  ...(await billReferences(db, billImport.ApplyCode, today)),
})

/** Returns a stored import. */
export const billImportOf = (db: Db, id: number): Promise<BillImport> =>
  db
    .selectFrom('bill_import')
    .select([
      'serial_id as SerialId',
      'apply_code as ApplyCode',
      'import_batch_no as ImportBatchNo',
      'bill_term_id as BillTermId',
    ])
    .select([
      'bill_category_code as BillCategoryCode',
      'currency_type as CurrencyType',
      'payment_start_date as PaymentStartDate',
    ])
    .select(['payment_end_date as PaymentEndDate', 'notices as Notices', 'import_mode as ImportMode'])
    .select(['file as File', 'upload_user as UploadUser'])
    .select((eb) => eb.ref('column_mapping').$castTo<BillImport['ColumnMapping']>().as('ColumnMapping'))
    .where('serial_id', '=', id)
    // The columns allow null, but every import has these values.
    .$narrowType<Pick<BillImport, 'ImportBatchNo' | 'UploadUser'>>()
    .executeTakeFirstOrThrow()
