import { sql } from 'kysely'
import type { SelectOption } from '../../contract/envelope'
import { agreementCondition } from '../access/tenant'
import type { Scope } from '../http/call'
import type { Db } from '../ports'

/** An agreement as a choice, with what an upload form takes over from its company. */
export interface AgreementChoice extends SelectOption {
  readonly ApplyCode: string
  readonly AgreementName: string
  readonly UniformNo: string
  readonly CustomerName: string
  readonly CustomerPhone: string | null
  readonly CustomerFax: string | null
  readonly ZipCode: string | null
  readonly Address: string | null
}

/** The agreements that a session works. */
export const agreementChoices = async (db: Db, scope: Scope): Promise<readonly AgreementChoice[]> => {
  const { rows } = await sql<AgreementChoice>`
    select
      a.apply_code as "Value", a.apply_code || ' ' || a.agreement_name as "Text",
      a.apply_code as "ApplyCode", a.agreement_name as "AgreementName", a.uniform_no as "UniformNo",
      c.customer_name as "CustomerName", c.customer_phone as "CustomerPhone", c.customer_fax as "CustomerFax", c.zip_code as "ZipCode", c.address as "Address"
    from agreement a
    join customer c on c.uniform_no = a.uniform_no
    where a.agreement_status = 'Active' and ${agreementCondition(scope, 'a')}
    order by a.apply_code`.execute(db)
  return rows
}

/** A term as a choice. */
export interface TermChoice extends SelectOption {
  readonly BillCategoryCode: string
  readonly TermStatus: string
  readonly PaymentStartDate: string
  readonly PaymentEndDate: string
}

/** The terms of an agreement, newest first. */
export const termChoices = (db: Db, applyCode: string): Promise<readonly TermChoice[]> =>
  db
    .selectFrom('bill_term')
    .select(['bill_term_id as Value', sql<string>`bill_term_id || ' ' || bill_term_name`.as('Text')])
    .select(['bill_category_code as BillCategoryCode', 'term_status as TermStatus'])
    .select(['payment_start_date as PaymentStartDate', 'payment_end_date as PaymentEndDate'])
    .where('apply_code', '=', applyCode)
    .orderBy('payment_start_date', 'desc')
    .orderBy('bill_term_id')
    .execute()
