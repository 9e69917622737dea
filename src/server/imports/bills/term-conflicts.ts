import { sql } from 'kysely'
import { titleOf } from '../../../domain/bills/bill-upload'
import type { BillTerm } from '../../../domain/bills/entered-bill'
import type { Db } from '../../ports'
import { type RowError, rowError } from '../row-error'
import type { ImportContext } from './context'

/** Locks the terms of the staged rows, and returns an error for each row whose term is closed, or was deleted or given another number since the rows were validated. */
export const findTermConflicts = async (db: Db, stage: string, { billImport, terms }: ImportContext): Promise<readonly RowError[]> => {
  const { rows: current } = await sql<Pick<BillTerm, 'BillTermId' | 'BillTermNo' | 'TermStatus'>>`
    select bill_term_id as "BillTermId", bill_term_no as "BillTermNo", term_status as "TermStatus"
    from bill_term
    where apply_code = ${billImport.ApplyCode} and bill_term_id in (select record ->> 'bill_term_id' from staged_row where stage = ${stage})
    order by bill_term_id
    for share`.execute(db)
  const closed = current.filter(({ TermStatus }) => TermStatus === 'Closed').map(({ BillTermId }) => BillTermId)
  const unchanged = current.filter(({ BillTermId, BillTermNo }) => BillTermNo === terms.get(BillTermId)?.BillTermNo).map(({ BillTermId }) => BillTermId)
  const open = unchanged.filter((id) => !closed.includes(id))
  const { rows } = await sql<{ rowNo: number; id: string }>`
    select row_no as "rowNo", record ->> 'bill_term_id' as id
    from staged_row
    where stage = ${stage} and record ->> 'bill_term_id' <> all(${open}::text[])
    order by row_no`.execute(db)
  return rows.map(({ rowNo, id }) => {
    const message = closed.includes(id) ? `期別「${id}」已結案，不可再新增帳單。` : `期別「${id}」在匯入期間已變更，請重新上傳這一列。`
    return rowError(rowNo, titleOf('BillTermId'), id, 'E106', message)
  })
}
