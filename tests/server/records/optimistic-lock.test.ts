import { expect, test } from 'vitest'
import { anyTables } from '../../../src/server/database/transaction'
import { portal, twoCompanies } from '../../support/portal'
import { samples } from '../../support/schemas/samples'

const { as, given, db } = await portal()
await twoCompanies({ given })
const [anna, berta] = [await as('CustomerMaker'), await as('CustomerAdmin')]

test('if two users edit one record, the second gets an error and overwrites nothing', async () => {
  const { data } = await anna.post('/fee', samples.fee?.(1))
  expect(await berta.put(`/fee/${data.SerialId}`, { FeeName: '先到', UpdateTime: data.UpdateTime })).toMatchObject({ code: '0000' })
  const late = await anna.put(`/fee/${data.SerialId}`, { FeeName: '後到', UpdateTime: data.UpdateTime })
  expect(late).toMatchObject({ status: 200, code: '2009' })
  expect(late.message).toContain('修改')
  expect((await anna.get(`/fee/${data.SerialId}`)).data.FeeName).toBe('先到')
})

test('of concurrent changes within one tick of the clock exactly one succeeds for each state', async () => {
  const { data } = await anna.post('/fee', samples.fee?.(2))
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => anna.put(`/fee/${data.SerialId}`, { FeeName: `同時 ${n}`, UpdateTime: data.UpdateTime })),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', ...Array(9).fill('2009')])
  const changes = await db.selectFrom('audit_log').select('id').where('action', '=', 'Update').where('record_key', '=', String(data.SerialId)).execute()
  expect(changes).toHaveLength(1)
})

test('a change without UpdateTime is refused', async () => {
  const { data } = await anna.post('/fee', samples.fee?.(3))
  expect(await anna.put(`/fee/${data.SerialId}`, { FeeName: '新' })).toMatchObject({ code: '2001', errors: { UpdateTime: expect.any(String) } })
})

test('a change of a composite key touches exactly one row', async () => {
  await given.payerUnit({ PayerUnitId: 'B1', PayerUnitName: 'B棟' })
  await given.payerUnit({ ApplyCode: '77003', PayerUnitId: 'A1', PayerUnitName: '別家A棟' })
  await given.payerUnit({ PayerUnitId: 'A1', PayerUnitName: 'A棟' })
  const { data } = await anna.get('/PayerUnit/77001/A1')
  expect(await anna.put('/PayerUnit/77001/A1', { PayerUnitName: '改名', UpdateTime: data.UpdateTime })).toMatchObject({ code: '0000' })
  const rows = await anyTables(db)
    .selectFrom('payer_unit')
    .select(['apply_code', 'payer_unit_id', 'payer_unit_name'])
    .orderBy('apply_code')
    .orderBy('payer_unit_id')
    .execute()
  expect(rows.map(({ payer_unit_name: name }) => name)).toEqual(['改名', 'B棟', '別家A棟'])
})
