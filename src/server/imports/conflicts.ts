import { sql } from 'kysely'
import type { Db } from '../ports'
import { type ErrorCode, type RowError, rowError } from './row-error'
import type { StagedSpan } from './staging'

/** Says of each of some staged rows whose account a live bill already has. */
export const findConflicts = async (db: Db, importId: number, { from, to }: StagedSpan): Promise<readonly RowError[]> => {
  const { rows } = await sql<Conflict>`
    select ${facts}
    from bill_import_row r
    join bill b on b.vac_account = r.vac_account and b.bill_state = 'Active'
    where r.import_id = ${importId} and r.row_no between ${from} and ${to}
    order by r.row_no`.execute(db)
  return rows.map(errorOf)
}

/** Takes such rows out, and says so of each. */
export const removeConflicts = async (db: Db, importId: number, { from, to }: StagedSpan): Promise<readonly RowError[]> => {
  const { rows } = await sql<Conflict>`
    delete from bill_import_row r
    using bill b
    where r.import_id = ${importId} and r.row_no between ${from} and ${to} and b.vac_account = r.vac_account and b.bill_state = 'Active'
    returning ${facts}`.execute(db)
  return rows.map(errorOf)
}

const facts = sql`r.row_no as "rowNo", r.vac_account as account, b.pay_status as "payStatus", b.apply_code as "applyCode",
  r.bill ->> 'apply_code' as "ownCode", b.bill_no as "billNo"`

const errorOf = (row: Conflict): RowError => rowError(row.rowNo, '銷帳編號', row.account, ...reasonOf(row))

interface Conflict {
  readonly rowNo: number
  readonly account: string
  readonly payStatus: string
  readonly applyCode: string
  readonly ownCode: string
  readonly billNo: string
}

const reasonOf = ({ account, payStatus, applyCode, ownCode, billNo }: Conflict): readonly [ErrorCode, string] => {
  // Another company's bill is none of this company's business.
  if (applyCode !== ownCode) return ['E110', `虛擬帳號 ${account} 已被使用，請改用其他編號。`]
  if (payStatus === 'Paid' || payStatus === 'OverPaid') return ['E111', `虛擬帳號 ${account} 的帳單 ${billNo} 已繳費，請改用其他期別或編號。`]
  return ['E110', `虛擬帳號 ${account} 已由帳單 ${billNo} 使用，請先將該帳單作廢。`]
}
