import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { plainAccount } from '../../domain/virtual-account'
import { isOpened } from '../bills/opened-bills'
import type { Tables } from '../database/tables'
import type { Db } from '../ports'
import type { Grants } from './sessions'

/** What somebody says to be recognised as a payer; at least one besides UniformNo is given. */
export interface PayerClaim {
  readonly UniformNo?: string
  readonly VACAccount?: string
  readonly IdNo?: string
  readonly PayerId?: string
  readonly Mobile?: string
}

/** A session carries its grants, so there is an end to them. */
const mostGrants = 5000

/** What the claim gives access to: payers and their bills, or the single bills of payers whom the company keeps no record of. Undefined when nothing matches. */
export const grantsFor = async (db: Db, claim: PayerClaim): Promise<Grants | undefined> => {
  const payers = claim.VACAccount === undefined ? await matchingPayers(db, claim) : []
  const billIds = await matchingBills(db, claim)
  if (payers.length + billIds.length === 0) return undefined
  const cut = payers.length > mostGrants || billIds.length > mostGrants
  return { payers: payers.slice(0, mostGrants), billIds: billIds.slice(0, mostGrants), twoFactors: isTwofold(claim), ...(cut ? { cut } : {}) }
}

// A mobile number beside what it belongs to: who merely found an id or a slip does not know it.
const isTwofold = ({ IdNo, PayerId, Mobile }: PayerClaim): boolean => Mobile !== undefined && (IdNo ?? PayerId) !== undefined

const matchingPayers = async (db: Db, claim: PayerClaim): Promise<NonNullable<Grants['payers']>> => {
  const { rows } = await sql<{ ApplyCode: string; PayerId: string }>`
    select p.apply_code as "ApplyCode", p.payer_id as "PayerId"
    from payer p
    join agreement a on a.apply_code = p.apply_code
    where p.payer_status = 'Active'
      and ${matches(claim, 'p')}
    order by p.serial_id desc
    limit ${mostGrants + 1}`.execute(db)
  return rows
}

// What is owed comes first, then the newest: what has to be left out matters least. An account number stands on paper that others may hold, so it opens its own bill only.
const matchingBills = async (db: Db, claim: PayerClaim): Promise<readonly number[]> => {
  const { rows } = await sql<Pick<Selectable<Tables['bill']>, 'serial_id'>>`
    select b.serial_id
    from bill b
    join agreement a on a.apply_code = b.apply_code
    where b.bill_state = 'Active'
      and ${isOpened}
      and (
        ${claim.VACAccount ?? null}::text is not null
        or not exists (select 1 from payer m where m.apply_code = b.apply_code and m.payer_id = b.payer_id)
      )
      and (${claim.VACAccount ?? null}::text is null or b.vac_account = ${plainAccount(claim.VACAccount ?? '')}::text)
      and ${matches(claim, 'b')}
    order by b.paid_amount < b.should_pay_amount desc, b.payment_end_date desc, b.serial_id desc
    limit ${mostGrants + 1}`.execute(db)
  return rows.map((row) => row.serial_id)
}

const matches = (claim: PayerClaim, table: string): RawBuilder<SqlBool> => sql`
  a.agreement_status = 'Active'
  and exists (select from customer c where c.uniform_no = a.uniform_no and c.customer_status = 'Active')
  and (${claim.UniformNo ?? null}::text is null or a.uniform_no = ${claim.UniformNo ?? null}::text)
  and (${claim.IdNo ?? null}::text is null or ${sql.ref(`${table}.id_no`)} = ${claim.IdNo ?? null}::text)
  and (${claim.PayerId ?? null}::text is null or ${sql.ref(`${table}.payer_id`)} = ${claim.PayerId ?? null}::text)
  and (${claim.Mobile ?? null}::text is null or ${sql.ref(`${table}.mobile`)} = ${claim.Mobile ?? null}::text)`
