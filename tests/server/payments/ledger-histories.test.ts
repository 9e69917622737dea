import { expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { sampled } from '../../support/sample'
import { checkDatabaseHistories, givenBank, statesOnRecord } from './support/database-histories'

const here = await portal()
await givenBank(here)

test('random histories of arrivals, reversals, collections, handlings, releases, undos and restarts never break an invariant of the database', async () => {
  await checkDatabaseHistories(here, sampled(1000, 100))
  const handlings = ['Proposed', 'Refused', 'Done', 'Unmatched', 'Undone'].map((state) => `handling ${state}`)
  const states = [
    'PendingRelease',
    'WrittenOff',
    'Divided',
    'ChangedBill',
    'ChangedVAC',
    'Invalid',
    'Reversed',
    ...handlings,
    'collection Collected',
    'collection Cancelled',
  ]
  const seen = await statesOnRecord(here)
  expect(states.filter((state) => !seen.includes(state))).toEqual([])
})
