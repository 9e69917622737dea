import { describe, expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'
import { samples } from '../../support/schemas/samples'

const { as, given } = await portal()
await twoCompanies({ given })
const maker = await as('CustomerMaker')

describe('unique', () => {
  test('an existing code is refused at its field', async () => {
    await maker.post('/fee', samples.fee?.(1))
    const again = await maker.post('/fee', samples.fee?.(1))
    expect(again).toMatchObject({ status: 200, code: '2003', errors: { FeeCode: expect.stringContaining('S1') } })
  })

  test('an existing composite key is refused at its last part', async () => {
    await maker.post('/PayerUnit', samples.PayerUnit?.(1))
    expect(await maker.post('/PayerUnit', samples.PayerUnit?.(1))).toMatchObject({
      code: '2003',
      errors: { PayerUnitId: expect.any(String) },
    })
  })

  test('of many concurrent requests that add the same code, one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => maker.post('/fee', samples.fee?.(2))))
    expect(answers.map(({ code }) => code).sort()).toEqual(['0000', ...Array(7).fill('2003')])
  })

  test('the number of an inactive payer can be used again', async () => {
    const { data } = await maker.post('/Payer', samples.Payer?.(1))
    expect(await maker.post('/Payer', { ...samples.Payer?.(2), PayerNo: '000001' })).toMatchObject({
      code: '2003',
      errors: { PayerNo: expect.any(String) },
    })
    await maker.put(`/Payer/${data.SerialId}`, { PayerStatus: 'Inactive', UpdateTime: data.UpdateTime })
    expect(await maker.post('/Payer', { ...samples.Payer?.(2), PayerNo: '000001' })).toMatchObject({ code: '0000' })
  })
})

describe('bad input', () => {
  test.each([
    ['an amount beyond its bounds', 'fee', { DefaultAmount: 10_000_000 }, 'DefaultAmount'],
    ['an amount with a fraction', 'fee', { DefaultAmount: 1.5 }, 'DefaultAmount'],
    ['an amount beyond exact numbers', 'fee', { DefaultAmount: 1e21 }, 'DefaultAmount'],
    ['a negative place', 'fee', { SortNo: -1 }, 'SortNo'],
    ['an over-long text', 'fee', { FeeName: '費'.repeat(21) }, 'FeeName'],
    ['an object for a text', 'fee', { FeeName: { $ne: '' } }, 'FeeName'],
    ['a list for a text', 'fee', { FeeName: ['a'] }, 'FeeName'],
    ['a code that no enum has', 'fee', { FeeStatus: 'Unknown' }, 'FeeStatus'],
    ['a required text that is blank', 'fee', { FeeName: '  ' }, 'FeeName'],
    ['a day that no calendar has', 'BillTerm', { PaymentEndDate: '2026-02-30' }, 'PaymentEndDate'],
    ['an end before the start', 'BillTerm', { PaymentEndDate: '2026-10-31' }, 'PaymentEndDate'],
    ['a term number of the wrong length', 'BillTerm', { BillTermNo: '123' }, 'BillTermNo'],
    ['a reference to nothing', 'BillTerm', { BillCategoryCode: 'NONE' }, 'BillCategoryCode'],
    ['a row that refers to nothing', 'BillTerm', { FeeItems: [{ FeeCode: 'NONE', Amount: 1 }] }, 'FeeItems.0.FeeCode'],
    [
      'a row whose amount is no number',
      'BillTerm',
      { FeeItems: [{ FeeCode: 'S1', Amount: 'x' }] },
      'FeeItems.0.Amount',
    ],
    ['a channel outside the agreement', 'BillCategory', { Channels: ['01', '15'] }, 'Channels'],
    ['a fee bearer other than the market item says', 'BillCategory', { FeeBearType: 'Increase' }, 'FeeBearType'],
    ['an id number with a wrong check digit', 'Payer', { IdNo: 'A123456788' }, 'IdNo'],
    ['a text message without a mobile', 'Payer', { NotifyMethod: ['SMS'], Mobile: '' }, 'Mobile'],
    ['a way of notice together with none', 'Payer', { NotifyMethod: ['Email', 'None'] }, 'NotifyMethod'],
    ['a UniformNo as ApplyCode', 'Payer', { ApplyCode: '90000017' }, 'ApplyCode'],
  ])('%s is refused at its field', async (_, controller, wrong, field) => {
    const answer = await maker.post(`/${controller}`, { ...samples[controller]?.(50), ...wrong })
    expect(answer).toMatchObject({ status: 200, code: '2002' })
    expect(Object.keys(answer.errors)).toContain(field)
    expect(answer.message).not.toBe('')
  })

  test.each([[null], [[]], ['"text"'], [1]])('a body that is %j is not a record', async (body) => {
    expect((await maker.request('POST', '/fee', { body: body ?? 'null' })).status).toBe(400)
  })

  test.each(['0', '-1', 'abc', '9007199254740993', '1%00', "1' or '1'='1", '99999999999999999999999999'])(
    'the id %s is not found',
    async (id) => {
      expect(await maker.get(`/fee/${encodeURIComponent(decodeURIComponent(id))}`)).toMatchObject({
        status: 404,
        code: '2004',
      })
    },
  )

  test('a field that a condition hides is cleared', async () => {
    await given.record('Bank', { BankCode: '008', BankName: '華南商業銀行' })
    const debit = { PayerType: 'Account', DebitBankCode: '008', DebitAccount: '123456789012', DebitIdNo: 'A123456789' }
    const { data, errors } = await maker.post('/Payer', { ...samples.Payer?.(60), ...debit })
    expect(errors).toEqual({})
    const changed = await maker.put(`/Payer/${data.SerialId}`, { PayerType: 'Normal', UpdateTime: data.UpdateTime })
    expect(changed.data).toMatchObject({ DebitBankCode: null, DebitAccount: null, DebitIdNo: null })
  })
})

