import { type RawBuilder, sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { anyTables } from '../../../src/server/database/transaction'
import { callDuring } from '../../support/database/call-during'
import { portal, twoCompanies } from '../../support/portal'
import { samples } from '../../support/schemas/samples'

const { as, given, db } = await portal()
await twoCompanies({ given })
const [anna, berta] = [await as('CustomerMaker'), await as('CustomerAdmin')]

test('if two users edit one record, the second gets an error and overwrites nothing', async () => {
  const { data } = await anna.post('/fee', samples.fee?.(1))
  expect(await berta.put(`/fee/${data.SerialId}`, { FeeName: '先到', UpdateTime: data.UpdateTime })).toMatchObject({
    code: '0000',
  })
  const late = await anna.put(`/fee/${data.SerialId}`, { FeeName: '後到', UpdateTime: data.UpdateTime })
  expect(late).toMatchObject({ status: 200, code: '2009' })
  expect(late.message).toContain('修改')
  expect((await anna.get(`/fee/${data.SerialId}`)).data.FeeName).toBe('先到')
})

test('of concurrent changes within one tick of the clock exactly one succeeds for each state', async () => {
  const { data } = await anna.post('/fee', samples.fee?.(2))
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      anna.put(`/fee/${data.SerialId}`, { FeeName: `同時 ${n}`, UpdateTime: data.UpdateTime }),
    ),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', ...Array(9).fill('2009')])
  const changes = await db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'Update')
    .where('record_key', '=', String(data.SerialId))
    .execute()
  expect(changes).toHaveLength(1)
})

test('a change without UpdateTime is refused', async () => {
  const { data } = await anna.post('/fee', samples.fee?.(3))
  expect(await anna.put(`/fee/${data.SerialId}`, { FeeName: '新' })).toMatchObject({
    code: '2001',
    errors: { UpdateTime: expect.any(String) },
  })
})

test('a change of a composite key touches exactly one row', async () => {
  await given.payerUnit({ PayerUnitId: 'B1', PayerUnitName: 'B棟' })
  await given.payerUnit({ ApplyCode: '77003', PayerUnitId: 'A1', PayerUnitName: '別家A棟' })
  await given.payerUnit({ PayerUnitId: 'A1', PayerUnitName: 'A棟' })
  const { data } = await anna.get('/PayerUnit/77001/A1')
  expect(await anna.put('/PayerUnit/77001/A1', { PayerUnitName: '改名', UpdateTime: data.UpdateTime })).toMatchObject({
    code: '0000',
  })
  const rows = await anyTables(db)
    .selectFrom('payer_unit')
    .select(['apply_code', 'payer_unit_id', 'payer_unit_name'])
    .orderBy('apply_code')
    .orderBy('payer_unit_id')
    .execute()
  expect(rows.map(({ payer_unit_name: name }) => name)).toEqual(['改名', 'B棟', '別家A棟'])
})

// Locks need several connections; the embedded database has one.
const onServer = test.runIf(inject('databaseUrl') !== '')

onServer.each<readonly [string, RawBuilder<unknown>, object]>([
  ['changes', sql`update fee set fee_name = '先到', update_time = now() where fee_code = 'F900'`, { code: '2009' }],
  ['deletes', sql`delete from fee where fee_code = 'F900'`, { status: 404 }],
])('a change of a record that somebody else %s at the same time is refused', async (_, other, refusal) => {
  const { SerialId } = await given.fee({ FeeCode: 'F900', FeeName: '原名' })
  const { UpdateTime } = (await anna.get(`/fee/${SerialId}`)).data
  expect(
    await callDuring(db, other, () => anna.put(`/fee/${SerialId}`, { FeeName: '後到', UpdateTime })),
  ).toMatchObject(refusal)
  const names = await anyTables(db).selectFrom('fee').select('fee_name').where('fee_code', '=', 'F900').execute()
  expect(names.filter(({ fee_name: name }) => name !== '先到')).toEqual([])
  await sql`delete from fee where fee_code = 'F900'`.execute(db)
})

onServer(
  'a change is written if its record changes at the same time without a new UpdateTime, as a recomputation does',
  async () => {
    const { SerialId } = await given.fee({ FeeCode: 'F901', FeeName: '原名', SortNo: 1 })
    const { UpdateTime } = (await anna.get(`/fee/${SerialId}`)).data
    const recomputed = sql`update fee set sort_no = 7 where fee_code = 'F901'`
    const answer = await callDuring(db, recomputed, () => anna.put(`/fee/${SerialId}`, { FeeName: '新名', UpdateTime }))
    expect(answer).toMatchObject({ code: '0000', data: { FeeName: '新名', SortNo: 7 } })
    const lines = await db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'Update')
      .where('record_key', '=', String(SerialId))
      .execute()
    expect(lines).toHaveLength(1)
  },
)

onServer('a field that is locked because of other records waits for those that are being created', async () => {
  const payer = await given.payer({ PayerId: 'P900', PayerNo: '000900' })
  await given.bill({ PayerId: 'P900', PayerNo: '000900', BillState: 'Void' })
  // As a new bill, it locks its payer.
  const created = sql`
    with locked as (select 1 from payer where payer_id = 'P900' for share)
    update bill set bill_state = 'Active' where payer_id = 'P900' and exists (select from locked)`
  const { UpdateTime } = (await anna.get(`/Payer/${payer.SerialId}`)).data
  const change = (values: object) => anna.put(`/Payer/${payer.SerialId}`, { UpdateTime, ...values })
  expect(await callDuring(db, created, () => change({ PayerNo: '000901' }))).toMatchObject({
    code: '2002',
    errors: { PayerNo: expect.any(String) },
  })
  expect(await change({ Remark: '備註' })).toMatchObject({ code: '0000', data: { PayerNo: '000900' } })
})
