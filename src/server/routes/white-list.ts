import { accountProblem } from '../../domain/accounts/white-list'
import { Refusal } from '../../domain/refusal'
import type { RecordValues } from '../../schema/language/types'
import { requireActiveAgreement } from '../active-agreement'
import type { Controller } from '../call'
import { contextOf, keyOf } from '../context'
import { inTransaction } from '../database/transaction'
import { createRecord } from '../records/create'
import { findRecord } from '../records/get'
import { changeRecord, updateRecord } from '../records/update'
import { agreementOf, type WhiteListAgreement } from '../white-list/agreement'

/**
 * Calls that change entries of the white list.
 * The account of an entry must match the account rule of its agreement, and a deletion only disables the entry.
 * All other calls are generic.
 */
export const whiteList: Controller = {
  create: (call) =>
    createRecord(contextOf(call), call.schemas.get('whiteList'), call.body, {
      afterWrite: async ({ db }, record) => {
        const agreement = await agreementOf(db, String(record.ApplyCode))
        requireActiveAgreement(agreement.rule.applyCode, agreement.AgreementStatus, '新增特殊檢核資料')
        requireValidAccount(agreement, record)
      },
    }),
  update: (call) => {
    const resource = call.schemas.get('whiteList')
    return updateRecord(contextOf(call), resource, keyOf(resource, call), call.body, {
      afterWrite: async ({ db }, record) =>
        requireValidAccount(await agreementOf(db, String(record.ApplyCode)), record),
    })
  },
  delete: async (call) => {
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
  },
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
