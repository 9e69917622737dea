import { describe, expect, test } from 'vitest'
import { atBank, atPost, atStore, fileOf } from './support/files'
import { portalWithHeldFiles, threeAccounts } from './support/held-files'
import { cashFlow, remittance } from './support/uploaded-files'

const { here, operator, uploaded, upload, sent, received, recordOf, bookedOn } = await portalWithHeldFiles()
const { db, ports } = here

describe('a store file that is sent again with other content', () => {
  test('is held with the figures of its differences, and nothing of it is booked', async () => {
    const [a, b, c] = threeAccounts()
    const first = await sent(atStore(a), atStore(b))
    const second = await sent(atStore(a), atStore(b), atStore(c))
    expect(first).toMatchObject({ ImportStatus: 'Succeeded', HoldReason: null })
    expect(second).toMatchObject({
      ImportStatus: 'Held',
      HoldReason: 'SameHeader',
      HoldDecision: null,
      LineCount: 3,
      TotalAmount: 3000,
      EqualCount: 2,
      NewCount: 1,
      MissingCount: 0,
      CorrectedCount: 0,
      RepeatedCount: null,
      ErrorMessage: `檔頭的代收機構與日期和先前的檔案（序號 ${first.SerialId}）相同，內容不同：2 筆相同、1 筆新增、0 筆缺少。尚未入帳，請確認是「更正版」或「追加」；檔案有誤時請刪除。`,
    })
    expect(await bookedOn([a, b, c])).toEqual({ count: 2, sum: 2000 })
    const [job] = (await operator.get('/Ext/GetJobs')).data
    expect(job).toMatchObject({
      RecordId: String(second.SerialId),
      State: 'done',
      Note: second.ErrorMessage,
      Unread: true,
    })
  })

  test('in another order needs no decision: every line counts as repeated', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a), atStore(b), atStore(c))
    expect(await sent(atStore(c), atStore(a), atStore(b))).toMatchObject({
      ImportStatus: 'Succeeded',
      HoldReason: null,
      LineCount: 3,
      WrittenOffCount: 0,
      ExceptionCount: 0,
      RepeatedCount: 3,
      EqualCount: 3,
    })
    expect(await bookedOn([a, b, c])).toEqual({ count: 3, sum: 3000 })
  })

  test('of another day or of another agency is booked', async () => {
    const [a, b, c] = threeAccounts()
    await sent(atStore(a))
    for (const [account, header] of [
      [b, { TransDate: '2026-11-18' }],
      [c, { AgencyCode: 'TFM' }],
    ] as const)
      expect(await uploaded(fileOf('store', [atStore(account)], header))).toMatchObject({
        ImportStatus: 'Succeeded',
        ExceptionCount: 1,
      })
  })

  test('byte for byte is ignored as a whole, while the first one is held too', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const bytes = fileOf('store', [atStore(a), atStore(b)])
    const { SerialId } = await uploaded(bytes)
    expect(await upload(bytes)).toMatchObject({
      code: '2003',
      message: expect.stringMatching(
        new RegExp(`序號 ${SerialId}「.*」，待確認），還沒有入帳；請開啟該檔案，確認是「更正版」或「追加」。$`),
      ),
    })
  })

  test('from the drop folder is held, too', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    here.log.lines.length = 0
    const serialId = await received('MART', [atStore(a), atStore(b)])
    await ports.jobs.runUntilIdle()
    expect(await recordOf({ SerialId: serialId })).toMatchObject({
      Source: 'Folder',
      ImportStatus: 'Held',
      EqualCount: 1,
      NewCount: 1,
    })
    expect(here.log.lines.filter(({ event }) => event === 'bank file held')).toMatchObject([
      { level: 'warn', facts: { file: serialId } },
    ])
  })

  test('can be deleted, and is then as if it had not come', async () => {
    const [a, b] = threeAccounts()
    await sent(atStore(a))
    const held = await sent(atStore(b))
    expect(await operator.delete(`/BankFile/${held.SerialId}`)).toMatchObject({ code: '0000' })
    expect(await db.selectFrom('bank_file_difference').selectAll().execute()).toEqual([])
    expect(await sent(atStore(b))).toMatchObject({ ImportStatus: 'Held', EqualCount: 0, NewCount: 1, MissingCount: 1 })
  })
})

describe('other files that are sent again with one line more', () => {
  test('of the bank book only that line', async () => {
    const [a, b] = threeAccounts()
    const [first, second] = [atBank(a, { TxnSeq: '800001' }), atBank(b, { TxnSeq: '800002' })]
    await uploaded(fileOf('bank', [first]))
    expect(await uploaded(fileOf('bank', [second, first]))).toMatchObject({
      ImportStatus: 'Succeeded',
      ExceptionCount: 1,
      RepeatedCount: 1,
    })
    expect(await bookedOn([a, b])).toEqual({ count: 2, sum: 2000 })
  })

  test('of the bank book equal payments without a serial once each', async () => {
    const [a, b] = threeAccounts()
    const withoutSerial = (account: string) => atBank(account, { TxnSeq: '' })
    expect(await uploaded(fileOf('bank', [withoutSerial(a), withoutSerial(a)]))).toMatchObject({ ExceptionCount: 2 })
    expect(await uploaded(fileOf('bank', [withoutSerial(b), withoutSerial(a), withoutSerial(a)]))).toMatchObject({
      ExceptionCount: 1,
      RepeatedCount: 2,
    })
    expect(await bookedOn([a, b])).toEqual({ count: 3, sum: 3000 })
  })

  test('of the post office book only that line, with or without a serial', async () => {
    const [a, b] = threeAccounts()
    const [first, second] = [atPost(a, { TxnSeq: '' }), atPost(b)]
    await uploaded(fileOf('post', [first]))
    expect(await uploaded(fileOf('post', [second, first]))).toMatchObject({ ExceptionCount: 1, RepeatedCount: 1 })
    expect(await bookedOn([a, b])).toEqual({ count: 2, sum: 2000 })
  })

  test('of remittances store only that line', async () => {
    await uploaded(cashFlow(remittance(1000)))
    expect(await uploaded(cashFlow(remittance(2000), remittance(1000)))).toMatchObject({
      ImportStatus: 'Succeeded',
      RepeatedCount: 1,
    })
    expect((await operator.get('/Remittance')).data.TotalCount).toBe(2)
  })
})
