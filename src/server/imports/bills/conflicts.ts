import { sql } from 'kysely'
import type { Db } from '../../ports'
import { type ErrorCode, type RowError, rowError } from '../row-error'

/** Returns what is wrong with each staged row whose account a live bill has already. */
export const findConflicts = async (db: Db, stage: string): Promise<readonly RowError[]> => {
  const { rows } = await sql<Conflict>`
    select s.row_no as "rowNo", b.vac_account as account, b.pay_status as "payStatus", b.apply_code as "applyCode",
      s.record ->> 'apply_code' as "ownCode", b.bill_no as "billNo"
    from staged_row s
    join bill b on b.vac_account = s.record ->> 'vac_account' and b.bill_state = 'Active'
    where s.stage = ${stage}
    order by s.row_no`.execute(db)
  return rows.map(errorOf)
}

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
