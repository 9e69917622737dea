import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { portal } from '../../support/portal'
import { twoCompaniesWithTerms } from '../imports/uploads'

// Locks need several connections; the embedded database has one.
const onServer = test.runIf(inject('databaseUrl') !== '')

const opened = async () => {
  const here = await portal()
  await twoCompaniesWithTerms(here)
  const maker = await here.as('CustomerMaker')
  const someoneWaits = sql<{ found: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as found`
  const waiting = () => expect.poll(async () => (await someoneWaits.execute(here.db)).rows[0]?.found).toBe(true)
  return { here, maker, waiting }
}

onServer('a change of a bill waits for the end of a change of its term without holding the bill', async () => {
  const { here, maker, waiting } = await opened()
  const { SerialId } = await here.given.bill({ PayerNo: '000123', VACAccount: '77001260001235' })
  const { data } = await maker.get(`/Bills/${SerialId}`)
  const { changed } = await here.db.transaction().execute(async (trx) => {
    await sql`select from bill_term where apply_code = '77001' for update`.execute(trx)
    const change = maker.put(`/Bills/${SerialId}`, { UpdateTime: data.UpdateTime, Remark: '已電話通知' })
    await waiting()
    // Closing the term then changes the bill.
    await sql`select from bill where serial_id = ${Number(SerialId)} for update nowait`.execute(trx)
    return { changed: change }
  })
  expect(await changed).toMatchObject({ code: '0000', data: { Remark: '已電話通知' } })
})

onServer('closing a term locks its bills in the order of their keys', async () => {
  const { here, maker, waiting } = await opened()
  const first = Number((await here.given.bill({ VACAccount: '77001260000010' })).SerialId)
  const second = Number((await here.given.bill({ VACAccount: '77001260000028' })).SerialId)
  // A change of an indexed value moves a row behind the other one, in the table and in its indexes.
  await sql`update bill set vac_account = '77001260000036' where serial_id = ${first}`.execute(here.db)
  const { serial_id } = await here.db
    .selectFrom('bill_term')
    .select('serial_id')
    .where('apply_code', '=', '77001')
    .executeTakeFirstOrThrow()
  const { data } = await maker.get(`/BillTerm/${serial_id}`)
  const { closed } = await here.db.transaction().execute(async (trx) => {
    await sql`select from bill where serial_id = ${first} for update`.execute(trx)
    const close = maker.put(`/BillTerm/${serial_id}`, { UpdateTime: data.UpdateTime, TermStatus: 'Closed' })
    await waiting()
    await sql`select from bill where serial_id = ${second} for update nowait`.execute(trx)
    return { closed: close }
  })
  expect((await closed).code).toBe('0000')
  expect(await here.db.selectFrom('bill').select('account_state').execute()).toEqual([
    { account_state: 'Released' },
    { account_state: 'Released' },
  ])
})
