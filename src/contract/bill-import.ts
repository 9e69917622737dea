import { columnTitles, maxFees, requiredColumns, templateColumns, type UploadColumn } from '../domain/bills/bill-upload'
import type { ImportColumn, ImportSpec } from '../schema/language/import'

/** Returns the import of bills in the form in which schemas declare imports. `hasTerm`: whether the upload form sets the term of all bills, so that rows need none. */
export const billImportSpec = ({ hasTerm }: { readonly hasTerm: boolean }): ImportSpec => ({
  columns: templateColumns(maxFees).map((column) => importColumn(column, requiredColumns(hasTerm).includes(column))),
  onExisting: 'refuse',
  matchFields: [],
  maxRows: 100_000,
  maxBytes: 52_428_800,
})

const importColumn = (column: UploadColumn, required: boolean): ImportColumn => {
  const [title, ...aliases] = columnTitles(column)
  const fee = /^(FeeName|Amount)(\d+)$/.exec(column)
  const item = fee ? { list: 'FeeItems', field: fee[1] ?? '', index: Number(fee[2]) - 1 } : undefined
  return { field: column, title, aliases, required, ...(item ? { item } : {}) }
}
