import { bankWriteOffRows, defineResource } from '../../src/server'

export default defineResource('SKGWriteOffReport', { reportRows: bankWriteOffRows })
