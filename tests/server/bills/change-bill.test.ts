import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayCode } from '../../../src/domain/dates/roc-date'
import type { RecordValues } from '../../../src/schema/language/language'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal } from '../../support/portal'
import { csv } from '../imports/files'
import { header, imported, plain, twoCompaniesWithTerms } from '../imports/uploads'

let here: Portal
let maker: Client

beforeEach(async () => {
  here = await portal()
  await twoCompaniesWithTerms(here)
  await here.given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  maker = await here.as('CustomerMaker')
})

const created = async (values: RecordValues = {}): Promise<RecordValues> => {
  const { code, data, message } = await maker.post('/Bills', {
    ApplyCode: '77001',
    BillTermId: '2026-11',
    PayerNo: '000123',
    PayerName: '王大明',
    FeeItems: [{ FeeCode: 'F01', FeeName: '管理費', Amount: 1000 }],
    ...values,
  })
  if (code !== '0000') throw new Error(message)
  return data
}

const update = (bill: RecordValues, values: RecordValues, client = maker) =>
  client.put(`/Bills/${bill.SerialId}`, { UpdateTime: bill.UpdateTime, ...values })
const change = (table: string, values: string) => sql.raw(`update ${table} set ${values}`).execute(here.db)
const pay = (bill: RecordValues, amount = 1000) =>
  here.db
    .insertInto('payment')
    .values({
      detail_id: `D${bill.SerialId}`,
      bill_serial_id: Number(bill.SerialId),
      amount,
      paid_time: '2026-11-20',
      channel_id: '06',
      receipt_no: 'R1',
    })
    .execute()
const items = (Amount: number) => [{ FeeCode: 'F01', FeeName: '管理費', Amount }]

describe('a change recomputes the barcodes, and the account by its scheme', () => {
  test('account and amount', async () => {
    await change('agreement', `vac_length = 16, term_no_len = 2, payer_no_len = 8, vac_check_type = 'AccountAmount'`)
    const bill = await created({ PayerNo: '00012345', FeeItems: items(25_000) })
    expect(bill.VACAccount).toBe('7700126000123451')
    const { data } = await update(bill, { FeeItems: items(25_001) })
    expect(data).toMatchObject({
      VACAccount: '7700126000123454',
      ShouldPayAmount: 25_001,
      PostBarcodes: [expect.anything(), expect.anything(), '00025001'],
    })
  })

  test('deadline', async () => {
    await change('agreement', `term_no_len = 0, payer_no_len = 4, vac_check_type = 'AccountDue'`)
    const bill = await created({ PayerNo: '0001' })
    expect(bill.VACAccount).toBe('77001533400011')
    const { data } = await update(bill, { PaymentEndDate: '2026-12-31' })
    expect(data.VACAccount).toContain(`77001${dayCode('2026-12-31')}0001`)
    expect(data.MarketBarcodes[0]).toBe('1512317A1')
  })

  test('payer and term', async () => {
    await here.given.billTerm({ BillTermId: '2026-12', BillTermNo: '27' })
    await here.given.payer({ PayerId: 'A1-0502', PayerNo: '000502', Mobile: '0987654321' })
    const bill = await created({ Mobile: '0912345678' })
    const { data } = await update(bill, { BillTermId: '2026-12', PayerId: 'A1-0502', PayerName: '林小華' })
    expect(data).toMatchObject({
      PayerNo: '000502',
      Mobile: '0987654321',
      VACAccount: expect.stringMatching(/^7700127000502\d$/),
    })
  })

  test('except an account that the company chose, which must fit the new values', async () => {
    await change('agreement', `allow_own_vac = true`)
    const bill = await created({ VACAccount: '77001000000010' })
    expect((await update(bill, { FeeItems: items(900) })).data).toMatchObject({
      VACAccount: '77001000000010',
      ShouldPayAmount: 900,
    })
    await change('agreement', `vac_check_type = 'AccountAmount'`)
    const { data } = await maker.get(`/Bills/${bill.SerialId}`)
    expect(await update(data, { FeeItems: items(901) })).toMatchObject({
      code: '2008',
      errors: { VACAccount: '銷帳編號的檢查碼與帳號、應繳金額不符，請核對後更正。' },
    })
    expect((await update(data, { FeeItems: items(901), VACAccount: null })).data.VACAccount).toMatch(
      /^7700126000123\d$/,
    )
  })

  test('and is refused if another bill has the new account', async () => {
    await created()
    const other = await created({ PayerNo: '000124' })
    expect(await update(other, { PayerNo: '000123' })).toMatchObject({
      code: '2003',
      errors: { VACAccount: '虛擬帳號 77001260001235 已由帳單 B202611-000001 使用，請先將該帳單作廢。' },
    })
  })
})