describe('the parts of an account', () => {
  test('the number of a term cannot be changed once the term has an active bill, its other values can', async () => {
    const { SerialId } = await given.billTerm({ BillTermId: 'PARTS', BillTermNo: '81' })
    const change = async (values: object) => {
      const { data } = await maker.get(`/BillTerm/${SerialId}`)
      return maker.put(`/BillTerm/${SerialId}`, { ...values, UpdateTime: data.UpdateTime })
    }
    expect(await change({ BillTermNo: '82' })).toMatchObject({ code: '0000', data: { BillTermNo: '82' } })
    await given.bill({ BillTermId: 'PARTS', VACAccount: '77001820000011', BillState: 'Void' })
    expect(await change({ BillTermNo: '83' })).toMatchObject({ code: '0000' })
    await given.bill({ BillTermId: 'PARTS', VACAccount: '77001830000014' })
    expect(await change({ BillTermNo: '84' })).toMatchObject({
      code: '2002',
      errors: { BillTermNo: '期別編號目前不可修改。' },
    })
    expect(await change({ BillTermName: '改名', BillTermNo: '83' })).toMatchObject({
      code: '0000',
      data: { BillTermNo: '83', BillTermName: '改名' },
    })
  })

  test('the number of a payer cannot be changed once an active bill contains it', async () => {
    const { SerialId } = await given.payer({ PayerId: 'PARTS', PayerNo: '008101' })
    const change = async (PayerNo: string) => {
      const { data } = await maker.get(`/Payer/${SerialId}`)
      return maker.put(`/Payer/${SerialId}`, { PayerNo, UpdateTime: data.UpdateTime })
    }
    expect(await change('008102')).toMatchObject({ code: '0000' })
    await given.bill({ PayerId: 'PARTS', PayerNo: '008102', VACAccount: '77001260081022' })
    expect(await change('008103')).toMatchObject({ code: '2002', errors: { PayerNo: '繳款人編號目前不可修改。' } })
  })
})

