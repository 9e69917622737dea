import { expect, inject, test } from 'vitest'
import { enums } from '../../../src/domain/enums'
import { portal } from '../../support/portal'
import { sampled } from '../../support/sample'
import { checkDatabaseHistories, givenBank, statesOnRecord } from './support/database-histories'

const here = await portal()
await givenBank(here)

test('random histories of arrivals, reversals, collections, handlings, releases, undos and restarts never break an invariant of the database', async () => {
  const runs = sampled(1000, inject('databaseUrl') ? 100 : 20)
  await checkDatabaseHistories(here, runs)
  if (runs < 100) return
  const states = Object.keys(enums.WriteOffStatus).filter((status) => status !== 'NotWrittenOff' && status !== 'Exception')
  const handlings = ['Proposed', 'Refused', 'Done', 'Unmatched', 'Undone'].map((state) => `handling ${state}`)
  expect(await statesOnRecord(here)).toEqual([...Object.keys(enums.ExceptionType), ...states, ...handlings].sort())
})