describe('a bill in a file of direct debits without an answer', () => {
  test('keeps its amount, account and payer', async () => {
    await here.given.payer({ PayerId: 'A1-0501', PayerNo: '000501' })
    const bill = await created()
    await change('bill', `debit_export_time = now()`)
    for (const values of [{ FeeItems: items(900) }, { PayerNo: '000124' }, { PayerId: 'A1-0501' }])
      expect(await update(bill, values)).toMatchObject({
        code: '2006',
        message: '帳單已匯出約定扣款，尚未回覆；請等回覆後再修改金額、虛擬帳號或繳款人。',
      })
    expect((await update(bill, { Remark: '已電話通知' })).data).toMatchObject({
      Remark: '已電話通知',
      ShouldPayAmount: 1000,
    })
  })
})

describe('a change is validated only for what it changes', () => {
  test('an overdue bill in a closed term and an inactive category, with an inactive fee and payer, keeps these', async () => {
    await here.given.payer({ PayerId: 'A1-0501', PayerNo: '000123' })
    const bill = await created({ PayerId: 'A1-0501' })
    await change('bill_term', `term_status = 'Closed'`)
    await change('bill_category', `category_status = 'Inactive'`)
    await change('fee', `fee_status = 'Inactive'`)
    await change('payer', `payer_status = 'Inactive'`)
    here.clock.advance({ days: 20 })
    maker = await here.as('CustomerMaker')
    expect((await update(bill, { Remark: '已電話通知', FeeItems: items(900) })).data).toMatchObject({
      Remark: '已電話通知',
      AccountState: 'Released',
    })
  })

  test('direct debit is kept for the same payer, and must be authorized by another one', async () => {
    await here.given.payer({
      PayerId: 'A1-0501',
      PayerNo: '000501',
      PayerType: 'Account',
      DebitAuthStatus: 'Authorized',
    })
    await here.given.payer({ PayerId: 'A1-0502', PayerNo: '000502' })
    const bill = await created({ PayerId: 'A1-0501', PayerNo: '000501' })
    await change('payer', `debit_auth_status = 'None'`)
    const { data } = await update(bill, { Remark: '已電話通知', DebitFlag: true })
    expect(data.DebitFlag).toBe(true)
    expect(await update(data, { PayerId: 'A1-0502', PayerNo: '000502', DebitFlag: true })).toMatchObject({
      code: '2006',
      errors: { DebitFlag: '這位繳款人沒有已授權的約定扣款，請改選「否」，或先在繳款人設定完成授權。' },
    })
    expect((await update(data, { PayerId: 'A1-0502', PayerNo: '000502', DebitFlag: false })).data).toMatchObject({
      PayerId: 'A1-0502',
      DebitFlag: false,
    })
  })

  test('a bill cannot be moved to a closed term', async () => {
    await here.given.billTerm({ BillTermId: '2026-10', BillTermNo: '25', TermStatus: 'Closed' })
    expect(await update(await created(), { BillTermId: '2026-10' })).toMatchObject({
      code: '2006',
      errors: { BillTermId: '期別「2026-10」已結案，不可再新增帳單。' },
    })
  })
})

describe('a printed slip', () => {
  test('must be printed again after a change of its content, until that is done', async () => {
    const bill = await created()
    expect((await update(bill, { FeeItems: items(900) })).data.ReprintNeeded).not.toBe(true)
    const read = async () => (await maker.get(`/Bills/${bill.SerialId}`)).data
    await maker.get(`/Bills/${bill.SerialId}/DownloadPaymentPDF`)
    expect((await update(await read(), { Remark: '已電話通知', FeeItems: items(900) })).data).toMatchObject({
      PrintCount: 1,
      ReprintNeeded: false,
    })
    expect((await update(await read(), { PaymentEndDate: '2026-12-10' })).data.ReprintNeeded).toBe(true)
    expect((await update(await read(), { Remark: null })).data.ReprintNeeded).toBe(true)
    await maker.get(`/Bills/${bill.SerialId}/DownloadPaymentPDF`)
    expect(await read()).toMatchObject({ PrintCount: 2, ReprintNeeded: false })
  })
})

describe('two users and one bill', () => {
  test('the second one is informed of the change of the first', async () => {
    const bill = await created()
    await update(bill, { Remark: '一' })
    expect(
      await (await here.as('CustomerAdmin')).put(`/Bills/${bill.SerialId}`, {
        Remark: '二',
        UpdateTime: bill.UpdateTime,
      }),
    ).toMatchObject({
      code: '2009',
      message: expect.stringContaining('您的變更沒有儲存'),
    })
  })

  test.each([
    ['paid', `paid_amount = 1000, pay_status = 'Paid'`, '帳單 B202611-000001 已有繳款，不能修改；您的變更沒有儲存。'],
    [
      'paid in part',
      `paid_amount = 1, pay_status = 'PartialPaid'`,
      '帳單 B202611-000001 已有繳款，不能修改；您的變更沒有儲存。',
    ],
    ['voided', `bill_state = 'Void'`, '帳單 B202611-000001 已經作廢，不能修改；您的變更沒有儲存。'],
  ])('a bill that was %s while it was edited keeps its values', async (_, values, message) => {
    const bill = await created()
    await change('bill', `${values}, update_time = update_time + interval '1 second'`)
    expect(await update(bill, { Remark: '改' })).toMatchObject({ code: '2006', message })
    expect((await maker.get(`/Bills/${bill.SerialId}`)).data.Remark).toBeNull()
  })
})

