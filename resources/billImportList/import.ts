import type { EnumCode } from '../../src/domain/enums'

/** An upload with what its detail page shows. Not an interface: only a type alias passes as a record of any fields. */
export type Import = {
  readonly id: string
  readonly ImportBatchNo: string | null
  readonly ImportBatchName: string
  readonly CurrencyType: EnumCode<'Currency'>
  readonly ImportStatus: EnumCode<'ImportStatus'>
  readonly TotalCount: number
  readonly SuccessCount: number
  readonly FailCount: number
  readonly TotalAmount: number
  readonly ErrorLog: readonly ImportError[] | null
  readonly UploadUser: string | null
  readonly UploadTime: string | null
  readonly FinishTime: string | null
}

/** What is wrong with one cell of the file. */
export interface ImportError {
  readonly RowNo?: number | null
  readonly ColumnName?: string | null
  readonly Value?: string | null
  readonly ErrorCode?: string | null
  readonly Message?: string | null
}

/** Whether the work is still to be done. */
export const isBusy = ({ ImportStatus }: Import): boolean => ImportStatus === 'Pending' || ImportStatus === 'Processing'
