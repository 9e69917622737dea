import { sql } from 'kysely'
import type { AccountRule } from '../../domain/accounts/virtual-account'
import type { Db } from '../ports'

/** The values of an agreement that the entries of its white list depend on. */
export interface WhiteListAgreement {
  readonly UniformNo: string
  readonly AgreementStatus: string | null
  readonly rule: AccountRule
}

/** Returns the agreement to which a stored record refers. */
export const agreementOf = async (db: Db, applyCode: string): Promise<WhiteListAgreement> => {
  const { rows } = await sql<WhiteListAgreement>`
    select
      uniform_no as "UniformNo", agreement_status as "AgreementStatus",
      jsonb_build_object('applyCode', apply_code, 'checkType', vac_check_type, 'scheme', vac_check_scheme, 'length', vac_length) as rule
    from agreement
    where apply_code = ${applyCode}`.execute(db)
  if (!rows[0]) throw new Error(`There is no agreement ${applyCode}.`)
  return rows[0]
}
