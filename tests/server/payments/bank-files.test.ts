import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modules } from '../../../src/modules'
import { onBankFileFailure } from '../../../src/server/payments/bank-files/process'
import { BankFileRefusal } from '../../../src/server/payments/files/bank-file'
import { uploadBankFile } from '../../support/payments/bank-file-upload'
import { portal, twoCompanies } from '../../support/portal'
import { givenBill, newAccount } from './support/booking'
import { atBank, atStore, fileOf } from './support/files'
import { expectCorrectLedger } from './support/persons'
import { cashFlow, remittance, storeFile, uploader } from './support/uploaded-files'

const { bankFileKinds: kinds } = modules

const here = await portal()
const { as, db, ports } = here
await twoCompanies(here)
const operator = await as('BankOperator', { UserId: 'bankop1' })
const uploaded = uploader(here, operator)

afterEach(() => expectCorrectLedger(here))

beforeEach(async () => {
  await ports.jobs.runUntilIdle()
  for (const table of ['remittance', 'remittance_check', 'bank_file'])
    await sql`delete from ${sql.table(table)}`.execute(db)
})

describe('an uploaded file of remittances', () => {
  test('may have the name that the channel gave it', async () => {
    expect(await uploaded(cashFlow(remittance(1000)), { Layout: '' }, 'MART.20261119')).toMatchObject({
      FileName: 'MART.20261119',
      ImportStatus: 'Succeeded',
    })
  })

  test('is recognized by its content and stored with its lines', async () => {
    const file = await uploaded(
      cashFlow(remittance(1000), remittance(250, { MarketItemCode: '', ChannelId: '05' })),
      { Layout: '' },
      'ACH.txt',
    )
    expect(file).toMatchObject({
      Layout: 'cashFlow',
      FileName: 'ACH.txt',
      Source: 'Upload',
      ImportStatus: 'Succeeded',
      LineCount: 2,
      TotalAmount: 1250,
      ErrorMessage: null,
      UploadUser: 'bankop1',
    })
    const { data } = await operator.get('/Remittance', {
      BankFileId: file.SerialId,
      SortField: 'LineNo',
      SortOrder: 'ASC',
    })
    expect(data.Items).toMatchObject([
      {
        LineNo: 1,
        RemitDate: '2026-11-19',
        RemitTime: '090000',
        ChannelId: '01',
        MarketItemCode: '7A1',
        Amount: 1000,
        BatchNo: '01',
      },
      { LineNo: 2, ChannelId: '05', MarketItemCode: null, Amount: 250 },
    ])
  })

  test('stores what no other file has, and counts the others as repeated', async () => {
    const [first, withoutItem, later] = [
      remittance(1000),
      remittance(250, { MarketItemCode: '', ChannelId: '05' }),
      remittance(1000, { BatchNo: '02' }),
    ]
    expect(await uploaded(cashFlow(first, first, withoutItem))).toMatchObject({
      ImportStatus: 'Succeeded',
      RepeatedCount: 0,
    })
    const second = await uploaded(cashFlow(first, withoutItem, later))
    expect(second).toMatchObject({ ImportStatus: 'Succeeded', LineCount: 3, RepeatedCount: 2, WrittenOffCount: null })
    expect((await operator.get('/Remittance', { BankFileId: second.SerialId })).data.Items).toMatchObject([
      { LineNo: 3, BatchNo: '02', Amount: 1000 },
    ])
    expect((await operator.get('/Remittance')).data.TotalCount).toBe(4)
  })

  test('with an unknown channel is refused as a whole, with line and byte', async () => {
    const file = await uploaded(cashFlow(remittance(1000), remittance(250, { ChannelId: 'ZZ' })))
    expect(file).toMatchObject({ ImportStatus: 'Failed', ErrorLine: 2, ErrorColumn: 15 })
    expect(file.ErrorMessage).toBe(
      '第 2 列第 15 個位元組起的「繳款通路」是「ZZ」，不是系統中的通路代碼。請通路更正後重新傳送檔案。',
    )
    expect((await operator.get('/Remittance')).data.TotalCount).toBe(0)
  })

  test('appears in the notices of its uploader', async () => {
    const file = await uploaded(cashFlow(remittance(1)))
    const [job] = (await operator.get('/Ext/GetJobs')).data
    expect(job).toMatchObject({
      Page: 'bankFile',
      RecordId: String(file.SerialId),
      Title: `CVS1119.txt（${file.SerialId}）`,
      State: 'done',
    })
  })
})

