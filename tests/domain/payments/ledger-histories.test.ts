import fc from 'fast-check'
import { expect, test } from 'vitest'
import { enums } from '../../../src/domain/enums'
import { sampled } from '../../support/sample'
import { arrival, checkHistories, type LedgerState, next, start } from './support/histories'

const runs = sampled(1000, 100)

test('random histories of arrivals, reversals, late and void bills, handlings, releases and undos never break an invariant', () => {
  const seen = checkHistories(runs)
  // A line is only unmatched until its batch is, and an exception has a type.
  const states = Object.keys(enums.WriteOffStatus).filter(
    (status) => status !== 'NotWrittenOff' && status !== 'Exception',
  )
  expect([...states, ...Object.keys(enums.ExceptionType)].filter((state) => !seen.has(state))).toEqual([])
})

test('a batch has the same effect as its lines one by one', () => {
  fc.assert(
    fc.property(fc.array(arrival, { minLength: 2, maxLength: 40, size: 'max' }), (reported) => {
      const arrive = (ledgerState: LedgerState, lines: typeof reported) => next(ledgerState, { kind: 'arrive', lines })
      expect(reported.reduce((ledgerState, single) => arrive(ledgerState, [single]), start)).toEqual(
        arrive(start, reported),
      )
    }),
    { numRuns: runs },
  )
})
