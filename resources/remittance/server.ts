import { cashFlow, defineResource } from '../../src/server'

export default defineResource('remittance', { bankFileKinds: { cashFlow } })