describe('delete', () => {
  test('of a category that terms use is refused, and the message names what uses it', async () => {
    const category = await given.billCategory({ BillCategoryCode: 'USED' })
    await given.billTerm({ BillTermId: 'USES', BillTermNo: '77', BillCategoryCode: 'USED' })
    const answer = await maker.delete(`/BillCategory/${category.SerialId}`)
    expect(answer).toMatchObject({ status: 200, code: '2005' })
    expect(answer.message).toBe('還有 1 個代收期別使用這個代收類別，不能刪除；不再使用時請將狀態改為「停用」。')
  })

  test('of a term with bills is refused, and the message names the state to use instead', async () => {
    const term = await given.billTerm({ BillTermId: 'BILLED', BillTermNo: '79' })
    await given.bill({ BillTermId: 'BILLED', BillNo: 'BILLED-1', VACAccount: '77001790000001' })
    const answer = await maker.delete(`/BillTerm/${term.SerialId}`)
    expect(answer.message).toBe('還有 1 張帳單使用這個代收期別，不能刪除；不再使用時請將期別狀態改為「結案」。')
  })

  test('of a fee in the items of a term is refused; the same code under another ApplyCode does not count', async () => {
    const fee = await given.fee({ FeeCode: 'INROWS' })
    const term = await given.billTerm({
      ApplyCode: '77003',
      BillTermId: 'R3',
      FeeItems: [{ FeeCode: 'INROWS', Amount: 1 }],
    })
    await given.billTerm({ BillTermId: 'R1', BillTermNo: '78', FeeItems: [{ FeeCode: 'INROWS', Amount: 1 }] })
    expect(await maker.delete(`/fee/${fee.SerialId}`)).toMatchObject({
      code: '2005',
      message: expect.stringContaining('還有 1 個代收期別使用這個繳費項目'),
    })
    expect(term).toBeDefined()
  })

  test('concurrent with a new reference to the record never leaves a reference to a deleted record', async () => {
    for (let n = 0; n < 10; n++) {
      const category = await given.billCategory({ BillCategoryCode: `RACE${n}` })
      const fee = { ...samples.fee?.(500 + n), BillCategoryCode: `RACE${n}` }
      const [removed, added] = await Promise.all([
        maker.delete(`/BillCategory/${category.SerialId}`),
        maker.post('/fee', fee),
      ])
      expect([removed.code, added.code].sort()).toEqual(['0000', removed.code === '0000' ? '2002' : '2005'])
    }
  })

  test('MultiDelete returns a result for each record', async () => {
    const [free, used] = [await given.payer({ PayerId: 'FREE' }), await given.payer({ PayerId: 'USED' })]
    await given.bill({ PayerId: 'USED' })
    const SerialIds = [free.SerialId, used.SerialId, 987_654]
    const preview = (await maker.post('/Ext/Payer/PreviewMultiDelete', { SerialIds })).data
    expect((await maker.get(`/Payer/${free.SerialId}`)).code).toBe('0000')
    const { data } = await maker.delete('/Payer/MultiDelete', { SerialIds })
    expect(preview).toEqual(data)
    expect(data.Results.map(({ ReturnCode }: { ReturnCode: string }) => ReturnCode)).toEqual(['0000', '2005', '2004'])
  })

  test.each([{}, { SerialIds: [] }, { SerialIds: 'all' }, { SerialIds: [{}] }, { SerialIds: Array(501).fill(1) }])(
    'MultiDelete refuses a list that is none',
    async (body) => {
      expect(await maker.delete('/Payer/MultiDelete', body)).toMatchObject({
        code: '2002',
        errors: { SerialIds: expect.any(String) },
      })
    },
  )
})

describe('payer units', () => {
  test('have at most three levels and no cycle', async () => {
    const unit = (PayerUnitId: string, ParentUnitId?: string) =>
      maker.post('/PayerUnit', { ...samples.PayerUnit?.(1), PayerUnitId, ParentUnitId })
    for (const [id, parent] of [['L1'], ['L2', 'L1'], ['L3', 'L2']] as const)
      expect((await unit(id, parent)).code).toBe('0000')
    expect(await unit('L4', 'L3')).toMatchObject({
      code: '2002',
      errors: { ParentUnitId: expect.stringContaining('3 層') },
    })
    const top = (await maker.get('/PayerUnit/77001/L1')).data
    expect(await maker.put('/PayerUnit/77001/L1', { ParentUnitId: 'L3', UpdateTime: top.UpdateTime })).toMatchObject({
      code: '2002',
      errors: { ParentUnitId: expect.any(String) },
    })
    expect(await maker.put('/PayerUnit/77001/L1', { ParentUnitId: 'L1', UpdateTime: top.UpdateTime })).toMatchObject({
      code: '2002',
    })
    await unit('TOP')
    expect(await maker.put('/PayerUnit/77001/L1', { ParentUnitId: 'TOP', UpdateTime: top.UpdateTime })).toMatchObject({
      code: '2002',
    })
  })
})

describe('codes', () => {
  test('cannot be changed after creation', async () => {
    const { data } = await maker.post('/Payer', samples.Payer?.(70))
    expect(await maker.put(`/Payer/${data.SerialId}`, { PayerId: 'OTHER', UpdateTime: data.UpdateTime })).toMatchObject(
      {
        code: '2002',
        errors: { PayerId: expect.any(String) },
      },
    )
  })
})

test('a record without its agreement is refused at that field', async () => {
  const { code, errors } = await maker.post('/BillTerm', {})
  expect({ code, ApplyCode: errors.ApplyCode }).toEqual({ code: '2002', ApplyCode: '請選擇委託單位代號。' })
})
