import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { type Portal, portal, twoCompanies } from '../../support/portal'

/** Counts the messages to the database of this portal during the work. Both engines get all statements that are sent together in one message. */
const roundTrips = async (db: Portal['db'], work: () => Promise<unknown>): Promise<number> => {
  const sent = inject('databaseUrl') ? vi.spyOn(pg.Client.prototype, 'query') : vi.spyOn(PGlite.prototype, 'runExclusive')
  onTestFinished(() => sent.mockRestore())
  // The first message shows which database it is. Portals of other tests in this process may poll theirs.
  await sql`select 1`.execute(db)
  await work()
  const [first, ...databases] = sent.mock.contexts.map((receiver) => (receiver instanceof pg.Client ? receiver.database : receiver))
  sent.mockRestore()
  return databases.filter((database) => database === first).length
}

const payerOf = (no: number): RecordValues => ({
  ApplyCode: '77001',
  PayerUnitId: 'TRIP1',
  PayerId: `P${no}`,
  PayerNo: String(no).padStart(6, '0'),
  PayerName: '王小明',
  PayerType: 'Normal',
  PayerStatus: 'Active',
})

test('records are listed, read, created and changed in few round trips to the database', async () => {
  const { given, as, db, stopJobs } = await portal()
  // Its polls would be counted.
  await stopJobs()
  await twoCompanies({ given })
  for (const PayerUnitId of ['TRIP1', 'TRIP2']) await given.payerUnit({ ApplyCode: '77001', PayerUnitId })
  const maker = await as('CustomerMaker')
  const { data: created } = await maker.post('/Payer', payerOf(1))
  const one = `/Payer/${created.SerialId}`

  // The session is read, then the page with the total.
  expect(await roundTrips(db, () => maker.get('/Payer?PageSize=20&PayerUnitId=TRIP1'))).toBe(2)
  // The session is read, then the record, with the audit line of this read access.
  expect(await roundTrips(db, () => maker.get(one))).toBe(2)
  // The session is read; a transaction begins and locks the references; the record and its audit line are written; the transaction is committed.
  expect(await roundTrips(db, () => maker.post('/Payer', payerOf(2)))).toBe(4)
  // A change locks its record first. It looks up only the references that change.
  let { UpdateTime } = created
  const change = async (values: RecordValues) => {
    UpdateTime = (await maker.put(one, { UpdateTime, ...values })).data.UpdateTime
  }
  expect(await roundTrips(db, () => change({ Remark: '新備註' }))).toBe(4)
  expect(await roundTrips(db, () => change({ PayerUnitId: 'TRIP2' }))).toBe(5)
  const lines = await db.selectFrom('audit_log').select(['action']).where('resource', '=', 'payer').orderBy('id').execute()
  expect(lines.map(({ action }) => action)).toEqual(['Create', 'View', 'Create', 'Update', 'Update'])
})
