import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { type Portal, portal, twoCompanies } from '../../support/portal'

/** Counts the statements that this portal sends to the database during the work. */
const statementsOf = async (db: Portal['db'], work: () => Promise<unknown>): Promise<number> => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  // The first statement shows which database it is. Portals of other tests in this process may poll theirs.
  await sql`select ${1}::int`.execute(db)
  await work()
  // All connections to a database server have its name, and an embedded database has one connection.
  const [first, ...databases] = sent.mock.contexts.map((client) =>
    inject('databaseUrl') ? (client as unknown as pg.Client).database : client,
  )
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

test('records are listed, read, created and changed by few statements', async () => {
  const { given, as, db, stopJobs } = await portal()
  // Its polls would be counted.
  await stopJobs()
  await twoCompanies({ given })
  for (const PayerUnitId of ['TRIP1', 'TRIP2']) await given.payerUnit({ ApplyCode: '77001', PayerUnitId })
  const maker = await as('CustomerMaker')
  const { data: created } = await maker.post('/Payer', payerOf(1))
  const one = `/Payer/${created.SerialId}`

  // The session, and the page with the total.
  expect(await statementsOf(db, () => maker.get('/Payer?PageSize=20&PayerUnitId=TRIP1'))).toBe(2)
  // The session, and the record with the audit line of this read access.
  expect(await statementsOf(db, () => maker.get(one))).toBe(2)
  // The session, and a transaction with both references, which are sent together, and the record with its audit line.
  expect(await statementsOf(db, () => maker.post('/Payer', payerOf(2)))).toBe(6)
  // The session, and a transaction that locks the record, reads it, reads a reference if it changes, and writes the
  // record with its audit line.
  let { UpdateTime } = created
  const change = async (values: RecordValues) => {
    UpdateTime = (await maker.put(one, { UpdateTime, ...values })).data.UpdateTime
  }
  expect(await statementsOf(db, () => change({ Remark: '新備註' }))).toBe(6)
  expect(await statementsOf(db, () => change({ PayerUnitId: 'TRIP2' }))).toBe(7)
  const lines = await db
    .selectFrom('audit_log')
    .select(['action'])
    .where('resource', '=', 'payer')
    .orderBy('id')
    .execute()
  expect(lines.map(({ action }) => action)).toEqual(['Create', 'View', 'Create', 'Update', 'Update'])
})