describe('a voided bill', () => {
  test('stays in the list, and its account is available again', async () => {
    const bill = await created()
    expect(await maker.delete(`/Bills/${bill.SerialId}`)).toMatchObject({ code: '0000' })
    const { data } = await maker.get('/Bills', { BillNo: String(bill.BillNo) })
    expect(data.Items).toMatchObject([{ BillNo: bill.BillNo, BillStatus: 'Void' }])
    expect((await created()).VACAccount).toBe(bill.VACAccount)
    const audit = here.db.selectFrom('audit_log').select(['action', 'before', 'after']).where('action', '=', 'Void')
    expect(await audit.execute()).toEqual([
      { action: 'Void', before: { BillState: 'Active' }, after: { BillState: 'Void' } },
    ])
  })

  test('keeps its account released when its term is opened again', async () => {
    const bill = await created()
    await maker.delete(`/Bills/${bill.SerialId}`)
    const { data: term } = await maker.get('/BillTerm/GetSearchData', { BillTermId: '2026-11' })
    for (const TermStatus of ['Closed', 'Open']) {
      const { data } = await maker.get(`/BillTerm/${term.Items[0].SerialId}`)
      await maker.put(`/BillTerm/${data.SerialId}`, { TermStatus, UpdateTime: data.UpdateTime })
    }
    expect((await maker.get(`/Bills/${bill.SerialId}`)).data.AccountState).toBe('Released')
  })

  const forbidden = [
    ['is void', async () => void (await change('bill', `bill_state = 'Void'`)), '帳單 B202611-000001 已經作廢。'],
    [
      'is paid',
      async () => void (await change('bill', `paid_amount = 1000, pay_status = 'Paid'`)),
      '帳單 B202611-000001 已有繳款，不能作廢。',
    ],
    [
      'is paid in part',
      async () => void (await change('bill', `paid_amount = 1, pay_status = 'PartialPaid'`)),
      '帳單 B202611-000001 已有繳款，不能作廢。',
    ],
    [
      'has a write-off that was reversed',
      async (bill: RecordValues) => void (await pay(bill)),
      '帳單 B202611-000001 有銷帳紀錄，不能作廢。',
    ],
    [
      'is in a debit file',
      async () => void (await change('bill', `debit_export_time = '2026-11-20'`)),
      '帳單 B202611-000001 已匯出約定扣款，不能作廢；請等扣款結果回覆後再辦理。',
    ],
  ] as const

  test.each(forbidden)('is refused if the bill %s', async (_, make, message) => {
    const bill = await created()
    await make(bill)
    expect(await maker.delete(`/Bills/${bill.SerialId}`)).toMatchObject({ code: '2006', message })
  })

  test.each(forbidden.slice(1))('an upload is not deleted if one of its bills %s', async (_, make) => {
    const upload = await imported(here, maker, 'bills.csv', csv([[...header], ...plain(1)]))
    const { data } = await maker.get('/Bills', { ImportBatchNo: upload.ImportBatchNo })
    await make(data.Items[0])
    expect(await maker.delete(`/BillImportList/${upload.SerialId}`)).toMatchObject({
      code: '2006',
      message: expect.stringContaining('不能整批刪除'),
    })
    expect(await here.db.selectFrom('bill').select('bill_state').execute()).toEqual([{ bill_state: 'Active' }])
  })
})

describe('permissions', () => {
  test.each(['CustomerChecker', 'CustomerViewer'])('%s cannot change or void bills', async (role) => {
    const bill = await created()
    const reader = await here.as(role)
    expect((await update(bill, { Remark: '改' }, reader)).status).toBe(403)
    expect((await reader.delete(`/Bills/${bill.SerialId}`)).status).toBe(403)
  })

  test('a bill of another company is not found', async () => {
    const bill = await created()
    const otherCompany = await here.as('CustomerMaker', insurer)
    expect((await update(bill, { Remark: '改' }, otherCompany)).status).toBe(404)
    expect((await otherCompany.delete(`/Bills/${bill.SerialId}`)).status).toBe(404)
  })

  test('computed values, the number and the agreement cannot be changed', async () => {
    const bill = await created()
    const { data } = await update(bill, {
      PaidAmount: 1,
      ShouldPayAmount: 1,
      BillState: 'Void',
      PrintCount: 9,
      VACAccount: bill.VACAccount,
    })
    expect(data).toMatchObject({ PaidAmount: 0, ShouldPayAmount: 1000, BillState: 'Active', PrintCount: 0 })
    expect((await update(data, { BillNo: 'B1' })).errors).toEqual({ BillNo: '帳單編號建立後不可修改。' })
    expect((await update(data, { ApplyCode: '77003' })).code).toBe('2002')
  })
})
