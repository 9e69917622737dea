import { bankLineTally, defineResource, lineTally, withoutAgreement } from '../../src/server'

export default defineResource('TLDetail', {
  virtualFields: { WithoutAgreement: withoutAgreement },
  // The bank's is smaller, and has no agreements.
  tallies: [bankLineTally, lineTally],
})
