import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SelectOption } from '../../contract/envelope'
import type { Scope } from '../call'
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
    where a.agreement_status = 'Active' and ${within(scope)}
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
export const termChoices = async (db: Db, applyCode: string): Promise<readonly TermChoice[]> => {
  const { rows } = await sql<TermChoice>`
    select
      bill_term_id as "Value", bill_term_id || ' ' || bill_term_name as "Text",
      bill_category_code as "BillCategoryCode", term_status as "TermStatus",
      payment_start_date as "PaymentStartDate", payment_end_date as "PaymentEndDate"
    from bill_term
    where apply_code = ${applyCode}
    order by payment_start_date desc, bill_term_id`.execute(db)
  return rows
}

const within = (scope: Scope): RawBuilder<SqlBool> => {
  if (scope.kind === 'bank') return sql`true`
  return scope.kind === 'company' && scope.applyCodes.length > 0 ? sql`a.apply_code in (${sql.join(scope.applyCodes)})` : sql`false`
}
