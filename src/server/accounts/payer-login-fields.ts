import { sql } from 'kysely'
import type { PayerLoginField, UniformNoField } from '../../contract/session'
import type { Db } from '../ports'

/** What payers of a company sign in with where the company has not chosen. */
const standardFields: UniformNoField['Fields'] = [{ Field: 'VACAccount', Label: '銷帳編號', Required: true }]

/** Every company that payers can sign in to, with the fields it asks for. */
export const companiesForPayers = async (db: Db): Promise<readonly UniformNoField[]> => {
  const { rows } = await sql<UniformNoField>`
    select
      c.uniform_no as "UniformNo",
      c.customer_name as "CustomerName",
      coalesce(
        (
          select jsonb_agg(jsonb_build_object('Field', f.field, 'Label', f.label, 'Required', f.required) order by f.sort_no)
          from payer_login_field f
          where f.uniform_no = c.uniform_no
        ),
        '[]'
      ) as "Fields"
    from customer c
    where c.customer_status = 'Active' and exists (select 1 from agreement a where a.uniform_no = c.uniform_no and a.agreement_status = 'Active')
    order by c.uniform_no`.execute(db)
  return rows.map((row) => (row.Fields.length > 0 ? row : { ...row, Fields: standardFields }))
}

/** The fields that one company asks its payers for; empty for a company that has no payers here. */
export const fieldsOfCompany = async (db: Db, uniformNo: string): Promise<UniformNoField['Fields']> =>
  (await companiesForPayers(db)).find((company) => company.UniformNo === uniformNo)?.Fields ?? []

/** What a company may ask for, with the longest entry of each. */
export const payerLoginLimits: Readonly<Record<PayerLoginField, number>> = { VACAccount: 16, IdNo: 10, PayerId: 15, Mobile: 20 }
