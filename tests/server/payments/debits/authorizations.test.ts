import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/language'
import { readMedium } from '../../../support/payments/debit-media'
import { insurer, type Portal, portal } from '../../../support/portal'
import { csv } from '../../imports/files'
import { uploader } from '../support/uploaded-files'
import { debitBill, debitsOf, givenDebits } from './debits'
import { p02Reply } from './replies'

let here: Portal
let maker: Awaited<ReturnType<Portal['as']>>
let upload: ReturnType<typeof uploader>

beforeEach(async () => {
  here = await portal()
  await givenDebits(here)
  maker = await here.as('CustomerMaker')
  upload = uploader(here, await here.as('BankOperator'))
})

const path = '/Ext/BillDesignatedDebitExport'
const ach = { PayerType: 'ACH', DebitBankCode: '008', DebitIdNo: 'A123456789' }
const request = { ApplyCode: '77001', TxId: '851' }
const payerOf = async (DebitAuthStatus: string, values: RecordValues = {}): Promise<string> =>
  String((await debitBill(here, { payer: { DebitAuthStatus, ...values } })).PayerId)
const newFile = async (body: RecordValues = {}) => {
  const { data } = await maker.post(`${path}/NewAuthorization`, { ...request, ...body })
  return debitsOf(maker).download(data.FileId)
}
const statuses = async (): Promise<Readonly<Record<string, string>>> => {
  const rows = await here.db.selectFrom('payer').select(['payer_id', 'debit_auth_status']).execute()
  return Object.fromEntries(rows.map((row) => [row.payer_id, row.debit_auth_status]))
}

const changePayer = async (payerId: string, values: RecordValues) => {
  const payer = await here.db
    .selectFrom('payer')
    .select('serial_id')
    .where('payer_id', '=', payerId)
    .executeTakeFirstOrThrow()
  const { data } = await maker.get(`/Payer/${payer.serial_id}`)
  return maker.put(`/Payer/${payer.serial_id}`, { UpdateTime: data.UpdateTime, ...values })
}

describe('a change of a payer ends the authorization', () => {
  beforeEach(async () => {
    await here.given.record('Bank', { BankCode: '009', BankName: '彰化商業銀行' })
  })

  test.each([
    [{ DebitBankCode: '009' }, 'None'],
    [{ DebitAccount: '98765432101234' }, 'None'],
    [{ DebitIdNo: 'B123456780' }, 'None'],
    [{ DebitUserNo: 'NEW1' }, 'None'],
    [{ PayerType: 'Normal' }, 'None'],
    [{ PayerName: '林小華', Remark: '改名' }, 'Authorized'],
  ])('in a form: %j makes it %s', async (values, status) => {
    const payer = await payerOf('Authorized')
    expect(await changePayer(payer, values)).toMatchObject({ code: '0000', data: { DebitAuthStatus: status } })
    expect(await statuses()).toEqual({ [payer]: status })
  })

  test('in a file', async () => {
    const account = await payerOf('Authorized')
    const name = await payerOf('Authorized', { DebitAccount: '123456780000' })
    const normal = await payerOf('Rejected')
    const rows = [
      ['委託單位代號', '繳款人代號', '繳款人姓名', '扣款帳號', '繳款人類別'],
      ['77001', account, '王大明', '98765432101234', 'ACH'],
      ['77001', name, '林小華', '123456780000', 'ACH'],
      ['77001', normal, '王大明', '', '一般'],
    ]
    const form = new FormData()
    form.append('File', new File([new Uint8Array(csv(rows))], 'payers.csv'))
    form.append('Mapping', '{"ApplyCode":0,"PayerId":1,"PayerName":2,"DebitAccount":3,"PayerType":4}')
    form.append('ImportMode', 'GoodRows')
    const answer = await maker.request('POST', '/Ext/Payer/Import', { form })
    expect(answer).toMatchObject({ code: '0000', data: { BadRows: [], UpdateCount: 3, Written: true } })
    expect(await statuses()).toEqual({ [account]: 'None', [name]: 'Authorized', [normal]: 'None' })
  })
})

