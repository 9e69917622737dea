import { defineResource, withoutAgreement } from '../../src/server'

export default defineResource('TLDetail', {
  virtualFields: { WithoutAgreement: withoutAgreement },
})