describe('an uploaded file of payments', () => {
  test('is booked, and has the counts of its results and the facts of its header', async () => {
    const bill = await givenBill(here)
    const bytes = fileOf('store', [atStore(String(bill.VACAccount)), atStore(newAccount())])
    expect(await uploaded(bytes)).toMatchObject({
      Layout: 'store',
      ImportStatus: 'Succeeded',
      FileDate: '2026-11-19',
      FileSender: '7111111',
      LineCount: 2,
      TotalAmount: 2000,
      WrittenOffCount: 1,
      ExceptionCount: 1,
      ReversedCount: 0,
      RepeatedCount: 0,
    })
  })

  test('counts the lines that another file contained, which are not booked again', async () => {
    const [first, second] = [atBank(newAccount(), { TxnSeq: '900001' }), atBank(newAccount(), { TxnSeq: '900002' })]
    await uploaded(fileOf('bank', [first]))
    expect(await uploaded(fileOf('bank', [first, second]))).toMatchObject({
      Layout: 'bank',
      ImportStatus: 'Succeeded',
      LineCount: 2,
      RepeatedCount: 1,
      ExceptionCount: 1,
    })
  })

  test('keeps its number of lines if a later attempt is refused, because its lines are booked', async () => {
    const { SerialId } = await uploaded(fileOf('bank', [atBank(newAccount(), { TxnSeq: '900003' })]))
    await sql`update bank_file set import_status = 'Processing' where serial_id = ${SerialId}`.execute(db)
    await onBankFileFailure(ports, { id: SerialId, kinds }, new BankFileRefusal('日期不合理。', 1, 1))
    expect((await operator.get(`/BankFile/${SerialId}`)).data).toMatchObject({ ImportStatus: 'Failed', LineCount: 1 })
  })

  test('of an unknown agency is refused with line and byte, books nothing, and can be deleted', async () => {
    const lines = async () => (await db.selectFrom('transaction_line').select('serial_id').execute()).length
    const before = await lines()
    const file = await uploaded(
      fileOf('store', [atStore(newAccount()), atStore(newAccount(), { AgencyCode: 'NOBODY' })]),
    )
    expect(file).toMatchObject({
      ImportStatus: 'Failed',
      LineCount: null,
      TotalAmount: null,
      ErrorLine: 3,
      ErrorColumn: 10,
    })
    expect(await lines()).toBe(before)
    expect(await operator.delete(`/BankFile/${file.SerialId}`)).toMatchObject({ code: '0000' })
  })
})

describe('a file that is received again', () => {
  test('is refused with the upload that had the same content', async () => {
    const bytes = cashFlow(remittance(1000))
    const { SerialId } = await uploaded(bytes)
    const again = await uploadBankFile(operator, bytes, {}, 'other.txt')
    expect(again).toMatchObject({
      code: '2003',
      message: `這個檔案已於 2026/11/20 10:00 由 bankop1 上傳（序號 ${SerialId}「CVS1119.txt」，成功），不會再次入帳。`,
    })
    expect(again.errors).toHaveProperty('File')
  })

  test('is to be processed again only if this helps; otherwise it is to be deleted first', async () => {
    const wrong = storeFile(1000)
    await uploaded(wrong, { Layout: 'post' })
    expect((await uploadBankFile(operator, wrong)).message).toMatch(/沒有入帳。如要再處理一次，請先刪除該檔案/)
    const interrupted = cashFlow(remittance(1000))
    const { SerialId } = await uploaded(interrupted)
    await sql`update bank_file set import_status = 'Failed' where serial_id = ${SerialId}`.execute(db)
    expect((await uploadBankFile(operator, interrupted)).message).toMatch(/請開啟該檔案，按「重新處理」。$/)
  })

  test('with other line breaks is refused too, and its payments have the same transaction numbers', async () => {
    const bytes = storeFile(1000, 2000)
    const unix = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n').slice(0, -1), 'latin1')
    const { SerialId } = await uploaded(bytes)
    expect(await uploadBankFile(operator, unix, {}, 'unix.txt')).toMatchObject({
      code: '2003',
      message: expect.stringContaining(`序號 ${SerialId}`),
    })
    await sql`delete from bank_file`.execute(db)
    expect(await uploaded(unix)).toMatchObject({ ImportStatus: 'Succeeded', LineCount: 2, RepeatedCount: 2 })
  })

  test('at the same time is stored once', async () => {
    const bytes = cashFlow(remittance(1000))
    // A deleted record of an earlier test may have left one.
    const hiddenFiles = async () =>
      (await db.selectFrom('file').select('id').where('kept', '=', false).execute()).length
    const hidden = await hiddenFiles()
    const answers = await Promise.all([1, 2, 3].map((n) => uploadBankFile(operator, bytes, {}, `${n}.txt`)))
    await ports.jobs.runUntilIdle()
    expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2003', '2003'])
    expect((await operator.get('/Remittance')).data.TotalCount).toBe(1)
    expect(await hiddenFiles()).toBe(hidden)
  })

  test('in two processes, whose checks both find nothing, is refused by the unique index', async () => {
    const bytes = cashFlow(remittance(1000))
    const { FileHash, FileSize } = await uploaded(bytes)
    const second = db.insertInto('bank_file').values({
      file: 'other',
      file_hash: FileHash,
      file_size: FileSize,
      import_status: 'Pending',
      create_user: '',
      create_time: '2026-11-20T02:00:00Z',
      update_user: '',
      update_time: '2026-11-20T02:00:00Z',
    })
    await expect(second.execute()).rejects.toThrow(/bank_file/)
  })
})

