import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/language'
import type { Answer } from '../../../support/client'
import { uploadBankFile } from '../../../support/payments/bank-file-upload'
import { insurer, type Portal, portal } from '../../../support/portal'
import { book, reported } from '../support/booking'
import { uploader } from '../support/uploaded-files'
import { accountsIn, debitBill, debitsOf, givenDebits, storedBill } from './debits'
import { changed, p02Reply, r01 } from './replies'

let here: Portal
let admin: ReturnType<typeof debitsOf>
let checker: ReturnType<typeof debitsOf>

const signIn = async (DualControl: boolean) => {
  here = await portal()
  await givenDebits(here, { DualControl })
  admin = debitsOf(await here.as('CustomerAdmin', { UserId: 'admin01' }))
  checker = debitsOf(await here.as('CustomerChecker', { UserId: 'checker01' }))
}

/** Exports the bills, and returns the file as it was downloaded, with its number. */
const exported = async (...bills: readonly RecordValues[]): Promise<Answer & { readonly FileId: number }> => {
  expect(bills.length).toBeGreaterThan(0)
  const answer = await admin.export()
  return { ...answer, FileId: (await admin.files()).data.Files[0].FileId }
}

const auditOf = (fileId: number) =>
  here.db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'before', 'after'])
    .where('resource', '=', 'BillDesignatedDebitExport')
    .where('record_key', '=', String(fileId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

describe('a proposal', () => {
  beforeEach(() => signIn(true))

  const proposed = async () => {
    const bill = await debitBill(here)
    await admin.export()
    return { bill, FileId: (await admin.files()).data.Files[0].FileId as number }
  }

  test('is taken back by the person who proposed it, with a reason; its bills can be proposed again', async () => {
    const { bill, FileId } = await proposed()
    expect(await admin.withdraw(FileId, {})).toMatchObject({ code: '2002', errors: { Reason: /請填寫原因/ } })
    expect(await admin.withdraw(FileId)).toMatchObject({ code: '0000' })
    expect((await admin.files()).data.Files[0]).toMatchObject({
      State: 'Withdrawn',
      WithdrawUser: 'admin01',
      WithdrawTime: expect.any(String),
      WithdrawReason: '金額有誤',
      UnansweredCount: 0,
    })
    expect((await admin.records(FileId)).data.Records).toMatchObject([{ State: 'Withdrawn', DebitAccount: '' }])
    expect(await admin.download(FileId)).toMatchObject({ code: '2004', message: /已經作廢/ })
    expect((await admin.export()).code).toBe('2006')
    const [{ FileId: second }] = (await admin.files()).data.Files
    await checker.release(second)
    expect(accountsIn(await admin.export())).toEqual([bill.VACAccount])
  })

  test('of another person cannot be taken back, only refused', async () => {
    const { FileId } = await proposed()
    expect(await checker.withdraw(FileId)).toMatchObject({ code: '2006', message: /admin01 提出的，只能由本人撤回/ })
    expect((await admin.files()).data.Files[0]).toMatchObject({ State: 'Proposed' })
  })

  test('that was released is withdrawn by another person than the one who requested it', async () => {
    const { bill, FileId } = await proposed()
    await checker.release(FileId)
    expect(await admin.withdraw(FileId)).toMatchObject({ code: '2006', message: /是您提出的/ })
    expect(await checker.withdraw(FileId)).toMatchObject({ code: '0000' })
    expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: null })
  })
})

