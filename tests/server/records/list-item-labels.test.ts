import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'

const { as, given, db } = await portal()
await twoCompanies({ given })
const maker = await as('CustomerMaker')

test('references in list items have their labels under the path of each', async () => {
  await given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  await given.fee({ FeeCode: 'F02', FeeName: '車位清潔費' })
  const term = await given.billTerm({
    BillTermId: '2027-01',
    FeeItems: [
      { FeeCode: 'F02', Amount: 500 },
      { FeeCode: 'F01', Amount: 1000 },
      { FeeCode: 'GONE', Amount: 1 },
    ],
  })
  const { data } = await maker.get(`/BillTerm/${term.SerialId}`)
  expect(data.Labels).toMatchObject({ 'FeeItems.0.FeeCode': 'F02 車位清潔費', 'FeeItems.1.FeeCode': 'F01 管理費' })
  expect(data.Labels).not.toHaveProperty('FeeItems.2.FeeCode')
  const changed = await maker.put(`/BillTerm/${term.SerialId}`, {
    FeeItems: [{ FeeCode: 'F01', Amount: 900 }],
    UpdateTime: data.UpdateTime,
  })
  expect(changed.data.Labels).toMatchObject({ 'FeeItems.0.FeeCode': 'F01 管理費' })
})

test('a record of another company with the same code is not used for a label', async () => {
  await given.fee({ ApplyCode: '77003', FeeCode: 'F77', FeeName: '別家的費用' })
  const term = await given.billTerm({
    BillTermId: '2027-02',
    BillTermNo: '02',
    FeeItems: [{ FeeCode: 'F77', Amount: 500 }],
  })
  expect((await maker.get(`/BillTerm/${term.SerialId}`)).data.Labels).not.toHaveProperty('FeeItems.0.FeeCode')
})

test('a written record has the labels of its present references, in the response and in its audit line', async () => {
  await given.payerUnit({ PayerUnitId: 'U01', PayerUnitName: '第一單位' })
  await given.payerUnit({ PayerUnitId: 'U02', PayerUnitName: '第二單位' })
  const agreement = { ApplyCode: '77001 示範社區管理費' }
  const body = {
    ApplyCode: '77001',
    PayerUnitId: 'U01',
    PayerId: 'LABEL',
    PayerNo: '000777',
    PayerName: '王小明',
    PayerType: 'Normal',
    PayerStatus: 'Active',
  }
  let { data } = await maker.post('/Payer', body)
  expect(data.Labels).toEqual({ ...agreement, PayerUnitId: 'U01 第一單位' })
  for (const [change, labels] of [
    [{ Remark: '備註' }, { ...agreement, PayerUnitId: 'U01 第一單位' }],
    [{ PayerUnitId: 'U02' }, { ...agreement, PayerUnitId: 'U02 第二單位' }],
    [{ PayerUnitId: null }, agreement],
  ]) {
    data = (await maker.put(`/Payer/${data.SerialId}`, { ...change, UpdateTime: data.UpdateTime })).data
    expect(data.Labels).toEqual(labels)
    expect((await maker.get(`/Payer/${data.SerialId}`)).data.Labels).toEqual(labels)
    const line = await db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'Update')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(line?.after).toMatchObject({ Labels: labels })
  }
})
