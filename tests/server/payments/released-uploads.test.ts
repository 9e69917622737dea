import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { receiveBankFile } from '../../../src/server/payments/bank-files/receive'
import type { Ports } from '../../../src/server/ports'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { accountsIn, debitBill, debitsOf, givenDebits, storedBill } from './debits/debits'
import { r01 } from './debits/replies'
import { cashFlow, remittance, uploader } from './support/uploaded-files'

let here: Portal
let operator: Client
let second: Client
let upload: ReturnType<typeof uploader>

beforeEach(async () => {
  const opened = await portal()
  const settings: Ports['settings'] = Object.assign(opened.ports.settings, { releasesUploads: true })
  here = { ...opened, ports: { ...opened.ports, settings } }
  await givenDebits(here)
  operator = await here.as('BankOperator', { UserId: 'bankop01' })
  second = await here.as('BankOperator', { UserId: 'bankop02' })
  upload = uploader(here, operator)
})

const act = async (client: Client, action: string, { SerialId }: RecordValues, body: RecordValues = {}) => {
  const answer = await client.post(`/Ext/BankFile/${SerialId}/${action}`, body)
  await here.ports.jobs.runUntilIdle()
  return answer
}
const recordOf = async ({ SerialId }: RecordValues) => (await operator.get(`/BankFile/${SerialId}`)).data

describe('a bank file that was uploaded by hand', () => {
  test('is verified, and booked after another operator has released it', async () => {
    const file = await upload(cashFlow(remittance(1000), remittance(500)))
    expect(file).toMatchObject({
      ImportStatus: 'PendingRelease',
      LineCount: 2,
      TotalAmount: 1500,
      ErrorMessage: '檔案內容已檢查，尚未入帳；須由上傳者以外的銀行作業人員放行。',
    })
    expect((await operator.get('/Remittance')).data.TotalCount).toBe(0)
    expect(await act(operator, 'Release', file)).toMatchObject({ code: '2006', message: /是您上傳的/ })
    expect(await act(second, 'Release', file)).toMatchObject({ code: '0000' })
    expect(await recordOf(file)).toMatchObject({
      ImportStatus: 'Succeeded',
      LineCount: 2,
      CheckUser: 'bankop02',
      CheckTime: expect.any(String),
      ErrorMessage: null,
    })
    expect((await operator.get('/Remittance')).data.TotalCount).toBe(2)
    expect(await act(second, 'Release', file)).toMatchObject({ code: '2006', message: /已經不是「待放行」/ })
  })

  test('is never booked after another operator has refused it; it can be deleted and sent again', async () => {
    const bytes = cashFlow(remittance(1000))
    const file = await upload(bytes)
    expect((await act(second, 'Refuse', file)).code).toBe('2002')
    expect(await act(operator, 'Refuse', file, { Reason: '金額有誤' })).toMatchObject({ code: '2006' })
    expect(await act(second, 'Refuse', file, { Reason: '金額有誤' })).toMatchObject({ code: '0000' })
    expect(await recordOf(file)).toMatchObject({ ImportStatus: 'Refused', ErrorMessage: 'bankop02 退回：金額有誤' })
    for (const action of ['Release', 'Retry']) expect((await act(second, action, file)).code).toBe('2006')
    expect((await operator.get('/Remittance')).data.TotalCount).toBe(0)
    expect(await upload(bytes)).toMatchObject({ ImportStatus: 'PendingRelease' })
  })

  test('with a mistake fails at once, without a release', async () => {
    const bytes = Buffer.from(String(cashFlow(remittance(1000))).replace('20261119', '20261399'))
    expect(await upload(bytes, { Layout: 'cashFlow' })).toMatchObject({ ImportStatus: 'Failed', LineCount: null })
  })

  test('and answers debits settles bills only after its release', async () => {
    const bill = await debitBill(here)
    const debits = debitsOf(await here.as('CustomerMaker'))
    const exported = await debits.export()
    expect(accountsIn(exported)).toEqual([bill.VACAccount])
    const reply = await upload(r01(exported, ['00']))
    expect(reply).toMatchObject({ ImportStatus: 'PendingRelease', Layout: 'achR01' })
    expect(await storedBill(here, bill)).toMatchObject({ paid_amount: 0 })
    await act(second, 'Release', reply)
    expect(await storedBill(here, bill)).toMatchObject({ pay_status: 'Paid' })
  })

  test('waits in the figures of the operators, who may not release their own', async () => {
    await upload(cashFlow(remittance(1000)))
    const waiting = async (client: Client) =>
      (await client.get('/Ext/EnterpriseArea/GetOverview', { Part: 'BankFileProposals' })).data.BankFileProposals
    expect(await waiting(operator)).toEqual({ Count: 1, OwnCount: 1 })
    expect(await waiting(second)).toEqual({ Count: 1, OwnCount: 0 })
    expect(await waiting(await here.as('BankViewer'))).toBeUndefined()
  })

  test('is not released by viewers of the bank', async () => {
    const file = await upload(cashFlow(remittance(1000)))
    expect((await act(await here.as('BankViewer'), 'Release', file)).status).toBe(403)
  })
})

test('a file of the folder is booked at once', async () => {
  const content = async function* () {
    yield new Uint8Array(cashFlow(remittance(1000)))
  }
  const { serialId } = await receiveBankFile(here.ports, { name: 'cash.txt', content: content() })
  await here.ports.jobs.runUntilIdle()
  expect(await recordOf({ SerialId: serialId })).toMatchObject({ ImportStatus: 'Succeeded', CheckUser: null })
})
