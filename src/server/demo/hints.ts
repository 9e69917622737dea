import { sql } from 'kysely'
import type { DemoHints } from '../../contract/headers'
import type { Db } from '../ports'
import { type DemoCompany, demoCompanies } from './companies'
import { demoBank, demoMima, demoUsers } from './users'

/** The accounts that the sign-in page offers in demo mode; the payers are those of the newest unpaid bills. */
export const demoHints = async (db: Db): Promise<DemoHints> => ({
  companies: demoUsers.map(({ uniformNo, userId, label }) => ({ UniformNo: uniformNo, UserId: userId, Mima: demoMima, company: nameOf(uniformNo), label })),
  payers: (await Promise.all(demoCompanies.map((company) => payerHint(db, company)))).flat(),
})

const nameOf = (uniformNo: string): string => demoCompanies.find((company) => company.uniformNo === uniformNo)?.name ?? demoBank.name

const payerHint = async (db: Db, company: DemoCompany): Promise<DemoHints['payers']> => {
  const rows: readonly Readonly<Record<string, string | null>>[] = await db
    .selectFrom('bill')
    .select(['vac_account as VACAccount', 'id_no as IdNo', 'payer_id as PayerId', 'mobile as Mobile'])
    .where('apply_code', '=', company.agreements[0].applyCode)
    .where('bill_state', '=', 'Active')
    .where('pay_status', '=', 'Unpaid')
    .where('create_user', '=', 'demo')
    .orderBy('payment_end_date', 'desc')
    .orderBy(sql`payer_no::bigint`)
    .limit(1)
    .execute()
  return rows.map((row) => ({
    UniformNo: company.uniformNo,
    label: `${company.name} 繳款人`,
    fields: Object.fromEntries(company.loginFields.map(({ field }) => [field, row[field] ?? ''])),
  }))
}
