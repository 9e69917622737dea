import { defineController } from '../module'
import { correctLineAsBank } from '../payments/handlings/handling-calls'

/** The calls of the bank's pages beyond their lists and downloads. */
export default defineController('SKGPortal', { calls: { ChangeVACAccount: correctLineAsBank } })