describe('a file of authorizations', () => {
  test('has those who apply, and not those of a file without an answer', async () => {
    const [fresh, applying] = [await payerOf('None'), await payerOf('Applying')]
    await payerOf('Rejected')
    await payerOf('Authorized')
    await payerOf('None', { PayerType: 'Account', DebitUserNo: null })
    expect((await maker.post(`${path}/PreviewAuthorization`, request)).data).toMatchObject({
      Count: 2,
      Payers: [
        { PayerId: fresh, PayerName: '王○明', AdMark: 'A' },
        { PayerId: applying, AdMark: 'A' },
      ],
    })
    const { details } = readMedium('AchP02', (await newFile()).bytes)
    expect(details).toMatchObject([
      { SEQ: '000001', ADMARK: 'A', DATE: '01151120', RBANK: '0080000' },
      { SEQ: '000002', ADMARK: 'A' },
    ])
    expect((await statuses())[fresh]).toBe('Applying')
    expect(await maker.post(`${path}/NewAuthorization`, request)).toMatchObject({ code: '2006' })
  })

  test('is answered: authorized, rejected with the reason, cancelled', async () => {
    const [accepted, rejected, ended] = [await payerOf('None'), await payerOf('None'), await payerOf('Authorized')]
    const record = await upload(p02Reply(await newFile({ CancelPayerIds: [ended] }), ['0', '7', '0']))
    expect(record).toMatchObject({ Layout: 'achP02Reply', ImportStatus: 'Succeeded' })
    expect(await statuses()).toEqual({ [accepted]: 'Authorized', [rejected]: 'Rejected', [ended]: 'Cancelled' })
    const payer = await here.db
      .selectFrom('payer')
      .select('serial_id')
      .where('payer_id', '=', rejected)
      .executeTakeFirst()
    expect((await maker.get(`/Ext/Payer/${payer?.serial_id}/GetDebitApplications`)).data.Applications).toMatchObject([
      { AdMark: 'A', State: 'Refused', ResultCode: '7', ResultText: '帳戶已結清' },
    ])
    const { details } = readMedium('AchP02', (await newFile({ ReapplyPayerIds: [rejected] })).bytes)
    expect(details).toMatchObject([{ SEQ: '000004', ADMARK: 'A' }])
  })

  test('keeps an authorization whose cancellation is refused', async () => {
    const ended = await payerOf('Authorized')
    const record = await upload(p02Reply(await newFile({ CancelPayerIds: [ended] }), ['9']))
    expect(record).toMatchObject({ ImportStatus: 'Succeeded' })
    expect(await statuses()).toEqual({ [ended]: 'Authorized' })
  })

  describe('of another agreement with the same user number', () => {
    const account = { DebitAccount: '123456780001', DebitUserNo: 'SAME' }
    const newFileOf = async (ApplyCode: string, client = maker) => {
      const { data } = await client.post(`${path}/NewAuthorization`, { ...request, ApplyCode })
      return debitsOf(client).download(data.FileId)
    }
    const acrossPayer = async (ApplyCode: string) =>
      String((await here.given.payer({ ...ach, ...account, ApplyCode, PayerId: `S-${ApplyCode}` })).PayerId)

    test('is told apart by the other values of its line', async () => {
      const [own, foreign] = [await acrossPayer('77001'), await acrossPayer('77003')]
      const file = await newFileOf('77001')
      await newFileOf('77003', await here.as('CustomerMaker', insurer))
      expect(await upload(p02Reply(file, ['0']))).toMatchObject({ ImportStatus: 'Succeeded' })
      expect(await statuses()).toEqual({ [own]: 'Authorized', [foreign]: 'Applying' })
    })

    test('makes a reply wrong that could be about either', async () => {
      await here.given.agreement({ ApplyCode: '77002' })
      maker = await here.as('CustomerMaker', { ApplyCodes: ['77001', '77002'] })
      const payers = [await acrossPayer('77001'), await acrossPayer('77002')]
      const file = await newFileOf('77001')
      await newFileOf('77002')
      expect(await upload(p02Reply(file, ['0']))).toMatchObject({
        ImportStatus: 'Failed',
        ErrorMessage: expect.stringMatching(
          /^第 1 列與匯出檔（序號 \d+、\d+）的交易序號 1 都相同，無法判斷是哪一筆的回覆/,
        ),
      })
      expect(await statuses()).toEqual(Object.fromEntries(payers.map((payer) => [payer, 'Applying'])))
    })
  })

  test('does not authorize a payer who has changed since, and names the payer', async () => {
    const [same, other, form] = [await payerOf('None'), await payerOf('None'), await payerOf('None')]
    const file = await newFile()
    await here.db.updateTable('payer').set({ debit_account: '99' }).where('payer_id', '=', other).execute()
    await changePayer(form, { DebitAccount: '98765432101234' })
    expect(await upload(p02Reply(file, ['0', '0', '0']))).toMatchObject({
      ImportStatus: 'Succeeded',
      ResultText: `3 筆回覆已處理：成功 3 筆，失敗 0 筆，送出後扣款資料已變更、授權狀態沒有改變 2 位（${other}、${form}）。`,
    })
    expect(await statuses()).toEqual({ [same]: 'Authorized', [other]: 'Applying', [form]: 'None' })
  })

  test('does not end an authorization for other values than those whose end was requested', async () => {
    const payer = await payerOf('Authorized')
    const file = await newFile({ CancelPayerIds: [payer] })
    await here.db.updateTable('payer').set({ debit_account: '99' }).where('payer_id', '=', payer).execute()
    expect(await upload(p02Reply(file, ['0']))).toMatchObject({
      ResultText: `1 筆回覆已處理：成功 1 筆，失敗 0 筆，送出後扣款資料已變更、授權狀態沒有改變 1 位（${payer}）。`,
    })
    expect(await statuses()).toEqual({ [payer]: 'Authorized' })
  })

  test.each([
    ['without a transaction code', { TxId: '' }, '2002', /交易代號/],
    ['of a foreign agreement', { ApplyCode: '77003' }, '2002', /不能使用委託單位/],
    ['with a text instead of a list', { CancelPayerIds: 'A1' }, '2002', /清單/],
  ])('is refused %s', async (_, body, code, message) => {
    await payerOf('None')
    expect(await maker.post(`${path}/NewAuthorization`, { ...request, ...body })).toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  test('leaves out a payer with a value that does not fit, and names the payer with the reason', async () => {
    const misfit = await payerOf('None', { DebitAccount: '1234567890123456' })
    expect(await maker.post(`${path}/NewAuthorization`, request)).toMatchObject({
      code: '2002',
      message: expect.stringMatching(`^繳款人 ${misfit} 的「委繳戶帳號」超過 14 個位元組，沒有其他可以送出`),
    })
    const fitting = await payerOf('None')
    expect((await maker.post(`${path}/PreviewAuthorization`, request)).data).toMatchObject({
      Count: 1,
      RestCount: 0,
      Payers: [{ PayerId: fitting }],
      StayOutCount: 1,
      StayOuts: [{ PayerId: misfit, PayerName: '王○明', Text: '「委繳戶帳號」超過 14 個位元組' }],
    })
    expect(readMedium('AchP02', (await newFile()).bytes).details).toHaveLength(1)
    expect(await statuses()).toEqual({ [misfit]: 'None', [fitting]: 'Applying' })
  })

  test('is refused by name for payers who cannot apply again or be cancelled', async () => {
    const [authorized, rejected] = [await payerOf('Authorized'), await payerOf('Rejected')]
    const body = { ReapplyPayerIds: [authorized, 'NOBODY'], CancelPayerIds: [rejected] }
    expect(await maker.post(`${path}/NewAuthorization`, { ...request, ...body })).toMatchObject({
      code: '2002',
      errors: {
        ReapplyPayerIds: expect.stringMatching(`^不能再申請的繳款人代號：${authorized}、NOBODY。`),
        CancelPayerIds: expect.stringMatching(`^不能取消授權的繳款人代號：${rejected}。`),
      },
    })
    expect(await statuses()).toEqual({ [authorized]: 'Authorized', [rejected]: 'Rejected' })
  })

  test('can end the authorization of an inactive payer', async () => {
    const ended = await payerOf('Authorized', { PayerStatus: 'Inactive' })
    const { details } = readMedium('AchP02', (await newFile({ CancelPayerIds: [ended] })).bytes)
    expect(details).toMatchObject([{ ADMARK: 'D' }])
  })

  test('the applications of a payer are hidden from other companies', async () => {
    await payerOf('None')
    const stranger = await here.as('CustomerAdmin', insurer)
    const payer = await here.db.selectFrom('payer').select('serial_id').executeTakeFirst()
    expect((await stranger.get(`/Ext/Payer/${payer?.serial_id}/GetDebitApplications`)).status).toBe(404)
  })
})