describe('a released file', () => {
  beforeEach(() => signIn(false))

  test('is withdrawn as a whole: its bills are free, it cannot be downloaded, and its accounts are deleted', async () => {
    const bills = [await debitBill(here), await debitBill(here)]
    const { FileId } = await exported(...bills)
    expect((await admin.files()).data.Files[0]).toMatchObject({ DownloadCount: 1, DownloadUser: 'admin01' })
    expect(await checker.withdraw(FileId, { Reason: '沒有送出', DownloadCount: 1 })).toMatchObject({ code: '0000' })
    for (const bill of bills) expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: null })
    expect(await admin.download(FileId)).toMatchObject({ code: '2004', message: /已經作廢，不能下載/ })
    expect(await here.db.selectFrom('internal_debit_record').select(['state', 'sent']).execute()).toEqual(
      bills.map(() => ({ state: 'Voided', sent: {} })),
    )
    expect(await auditOf(FileId)).toMatchObject({
      user_id: 'checker01',
      action: 'Withdraw',
      before: { State: 'Released' },
      after: { State: 'Withdrawn', Reason: '沒有送出' },
    })
    // The same parameters are a batch with a new file.
    const again = await exported(...bills)
    expect(again.FileId).not.toBe(FileId)
    expect(accountsIn(again)).toEqual(bills.map(({ VACAccount }) => VACAccount))
  })

  test('is not withdrawn once one of its records is answered', async () => {
    const bills = [await debitBill(here), await debitBill(here)]
    const file = await exported(...bills)
    await uploader(here, await here.as('BankOperator'))(r01(file, ['01', null]))
    expect(await checker.withdraw(file.FileId)).toMatchObject({ code: '2006', message: /已有 1 筆回覆/ })
    expect(await storedBill(here, bills[1] ?? {})).toMatchObject({ debit_export_time: expect.any(String) })
  })

  test('is not withdrawn while a reply waits to be processed, which may answer it', async () => {
    const file = await exported(await debitBill(here))
    const operator = await here.as('BankOperator')
    const resume = here.holdJobs()
    await uploadBankFile(operator, r01(file, ['00']))
    expect(await checker.withdraw(file.FileId)).toMatchObject({ code: '2006', message: /還沒有處理完/ })
    resume()
    await here.ports.jobs.runUntilIdle()
    expect(await checker.withdraw(file.FileId)).toMatchObject({ code: '2006', message: /已有 1 筆回覆/ })
  })

  test('that was downloaded after the user has looked is asked about again', async () => {
    const { FileId } = await exported(await debitBill(here))
    await admin.download(FileId)
    expect(await checker.withdraw(FileId, { Reason: '沒有送出', DownloadCount: 1 })).toMatchObject({
      code: '2009',
      message: /admin01 剛於 2026\/11\/20 10:00 下載這個匯出檔/,
    })
  })

  test('is not withdrawn twice, by makers, viewers or other companies', async () => {
    const { FileId } = await exported(await debitBill(here))
    expect((await debitsOf(await here.as('CustomerMaker')).withdraw(FileId)).status).toBe(403)
    expect((await debitsOf(await here.as('CustomerViewer')).withdraw(FileId)).status).toBe(403)
    expect((await debitsOf(await here.as('CustomerAdmin', insurer)).withdraw(FileId)).status).toBe(404)
    const answers = await Promise.all([admin.withdraw(FileId), checker.withdraw(FileId)])
    expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2006'])
  })

  test('keeps bills exported that another unanswered file contains', async () => {
    const bill = await debitBill(here)
    const { FileId } = await exported(bill)
    await admin.export({ DebitDate: '2026-11-25', IncludeExported: true })
    await checker.withdraw(FileId)
    expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: expect.any(String) })
  })

  test.each(['withdraw', 'download'])(
    'and a download at the same time: nobody gets it after its withdrawal (%s first)',
    async (first) => {
      const { FileId } = await exported(await debitBill(here))
      const acts = { withdraw: () => checker.withdraw(FileId), download: () => admin.download(FileId) }
      const order = first === 'withdraw' ? [acts.withdraw, acts.download] : [acts.download, acts.withdraw]
      await Promise.all(order.map((act) => act()))
      const [file] = (await admin.files()).data.Files
      expect(file.State).toBe('Withdrawn')
      expect((await admin.download(FileId)).code).toBe('2004')
      const downloads = await here.db
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'Export')
        .where('record_key', '=', String(FileId))
        .execute()
      expect(downloads, 'each download is counted and audited').toHaveLength(file.DownloadCount)
    },
  )
})

