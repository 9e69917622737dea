import { columnTitles, maxFees, requiredColumns, templateColumns, type UploadColumn } from '../domain/bills/bill-upload'
import type { ImportColumn, ImportSpec } from '../schema/language/import'

/**
 * Returns the import of bills, described like the imports that schemas declare.
 * `hasTerm`: whether the upload form sets one term for all bills, so that rows need no term.
 */
export const billImportSpec = ({ hasTerm }: { readonly hasTerm: boolean }): ImportSpec => ({
  columns: templateColumns(maxFees).map((column) => importColumn(column, requiredColumns(hasTerm).includes(column))),
  onExisting: 'refuse',
  matchFields: [],
  maxRows: 100_000,
  maxBytes: 50 * 1024 * 1024,
})

const importColumn = (column: UploadColumn, required: boolean): ImportColumn => {
  const [title, ...aliases] = columnTitles(column)
  // FeeName1 and Amount1 are fields of the first item of FeeItems.
  const itemColumn = /^(FeeName|Amount)(\d+)$/.exec(column)
  const item = itemColumn
    ? { list: 'FeeItems', field: itemColumn[1] ?? '', index: Number(itemColumn[2]) - 1 }
    : undefined
  return { field: column, title, aliases, required, ...(item ? { item } : {}) }
}
