import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { scheduleLedgerVerification } from '../../../src/server/payments/verification/nightly-verification'
import { portal } from '../../support/portal'

test('the ledger is verified once a day, after three o’clock and not right after a start; differences are warnings', async () => {
  const { db, ports, log, clock } = await portal()
  const hourly: (() => Promise<void>)[] = []
  scheduleLedgerVerification({ repeat: (_name, _milliseconds, work) => void hourly.push(() => work(() => false)) }, ports)
  const [anHour] = hourly
  const events = async (hours: number): Promise<readonly string[]> => {
    log.lines.length = 0
    for (let hour = 0; hour < hours; hour++) {
      await anHour?.()
      clock.advance({ minutes: 60 })
    }
    return log.lines.map(({ level, event }) => `${level} ${event}`)
  }

  // It is ten o'clock.
  expect(await events(1)).toEqual([])
  expect(await events(16)).toEqual(['info the ledger is correct'])
  await sql`insert into accepted_tally (line_count, amount) values (1, 0)`.execute(db)
  expect(await events(24)).toEqual(['warn the ledger has differences'])
  expect(log.lines[0]?.facts).toEqual({ invariant: 'acceptedCount', count: 1, first: [{ SerialId: null, expected: '1', actual: '0' }] })
})
