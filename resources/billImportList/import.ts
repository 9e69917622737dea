import type { BillImportList, BillImportListErrorLogRow } from '../../src/contract/resources/billImportList'

/** An upload as its detail page reads it. */
export type Import = BillImportList & { readonly id: string }

/** What is wrong with one cell of the file. */
export type ImportError = BillImportListErrorLogRow

/** Whether the work is still to be done. */
export const isBusy = ({ ImportStatus }: Import): boolean => ImportStatus === 'Pending' || ImportStatus === 'Processing'
