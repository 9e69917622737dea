import { beforeEach, expect, test } from 'vitest'
import { maxQueryRecords } from '../../../src/contract/envelope'
import { insurer, portal, twoCompanies } from '../../support/portal'
import { voucher } from '../../support/schemas/voucher'

// Stop can be applied to a query, Resume only to selected records.
const { as, db, given } = await portal({
  schemas: {
    voucher: {
      ...voucher,
      actions: {
        Stop: { ...voucher.actions.Stop, overQuery: true },
        Resume: { ...voucher.actions.Resume, on: ['row', 'bulk'] },
      },
    },
  },
})
await twoCompanies({ given })
const maker = await as('CustomerMaker')
const other = await as('CustomerMaker', insurer)

const insert = (codes: readonly string[], values = {}) =>
  db
    .insertInto('voucher')
    .values(
      codes.map((voucher_code) => ({
        apply_code: '77001',
        voucher_code,
        voucher_name: '折抵',
        state: 'Active',
        create_user: 'a',
        create_time: new Date(),
        update_time: new Date(),
        update_user: 'a',
        ...values,
      })),
    )
    .execute()

beforeEach(async () => void (await db.deleteFrom('voucher').execute()))

const stopAll = (body: object, by = maker) => by.post('/Ext/Voucher/MultiStop', { Reason: '活動結束', ...body })
const statesOf = async () =>
  Object.fromEntries(
    (await db.selectFrom('voucher').select(['voucher_code', 'state']).execute()).map((row) => [
      row.voucher_code,
      row.state,
    ]),
  )

test('an action over a query applies to the records that it finds, in the order of the list, with a result for each', async () => {
  await insert(['A1', 'A2', 'B1'])
  await insert(['A3'], { state: 'Stopped' })
  const preview = await maker.post('/Ext/Voucher/PreviewMultiStop', {
    Query: { VoucherCode: 'A', SortField: 'VoucherCode' },
  })
  expect(preview.data.Results.map(({ ReturnCode }: { ReturnCode: string }) => ReturnCode)).toEqual([
    '0000',
    '0000',
    '2006',
  ])
  const { data } = await stopAll({ Query: { VoucherCode: 'A', SortField: 'VoucherCode' } })
  expect(data.Results).toMatchObject([
    { ApplyCode: '77001', VoucherCode: 'A1', ReturnCode: '0000' },
    { VoucherCode: 'A2', ReturnCode: '0000' },
    { VoucherCode: 'A3', ReturnCode: '2006' },
  ])
  expect(await statesOf()).toEqual({ A1: 'Stopped', A2: 'Stopped', A3: 'Stopped', B1: 'Active' })
})

test('an action over a query is bound to its preview: what was added or changed since then is not stopped', async () => {
  await insert(['A1', 'A2'])
  const Query = { VoucherCode: 'A' }
  const previewed = async () => (await maker.post('/Ext/Voucher/PreviewMultiStop', { Query })).data.Version
  const first = await previewed()
  await insert(['A3'])
  expect(await stopAll({ Query, Version: first })).toMatchObject({
    code: '2009',
    message: '符合條件的禮券在您確認後有異動，現在是 3 張；沒有處理任何禮券，請重新確認。',
  })
  const second = await previewed()
  await db.updateTable('voucher').set({ update_time: '2026-11-20' }).where('voucher_code', '=', 'A1').execute()
  expect((await stopAll({ Query, Version: second })).code).toBe('2009')
  expect(new Set(Object.values(await statesOf()))).toEqual(new Set(['Active']))
  expect((await stopAll({ Query, Version: await previewed() })).data.Results).toHaveLength(3)
})

test('a query finds only records of the company', async () => {
  await insert(['A1'])
  expect(await stopAll({ Query: {} }, other)).toMatchObject({
    code: '2002',
    message: expect.stringContaining('沒有符合'),
  })
  expect(await statesOf()).toEqual({ A1: 'Active' })
})

test('an invalid query, records beside a query, and a query for another action are refused', async () => {
  await insert(['A1'])
  expect((await stopAll({ Query: { Nope: 'x' } })).errors).toHaveProperty('Nope')
  expect((await stopAll({ Query: 'all' })).errors).toHaveProperty('Query')
  expect((await stopAll({ Query: { VoucherCode: { like: '%' } } })).errors).toHaveProperty('Query')
  expect((await stopAll({ Query: {}, Records: [] })).errors).toHaveProperty('Query')
  expect((await maker.post('/Ext/Voucher/MultiResume', { Query: {} })).errors).toHaveProperty('Query')
  expect(await statesOf()).toEqual({ A1: 'Active' })
})

test('a query that finds too many records changes none', async () => {
  await insert(Array.from({ length: maxQueryRecords + 1 }, (_, index) => `N${index}`))
  expect(await stopAll({ Query: {} })).toMatchObject({ code: '2002', message: expect.stringContaining('1,000 張') })
  expect(new Set(Object.values(await statesOf()))).toEqual(new Set(['Active']))
  const started = performance.now()
  await db.deleteFrom('voucher').where('voucher_code', '=', 'N0').execute()
  expect((await stopAll({ Query: {} })).data.Results).toHaveLength(maxQueryRecords)
  console.info(`1,000 records in ${Math.round(performance.now() - started)} ms`)
}, 60_000)
