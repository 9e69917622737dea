import { sql } from 'kysely'
import type { OwnData } from '../../contract/session'
import type { PayerScope } from '../http/call'
import type { Db } from '../ports'
import { payerCondition } from './tenant'

/** A payer's record with the number it is kept under. */
export interface OwnRecord extends OwnData {
  readonly SerialId: number
}

/** What companies keep of the payers that this session proved to be, unmasked. */
export const ownRecords = async (db: Db, scope: PayerScope): Promise<readonly OwnRecord[]> => {
  const { rows } = await sql<OwnRecord>`
    select
      p.serial_id as "SerialId", c.customer_name as "CustomerName", p.payer_id as "PayerId", p.payer_name as "PayerName",
      coalesce(p.id_no, '') as "IdNo", coalesce(p.mobile, '') as "Mobile", coalesce(p.email, '') as "Email", coalesce(p.address, '') as "Address"
    from payer p
    join agreement a on a.apply_code = p.apply_code
    join customer c on c.uniform_no = a.uniform_no
    where ${payerCondition(scope, 'p')}
    order by c.customer_name, p.serial_id`.execute(db)
  return rows
}
