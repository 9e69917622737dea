import { updateTermAccounts } from '../bills/term-accounts'
import { termProgress } from '../bills/term-progress'
import type { Controller } from '../http/call'
import { contextOf, keyOf } from '../records/context'
import { updateRecord } from '../records/update'

/** Changes of a term, because its state decides whether its bills hold their accounts, and its progress; all other calls are generic. */
export const billTerm: Controller = {
  GetProgress: termProgress,
  update: (call) => {
    const resource = call.schemas.get('billTerm')
    return updateRecord(contextOf(call), resource, keyOf(resource, call), call.body, {
      afterWrite: async ({ db }, term, before) => {
        if (term.TermStatus !== before?.TermStatus) await updateTermAccounts(db, term)
      },
    })
  },
}
