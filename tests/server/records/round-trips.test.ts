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

// No other test on this database uses these units: it would have looked them up before.
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
  const paths = { list: '/Payer?PageSize=20&PayerUnitId=TRIP1', one: `/Payer/${created.SerialId}` }
  // The first list of a session is sent after its session was read.
  await maker.get(paths.list)

  // The statement of a first page requires that the session has not changed, and so does the statement that reads a payer and writes an audit line.
  expect(await roundTrips(db, () => maker.get(paths.list))).toBe(1)
  expect(await roundTrips(db, () => maker.get(paths.one))).toBe(1)
  // An empty page does not show whether the session has changed, so it is read again together with the check of the session.
  expect(await roundTrips(db, () => maker.get('/Payer?PageSize=20&PayerUnitId=TRIP2'))).toBe(2)
  // The statement that writes the record and its audit line requires that the session and the references have not changed since the first creation.
  expect(await roundTrips(db, () => maker.post('/Payer', payerOf(2)))).toBe(1)
  // References that no creation has used before are looked up first, together with the check of the session.
  expect(await roundTrips(db, () => maker.post('/Payer', { ...payerOf(3), PayerUnitId: 'TRIP2' }))).toBe(2)
  // The check of the session is sent together with the statement of a later page.
  expect(await roundTrips(db, () => maker.get('/Payer?PageSize=1&PageNo=2'))).toBe(1)
  // The former record, and the change with its audit line and the commit; a changed reference is looked up in between.
  let { UpdateTime } = created
  const change = async (values: RecordValues) => {
    UpdateTime = (await maker.put(paths.one, { UpdateTime, ...values })).data.UpdateTime
  }
  expect(await roundTrips(db, () => change({ Remark: '新備註', PayerUnitId: 'TRIP1' }))).toBe(2)
  expect(await roundTrips(db, () => change({ PayerUnitId: 'TRIP2' }))).toBe(3)
  const lines = await db.selectFrom('audit_log').select(['action']).where('resource', '=', 'payer').orderBy('id').execute()
  expect(lines.map(({ action }) => action)).toEqual(['Create', 'View', 'Create', 'Create', 'Update', 'Update'])
})
