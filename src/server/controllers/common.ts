import { sql } from 'kysely'
import type { SelectOption } from '../../contract/envelope'
import { type EnumName, enumOptions } from '../../domain/enums'
import { canAssignRole } from '../access/caller'
import { agreementCondition } from '../access/tenant'
import { type Controller, HttpRefusal } from '../call'
import { defineController } from '../module'
import type { Db } from '../ports'
import { searchRecords } from '../records/search'
import { savedViewCalls } from '../saved-views/calls'
import type { Scope } from '../scope'

/** Calls for select options that many screens use, the search from everywhere, and what users save for lists. */
const calls: Controller = {
  GetApplyCode: ({ ports, scope }) => agreementOptions(ports.db, scope),
  GetBillTerm: async ({ ports, scope, params }) => {
    const applyCode = params.id ?? ''
    const agreements = await agreementOptions(ports.db, scope)
    if (!agreements.some((agreement) => agreement.Value === applyCode))
      throw new HttpRefusal(404, '查無這個委託單位代號。')
    return termOptions(ports.db, applyCode)
  },
  GetCustomerPortalRoles: async (call) =>
    enumSelectOptions('PortalRole').filter(({ Value }) => canAssignRole(call, Value)),
  GetAllUserStatus: async () => enumSelectOptions('UserStatus'),
  Search: searchRecords,
  ...savedViewCalls,
}

export default defineController('Common', { calls })

const enumSelectOptions = (name: EnumName): SelectOption[] =>
  enumOptions(name).map(([Value, Text]) => ({ Value, Text }))

/**
 * Returns the active agreements that a session may use, each with the data of its company.
 * The form for uploads of bills fills in these data.
 */
const agreementOptions = async (db: Db, scope: Scope): Promise<readonly SelectOption[]> => {
  const { rows } = await sql<SelectOption>`
    select
      a.apply_code as "Value", a.apply_code || ' ' || a.agreement_name as "Text",
      a.apply_code as "ApplyCode", a.agreement_name as "AgreementName", a.uniform_no as "UniformNo",
      c.customer_name as "CustomerName", c.customer_phone as "CustomerPhone", c.customer_fax as "CustomerFax", c.zip_code as "ZipCode", c.address as "Address",
      a.payer_no_len as "PayerNoLen"
    from agreement a
    join customer c on c.uniform_no = a.uniform_no
    where a.agreement_status = 'Active' and ${agreementCondition(scope, 'a')}
    order by a.apply_code`.execute(db)
  return rows
}

/** Returns the terms of an agreement, the newest first. */
const termOptions = (db: Db, applyCode: string): Promise<readonly SelectOption[]> =>
  db
    .selectFrom('bill_term')
    .select(['bill_term_id as Value', sql<string>`bill_term_id || ' ' || bill_term_name`.as('Text')])
    .select(['bill_category_code as BillCategoryCode', 'term_status as TermStatus'])
    .select(['payment_start_date as PaymentStartDate', 'payment_end_date as PaymentEndDate'])
    .where('apply_code', '=', applyCode)
    .orderBy('payment_start_date', 'desc')
    .orderBy('bill_term_id')
    .execute()
