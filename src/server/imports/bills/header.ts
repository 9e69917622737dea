import { type Column, columnOf, maxFees, titleOf } from '../../../domain/bill-upload'
import { Refusal } from '../../../domain/refusal'
import type { SheetRow } from '../../ports'

/** Where each column of a file stands; the place counts from 0. */
export type Header = ReadonlyMap<Column, number>

/** Reads the header row; refuses (3004) unknown, repeated and missing titles, all at once. */
export const readHeader = ({ cells }: SheetRow, named: { readonly term: boolean }): Header => {
  const header = new Map<Column, number>()
  const problems: string[] = []
  for (const [place, title] of cells.entries()) {
    if (title.trim() === '') continue
    const column = columnOf(title)
    if (!column) problems.push(`不認得「${title.trim().slice(0, 20)}」欄`)
    else if (header.has(column)) problems.push(`「${titleOf(column)}」欄重複`)
    else header.set(column, place)
  }
  problems.push(...missing(header, named.term))
  if (problems.length > 0) throw new Refusal('3004', `第 1 列的標題有誤：${problems.slice(0, 10).join('、')}。請下載範例檔，依範例的標題填寫後再上傳。`)
  return header
}

const missing = (header: Header, termNamed: boolean): readonly string[] => {
  const required: readonly Column[] = termNamed ? ['PayerId', 'PayerName'] : ['BillTermId', 'PayerId', 'PayerName']
  const lacking = required.filter((column) => !header.has(column))
  const halves = Array.from({ length: maxFees }, (_, index) => index + 1).flatMap((no): Column[] =>
    header.has(`FeeName${no}`) === header.has(`Amount${no}`) ? [] : [header.has(`FeeName${no}`) ? `Amount${no}` : `FeeName${no}`],
  )
  return [...lacking, ...halves].map((column) => `缺少「${titleOf(column)}」欄`)
}
