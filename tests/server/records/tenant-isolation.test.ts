import { describe, expect, test } from 'vitest'
import { insurer, portal, twoCompanies } from '../../support/portal'
import { listPath, recordPath, samples } from '../../support/schemas/samples'

const { as, given, db, request } = await portal()
await twoCompanies({ given })
const own = await as('CustomerAdmin')
const foreign = await as('CustomerAdmin', insurer)
const rowsOf = async (table: string) =>
  JSON.stringify(await db.selectFrom(table).selectAll().orderBy('create_time').execute())

describe.each([
  ['fee', 'fee'],
  ['BillCategory', 'bill_category'],
  ['BillTerm', 'bill_term'],
  ['PayerUnit', 'payer_unit'],
  ['Payer', 'payer'],
])('%s of another company', (controller, table) => {
  test('has byte for byte the response of one that does not exist, and stays unchanged', async () => {
    const { data } = await own.post(`/${controller}`, samples[controller]?.(1))
    const theirs = recordPath(controller, data)
    const nowhere = recordPath(controller, { ApplyCode: '77001', PayerUnitId: 'ZZ', SerialId: 987_654 })
    const before = await rowsOf(table)
    for (const [method, body] of [
      ['GET'],
      ['PUT', { UpdateTime: data.UpdateTime, Remark: 'x' }],
      ['DELETE'],
    ] as const) {
      const theirAnswer = await foreign.request(method, theirs, { body })
      expect(theirAnswer).toMatchObject({ status: 404, code: '2004' })
      expect(theirAnswer.text).toBe((await foreign.request(method, nowhere, { body })).text)
    }
    expect(await rowsOf(table)).toBe(before)
    expect((await own.get(theirs)).status).toBe(200)
  })

  test('is in no list, whatever the query, the header or the filter contains', async () => {
    await own.post(`/${controller}`, samples[controller]?.(2))
    const list = await foreign.get(listPath(controller), { ApplyCode: '77001' })
    expect(list.data).toMatchObject({ Items: [], TotalCount: 0 })
    const all = await request('GET', listPath(controller), { token: foreign.token, headers: { UniformNo: '90000017' } })
    expect(all.data.Items.filter(({ ApplyCode }: { ApplyCode: string }) => ApplyCode !== '77003')).toEqual([])
  })

  test('cannot be created by sending its ApplyCode', async () => {
    const answer = await foreign.post(`/${controller}`, samples[controller]?.(3))
    expect(answer).toMatchObject({ status: 200, code: '2002', errors: { ApplyCode: expect.any(String) } })
  })
})

test('a reference to a record of another company is treated as a reference to a missing record', async () => {
  await given.billCategory({ BillCategoryCode: 'ONLY1' })
  const answer = await foreign.post('/fee', { ...samples.fee?.(9), ApplyCode: '77003', BillCategoryCode: 'ONLY1' })
  expect(answer).toMatchObject({ code: '2002', errors: { BillCategoryCode: expect.stringContaining('ONLY1') } })
})

test('MultiDelete leaves records of other companies unchanged', async () => {
  const { data } = await own.post('/Payer', samples.Payer?.(7))
  const answer = await foreign.delete('/Payer/MultiDelete', { SerialIds: [data.SerialId] })
  expect(answer.data).toEqual({
    Results: [{ SerialId: data.SerialId, ReturnCode: '2004', ReturnMsg: expect.any(String) }],
  })
  expect((await foreign.post('/Ext/Payer/PreviewMultiDelete', { SerialIds: [data.SerialId] })).data).toEqual(
    answer.data,
  )
  expect((await own.get(`/Payer/${data.SerialId}`)).status).toBe(200)
})

test("select options contain only the company's own records", async () => {
  await given.payerUnit({ PayerUnitId: 'OURS' })
  const { data } = await foreign.get('/Payer/GetAllSelectList')
  expect(data.ApplyCode).toEqual([{ Value: '77003', Text: '77003 示範保費' }])
  expect(JSON.stringify(data)).not.toContain('OURS')
})

test('a user sees the ApplyCodes of the user, not all of the company', async () => {
  await given.agreement({ ApplyCode: '77009' })
  await given.fee({ ApplyCode: '77009', FeeCode: 'HIDDEN' })
  expect((await own.get('/fee', { FeeCode: 'HIDDEN' })).data.TotalCount).toBe(0)
  const wider = await as('CustomerMaker', { ApplyCodes: ['77001', '77009'] })
  expect((await wider.get('/fee', { FeeCode: 'HIDDEN' })).data.TotalCount).toBe(1)
})
