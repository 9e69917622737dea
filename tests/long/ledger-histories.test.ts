import { test } from 'vitest'
import { checkHistories } from '../domain/payments/support/histories'
import { sampled } from '../support/sample'

test('random histories of payments never break an invariant of the ledger', () => {
  checkHistories(sampled(1000, 100))
})