describe('a reply that comes after the withdrawal', () => {
  let upload: ReturnType<typeof uploader>

  beforeEach(async () => {
    await signIn(false)
    upload = uploader(here, await here.as('BankOperator'))
  })

  test('is booked: money that moved is money, and the result names the bill', async () => {
    const [paid, refused] = [await debitBill(here), await debitBill(here)]
    const file = await exported(paid, refused)
    await checker.withdraw(file.FileId)
    expect(await upload(r01(file, ['00', '01']))).toMatchObject({
      ImportStatus: 'Succeeded',
      WrittenOffCount: 1,
      ResultText: `2 筆回覆已處理：成功 1 筆（銷帳 1 筆、例外 0 筆），失敗 1 筆，匯出檔已作廢、仍執行成功 1 筆（${paid.BillNo}）。`,
    })
    expect(await storedBill(here, paid)).toMatchObject({ pay_status: 'Paid', channel_id: '09' })
    expect((await admin.files()).data.Files[0]).toMatchObject({
      State: 'Withdrawn',
      SucceededCount: 1,
      RefusedCount: 1,
      UnansweredCount: 0,
    })
  })

  test('with another amount is refused as a whole', async () => {
    const bill = await debitBill(here)
    const file = await exported(bill)
    await checker.withdraw(file.FileId)
    const larger = changed(r01(file, ['00']), { row: 1, start: 61, text: '0000002000' })
    const reply = changed(larger, { row: 2, start: 40, text: '0000000000002000' })
    expect(await upload(reply)).toMatchObject({
      ImportStatus: 'Failed',
      ErrorMessage: expect.stringMatching(/「金額」與匯出檔/),
    })
    expect(await storedBill(here, bill)).toMatchObject({ paid_amount: 0 })
  })

  test('keeps a bill that was exported again out of further files until its debits are settled', async () => {
    await here.given.billCategory({ BillCategoryCode: 'PART', AllowPartial: true })
    const bill = await debitBill(here, { bill: { BillCategoryCode: 'PART' } })
    const first = await exported(bill)
    await checker.withdraw(first.FileId)
    const second = await exported(bill)
    expect(second.FileId).not.toBe(first.FileId)
    await book(here, reported({ ChannelId: '00', VACAccount: String(bill.VACAccount), Amount: 400, NetAmount: 390 }))
    expect(await upload(r01(first, ['00']))).toMatchObject({ WrittenOffCount: 0, ExceptionCount: 1 })
    expect((await admin.preview()).data).toMatchObject({ Count: 0, Reasons: [{ Reason: 'Unsettled', Count: 1 }] })
    expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: expect.any(String) })
    await upload(r01(second, ['01']))
    expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: null })
    expect((await admin.newFile()).code).toBe('2006')
  })
})

describe('a file of authorizations', () => {
  let maker: Awaited<ReturnType<Portal['as']>>

  beforeEach(async () => {
    await signIn(false)
    maker = await here.as('CustomerMaker')
  })

  const payerOf = async (DebitAuthStatus: string): Promise<string> =>
    String((await debitBill(here, { payer: { DebitAuthStatus } })).PayerId)
  const statuses = async (): Promise<Readonly<Record<string, string>>> => {
    const rows = await here.db.selectFrom('payer').select(['payer_id', 'debit_auth_status']).execute()
    return Object.fromEntries(rows.map((row) => [row.payer_id, row.debit_auth_status]))
  }
  const withdrawn = async () => {
    const [fresh, again, ended] = [await payerOf('None'), await payerOf('Rejected'), await payerOf('Authorized')]
    const { data } = await maker.post('/Ext/BillDesignatedDebitExport/NewAuthorization', {
      ...{ ApplyCode: '77001', TxId: '851', ReapplyPayerIds: [again], CancelPayerIds: [ended] },
    })
    const file = await debitsOf(maker).download(data.FileId)
    expect(await statuses()).toEqual({ [fresh]: 'Applying', [again]: 'Applying', [ended]: 'Authorized' })
    expect(await checker.withdraw(data.FileId)).toMatchObject({ code: '0000' })
    return { file, payers: [fresh, again, ended] as const }
  }

  test('that is withdrawn gives its payers the status that they had before', async () => {
    const {
      payers: [fresh, again, ended],
    } = await withdrawn()
    expect(await statuses()).toEqual({ [fresh]: 'None', [again]: 'Rejected', [ended]: 'Authorized' })
  })

  test('that was carried out all the same counts, and the result names the payers', async () => {
    const {
      file,
      payers: [fresh, again, ended],
    } = await withdrawn()
    const upload = uploader(here, await here.as('BankOperator'))
    expect(await upload(p02Reply(file, ['0', '7', '0']))).toMatchObject({
      ImportStatus: 'Succeeded',
      ResultText: `3 筆回覆已處理：成功 2 筆，失敗 1 筆，匯出檔已作廢、仍執行成功 2 筆（${fresh}、${ended}）。`,
    })
    expect(await statuses()).toEqual({ [fresh]: 'Authorized', [again]: 'Rejected', [ended]: 'Cancelled' })
  })

  test('that was refused all the same leaves a newer application open', async () => {
    const {
      file,
      payers: [fresh],
    } = await withdrawn()
    const request = { ApplyCode: '77001', TxId: '851' }
    const { data } = await maker.post('/Ext/BillDesignatedDebitExport/NewAuthorization', request)
    const newer = await debitsOf(maker).download(data.FileId)
    const upload = uploader(here, await here.as('BankOperator'))
    await upload(p02Reply(file, ['7', '7', '7']))
    expect((await statuses())[fresh]).toBe('Applying')
    await upload(p02Reply(newer, ['0']))
    expect((await statuses())[fresh]).toBe('Authorized')
  })
})