describe('a failed file', () => {
  test('can be processed again, and only a failed one', async () => {
    const { SerialId } = await uploaded(cashFlow(remittance(1000)))
    expect(await operator.post(`/Ext/BankFile/${SerialId}/Retry`)).toMatchObject({ code: '2006' })
    await sql`delete from remittance`.execute(db)
    await sql`update bank_file set import_status = 'Failed', error_message = '系統發生錯誤', update_user = '' where serial_id = ${SerialId}`.execute(
      db,
    )
    const before = (await operator.get(`/BankFile/${SerialId}`)).data
    expect(await operator.post(`/Ext/BankFile/${SerialId}/Retry`)).toMatchObject({ code: '0000', data: { SerialId } })
    const after = (await operator.get(`/BankFile/${SerialId}`)).data
    expect([after.UpdateUser, after.UpdateTime > before.UpdateTime]).toEqual(['bankop1', true])
    await ports.jobs.runUntilIdle()
    expect((await operator.get(`/BankFile/${SerialId}`)).data).toMatchObject({
      ImportStatus: 'Succeeded',
      ErrorMessage: null,
    })
    expect((await operator.get('/Remittance')).data.TotalCount).toBe(1)
  })

  test.each([
    ['payments', fileOf('bank', [atBank(newAccount(), { TradeDate: '2026-08-11', AccountDate: '2026-08-12' })])],
    ['remittances', cashFlow(remittance(1000, { RemitDate: '2026-08-12' }))],
  ])('with %s can be processed months after it was received', async (_, bytes) => {
    const { SerialId, ErrorMessage } = await uploaded(bytes)
    expect(ErrorMessage).toMatch(/應為 2026\/09\/21 到/)
    await sql`update bank_file set upload_time = upload_time - interval '100 days' where serial_id = ${SerialId}`.execute(
      db,
    )
    await operator.post(`/Ext/BankFile/${SerialId}/Retry`)
    await ports.jobs.runUntilIdle()
    expect((await operator.get(`/BankFile/${SerialId}`)).data).toMatchObject({
      ImportStatus: 'Succeeded',
      LineCount: 1,
    })
  })

  test('of which nothing was booked can be deleted, and then sent again', async () => {
    const bytes = storeFile(1000)
    const { SerialId } = await uploaded(bytes, { Layout: 'post' })
    expect(await operator.delete(`/BankFile/${SerialId}`)).toMatchObject({ code: '0000' })
    expect(await uploadBankFile(operator, bytes)).toMatchObject({ code: '0000', data: { Layout: 'store' } })
    await ports.jobs.runUntilIdle()
  })

  test('of which a part may be booked, or one that succeeded, cannot be deleted', async () => {
    const { SerialId } = await uploaded(cashFlow(remittance(1000)))
    expect(await operator.delete(`/BankFile/${SerialId}`)).toMatchObject({ code: '2006' })
    await sql`update bank_file set import_status = 'Failed' where serial_id = ${SerialId}`.execute(db)
    expect(await operator.delete(`/BankFile/${SerialId}`)).toMatchObject({ code: '2006' })
  })
})

describe('rights', () => {
  test('a viewer of the bank reads files and differences, but uploads nothing', async () => {
    const { SerialId } = await uploaded(cashFlow(remittance(1000)))
    const viewer = await as('BankViewer')
    for (const path of ['/BankFile', `/BankFile/${SerialId}`, '/Remittance', '/RemittanceCheck'])
      expect(await viewer.get(path)).toMatchObject({ status: 200 })
    expect(await uploadBankFile(viewer, cashFlow(remittance(1)))).toMatchObject({ status: 403 })
    expect(await viewer.post(`/Ext/BankFile/${SerialId}/Retry`)).toMatchObject({ status: 403 })
    expect(await viewer.delete(`/BankFile/${SerialId}`)).toMatchObject({ status: 403 })
  })

  test.each(['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer'])(
    '%s of a company sees nothing of it',
    async (role) => {
      const user = await as(role)
      for (const path of ['/BankFile', '/BankFile/1', '/Remittance', '/RemittanceCheck'])
        expect(await user.get(path)).toMatchObject({ status: 403 })
      expect(await uploadBankFile(user, cashFlow(remittance(1)))).toMatchObject({ status: 403 })
    },
  )
})
