import { updateTermAccounts } from '../bills/term-accounts'
import { previewTerm } from '../bills/term-preview'
import { termProgress } from '../bills/term-progress'
import type { Controller } from '../call'
import { contextOf, keyOf } from '../context'
import { updateRecord } from '../records/update'

/**
 * Calls for the progress of a term, the preview of its slips, and changes of the term: closing a term releases the
 * accounts of its bills.
 * All other calls are generic.
 */
export const billTerm: Controller = {
  GetProgress: termProgress,
  PreviewPDF: previewTerm,
  update: (call) => {
    const resource = call.schemas.get('billTerm')
    return updateRecord(contextOf(call), resource, keyOf(resource, call), call.body, {
      afterWrite: async ({ db }, term, before) => {
        if (term.TermStatus !== before?.TermStatus) await updateTermAccounts(db, term)
      },
    })
  },
}
