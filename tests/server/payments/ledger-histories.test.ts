import { expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { sampled } from '../../support/sample'
import { checkDatabaseHistories, givenBank, statesOnRecord } from './support/database-histories'

// After each history the whole ledger is verified, so a database with all histories would make the test slower and
// slower.
const firstSeed = 20_261_120
const seeds = Array.from({ length: sampled(10, 1) }, (_, index) => firstSeed + index)
const seenStates = new Set<string>()

test.each(seeds)(
  'random histories of arrivals, reversals, collections, handlings, releases, withdrawals, undos and restarts never break an invariant of the database (seed %i)',
  async (seed) => {
    const here = await portal()
    await givenBank(here)
    await checkDatabaseHistories(here, { seed, numRuns: 100 })
    for (const state of await statesOnRecord(here)) seenStates.add(state)
  },
)

test('these histories reach every state of lines, handlings and collections', () => {
  const handlings = ['Proposed', 'Refused', 'Withdrawn', 'Done', 'Unmatched', 'Undone'].map(
    (state) => `handling ${state}`,
  )
  const lineStates = ['PendingRelease', 'WrittenOff', 'Divided', 'ChangedBill', 'ChangedVAC', 'Invalid', 'Reversed']
  expect([...seenStates]).toEqual(
    expect.arrayContaining([...lineStates, ...handlings, 'collection Collected', 'collection Cancelled']),
  )
})
