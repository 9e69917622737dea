import { defineResource, disableEntry, requireValidEntry, whiteListStatus } from '../../src/server'

export default defineResource('whiteList', {
  calls: { delete: disableEntry },
  afterWrite: async (context, change) => {
    // Every other change is checked, because the check digit of an account can depend on the amount.
    if (change.action !== 'Disable') await requireValidEntry(context, change)
  },
  virtualFields: { WhiteListStatus: { sql: whiteListStatus } },
})
