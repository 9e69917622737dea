import { defineResource, previewTerm, termProgress, updateTermAccounts } from '../../src/server'

export default defineResource('billTerm', {
  calls: { GetProgress: termProgress, PreviewPDF: previewTerm },
  // Closing a term releases the accounts of its bills, and opening it again takes them back.
  afterWrite: async (context, { record, before }) => {
    if (before && record.TermStatus !== before.TermStatus) await updateTermAccounts(context, record)
  },
})
