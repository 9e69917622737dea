import type { AccountRule } from '../../domain/accounts/virtual-account'
import { accountRule } from '../bills/bill-sql'
import type { Db } from '../ports'

/** The values of an agreement on which the entries of its white list depend. */
export interface WhiteListAgreement {
  readonly UniformNo: string
  readonly AgreementStatus: string | null
  readonly rule: AccountRule
}

/**
 * Returns the agreement with this code.
 * Throws an error if there is none, because the code comes from a stored record.
 */
export const agreementOf = async (db: Db, applyCode: string): Promise<WhiteListAgreement> => {
  const agreement = await db
    .selectFrom('agreement')
    .select(['uniform_no as UniformNo', 'agreement_status as AgreementStatus', accountRule.as('rule')])
    .where('apply_code', '=', applyCode)
    .$narrowType<{ UniformNo: string }>()
    .executeTakeFirst()
  if (!agreement) throw new Error(`There is no agreement ${applyCode}.`)
  return agreement
}
