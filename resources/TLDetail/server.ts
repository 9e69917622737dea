import { defineResource, lineTally, withoutAgreement } from '../../src/server'

export default defineResource('TLDetail', {
  virtualFields: { WithoutAgreement: withoutAgreement },
  tally: lineTally,
})
