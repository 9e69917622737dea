import { accountProblem } from '../../domain/accounts/white-list'
import { Refusal } from '../../domain/refusal'
import type { RecordValues } from '../../schema/language/types'
import { requireActiveAgreement } from '../active-agreement'
import type { Call } from '../call'
import { contextOf, keyOf } from '../context'
import { inTransaction } from '../database/transaction'
import type { RecordChange, RecordContext } from '../record-context'
import { findRecord } from '../records/get'
import { changeRecord } from '../records/update'
import { agreementOf, type WhiteListAgreement } from './agreement'

/**
 * Throws a refusal if the account of an entry does not match the account rule of its agreement, or if a new entry
 * belongs to an agreement that is not active.
 */
export const requireValidEntry = async ({ db }: RecordContext, { record, before }: RecordChange): Promise<void> => {
  const agreement = await agreementOf(db, String(record.ApplyCode))
  if (!before) requireActiveAgreement(agreement.rule.applyCode, agreement.AgreementStatus, '新增特殊檢核資料')
  requireValidAccount(agreement, record)
}

/** Disables an entry instead of deleting it. Throws a refusal if it is disabled already. */
export const disableEntry = async (call: Call): Promise<null> => {
  const context = contextOf(call)
  const resource = call.schemas.get('whiteList')
  const key = keyOf(resource, call)
  return inTransaction(context.db, async (db) => {
    const before = await findRecord({ ...context, db }, resource, key, { lock: true })
    if (before.WhiteListStatus === 'Disabled') throw new Refusal('2006', `虛擬帳號 ${before.VACAccount} 已經停用。`)
    await changeRecord({ ...context, db }, resource, key, {
      action: 'Disable',
      expectedUpdateTime: before.UpdateTime,
      changeOf: async () => ({}),
      values: { WhiteListState: 'Disabled' },
    })
    return null
  })
}

/**
 * Throws a refusal if an account does not match the account rule of the agreement.
 * Every change is checked, because the check digit can depend on the amount.
 */
const requireValidAccount = ({ rule }: WhiteListAgreement, { VACAccount, Amount }: RecordValues): void => {
  const problem = accountProblem(
    { VACAccount: String(VACAccount), Amount: Amount === null ? null : Number(Amount) },
    rule,
  )
  if (problem)
    throw new Refusal(problem.kind === 'checkDigit' ? '2008' : '2002', problem.message, { VACAccount: problem.message })
}
