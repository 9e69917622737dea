import { beforeEach, describe, expect, test } from 'vitest'
import type { Tables } from '../../../../src/server/database/tables'
import { type Portal, portal } from '../../../support/portal'
import { accountsIn, debitBill, debitsOf, givenDebits, storedBill } from './debits'

let here: Portal
let maker: ReturnType<typeof debitsOf>
let checker: ReturnType<typeof debitsOf>

beforeEach(async () => {
  here = await portal()
  await givenDebits(here, { DualControl: true })
  maker = debitsOf(await here.as('CustomerAdmin', { UserId: 'admin01' }))
  checker = debitsOf(await here.as('CustomerChecker'))
})

const proposed = async () => {
  const bill = await debitBill(here)
  const answer = await maker.export()
  const [{ FileId }] = (await maker.files()).data.Files
  return { bill, answer, FileId: Number(FileId) }
}

describe('under dual control', () => {
  test('the first call proposes a file, and says that a second person must release it', async () => {
    const { bill, answer, FileId } = await proposed()
    expect(answer).toMatchObject({
      code: '2006',
      message: `匯出檔（序號 ${FileId}，1 筆）由 admin01 於 2026/11/20 10:00 提出，須由另一位有審核權限的人員放行後才能下載。`,
    })
    expect((await maker.export()).code).toBe('2006')
    expect((await maker.download(FileId)).code).toBe('2006')
    expect((await maker.files()).data).toMatchObject({ FileCount: 1, Files: [{ State: 'Proposed' }] })
    expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: null })
  })

  test('the released file is exported, and its bills count as exported', async () => {
    const { bill, FileId } = await proposed()
    expect(await checker.release(FileId)).toMatchObject({ code: '0000' })
    expect(accountsIn(await maker.export())).toEqual([bill.VACAccount])
    expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: expect.any(String) })
    expect((await maker.files()).data.Files[0]).toMatchObject({
      State: 'Released',
      CheckTime: expect.any(String),
      UnansweredCount: 1,
    })
  })

  test('a refused file is gone, and the next call proposes another one', async () => {
    const { bill, FileId } = await proposed()
    expect(await checker.refuse(FileId)).toMatchObject({ code: '0000' })
    expect((await maker.download(FileId)).code).toBe('2004')
    expect((await maker.export()).code).toBe('2006')
    const [second, first] = (await maker.files()).data.Files
    expect(first).toMatchObject({ State: 'Refused', CheckReason: '金額有誤', UnansweredCount: 0 })
    expect(await checker.release(second.FileId)).toMatchObject({ code: '0000' })
    expect(accountsIn(await maker.export())).toEqual([bill.VACAccount])
  })

  test('nobody decides about their own file, and no file is decided twice', async () => {
    const { FileId } = await proposed()
    for (const answer of [await maker.release(FileId), await maker.refuse(FileId)])
      expect(answer).toMatchObject({ code: '2006', message: /是您提出的/ })
    const [one, two] = await Promise.all([checker.release(FileId), checker.refuse(FileId)])
    expect([one.code, two.code].sort()).toEqual(['0000', '2006'])
  })

  test('a maker without the right to approve cannot release', async () => {
    const { FileId } = await proposed()
    expect((await debitsOf(await here.as('CustomerMaker')).release(FileId)).status).toBe(403)
  })

  test('a refusal needs a reason', async () => {
    const { FileId } = await proposed()
    expect(await checker.refuse(FileId, {})).toMatchObject({ code: '2002', errors: { Reason: /請填寫原因/ } })
  })

  test.each<[string, Partial<Pick<Tables['bill'], 'paid_amount' | 'bill_state' | 'should_pay_amount'>>]>([
    ['a bill was paid at a counter', { paid_amount: 1000 }],
    ['a bill was voided', { bill_state: 'Void' }],
    ['the amount of a bill was changed', { should_pay_amount: 900 }],
  ])('a file is not released as it is if %s meanwhile', async (_, values) => {
    const { bill, FileId } = await proposed()
    await here.db.updateTable('bill').set(values).where('serial_id', '=', Number(bill.SerialId)).execute()
    expect(await checker.release(FileId)).toMatchObject({
      code: '2009',
      message: expect.stringContaining(`有 1 張帳單（例如 ${bill.BillNo}）`),
    })
    expect(await checker.refuse(FileId)).toMatchObject({ code: '0000' })
  })

  test('a file is not released if the account of a payer was changed meanwhile, or if its day is too near', async () => {
    const { bill, FileId } = await proposed()
    await here.db
      .updateTable('payer')
      .set({ debit_account: '999999999999' })
      .where('payer_id', '=', String(bill.PayerId))
      .execute()
    expect((await checker.release(FileId)).code).toBe('2009')
    here.clock.set('2026-11-24T09:00:00+08:00')
    const later = debitsOf(await here.as('CustomerChecker'))
    expect(await later.release(FileId)).toMatchObject({ code: '2002', message: /扣款日最早為/ })
  })

  test('bills of a proposed file go into no other file', async () => {
    await proposed()
    const answer = await maker.export({ DebitDate: '2026-11-25', IncludeExported: true })
    expect(answer).toMatchObject({ code: '2006', message: /匯出待放行 1 張/ })
  })
})
