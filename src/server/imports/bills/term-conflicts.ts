import { sql } from 'kysely'
import { titleOf } from '../../../domain/bills/bill-upload'
import type { Db } from '../../ports'
import { type RowError, rowError } from '../row-error'
import type { ImportContext } from './context'

/** Locks the terms of the staged rows. Returns an error for each row whose term is closed, or has been deleted or renumbered since the validation. */
export const findTermConflicts = async (db: Db, stage: string, { billImport, terms }: ImportContext): Promise<readonly RowError[]> => {
  const staged = db.selectFrom('staged_row').select(stagedTerm.as('id')).where('stage', '=', stage)
  const current = await db
    .selectFrom('bill_term')
    .select(['bill_term_id as BillTermId', 'bill_term_no as BillTermNo', 'term_status as TermStatus'])
    .where('apply_code', '=', billImport.ApplyCode)
    .where('bill_term_id', 'in', staged)
    .orderBy('bill_term_id')
    .forShare()
    .execute()
  const closedIds = current.filter(({ TermStatus }) => TermStatus === 'Closed').map(({ BillTermId }) => BillTermId)
  const unchangedIds = current.filter(({ BillTermId, BillTermNo }) => BillTermNo === terms.get(BillTermId)?.BillTermNo).map(({ BillTermId }) => BillTermId)
  const usableIds = unchangedIds.filter((id) => !closedIds.includes(id))
  const rows = await db
    .selectFrom('staged_row')
    .select(['row_no as rowNo', stagedTerm.as('id')])
    .where('stage', '=', stage)
    .where(stagedTerm, '<>', sql<string>`all(${usableIds}::text[])`)
    .orderBy('row_no')
    .execute()
  return rows.map(({ rowNo, id }) => {
    const message = closedIds.includes(id) ? `期別「${id}」已結案，不可再新增帳單。` : `期別「${id}」在匯入期間已變更，請重新上傳這一列。`
    return rowError(rowNo, titleOf('BillTermId'), id, 'E106', message)
  })
}

const stagedTerm = sql<string>`record ->> 'bill_term_id'`
