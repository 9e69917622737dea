import { beforeEach, describe, expect, test } from 'vitest'
import { type Portal, portal } from '../../../support/portal'
import { debitBill, debitsOf, givenDebits } from './debits'

let here: Portal
let maker: ReturnType<typeof debitsOf>

beforeEach(async () => {
  here = await portal()
  await givenDebits(here)
  maker = debitsOf(await here.as('CustomerMaker'))
})

describe('a preview', () => {
  test('shows what goes, and what stays out and why, and stores nothing', async () => {
    const bill = await debitBill(here)
    const stays = await debitBill(here, { payer: { DebitAuthStatus: 'Rejected' } })
    await debitBill(here, { bill: { BillState: 'Void' } })
    await here.given.bill({ DebitFlag: false })
    const { data } = await maker.preview()
    expect(data).toMatchObject({
      Problem: null,
      NeedsRelease: false,
      Count: 1,
      Amount: 1000,
      Bills: [{ BillNo: bill.BillNo, PayerName: '王○明', Amount: 1000 }],
      StayOutCount: 2,
      Reasons: [
        { Reason: 'NotAuthorized', Count: 1 },
        { Reason: 'Void', Count: 1 },
      ],
      Misfits: [],
      Files: [],
    })
    expect(data.StayOuts[0]).toMatchObject({ BillNo: stays.BillNo, Reason: 'NotAuthorized' })
    expect((await maker.files()).data.FileCount).toBe(0)
  })

  test('names the bills with values that do not fit the format', async () => {
    const bill = await debitBill(here, { payer: { DebitUserNo: 'U'.repeat(21) } })
    expect((await maker.preview()).data.Misfits).toEqual([
      { BillNo: bill.BillNo, Text: '「用戶號碼」超過 20 個位元組' },
    ])
  })

  test('says why no file can be made, and still shows the files of the batch and the bills added since', async () => {
    await debitBill(here)
    await maker.export()
    await debitBill(here)
    here.clock.set('2026-11-24T09:00:00+08:00')
    const later = debitsOf(await here.as('CustomerMaker'))
    expect((await later.preview()).data).toMatchObject({
      Problem: expect.stringContaining('扣款日最早為次一營業日 2026/11/25'),
      Count: 1,
      Reasons: [{ Reason: 'Exported', Count: 1 }],
      Files: [{ State: 'Released', RecordCount: 1, TotalAmount: 1000, UnansweredCount: 1 }],
    })
  })

  test('with the bills that were exported shows them among those that go', async () => {
    await debitBill(here)
    await maker.export()
    expect((await maker.preview({ IncludeExported: true })).data).toMatchObject({ Count: 1, StayOutCount: 0 })
  })
})

test('the records of a file have masked names and accounts', async () => {
  const bill = await debitBill(here)
  await maker.export()
  const [{ FileId }] = (await maker.files()).data.Files
  const checker = debitsOf(await here.as('CustomerChecker'))
  expect((await checker.records(FileId)).data).toMatchObject({
    File: { FileId, RecordCount: 1 },
    Records: [
      {
        Seq: 1,
        BillSerialId: bill.SerialId,
        BillNo: bill.BillNo,
        PayerName: '王○明',
        DebitAccount: expect.stringMatching(/^\*{11}\d{5}$/),
        State: 'Unanswered',
        ResultCode: null,
      },
    ],
  })
})

test('the select options are those of the parameters', async () => {
  const { data } = await (await here.as('CustomerMaker')).get('/BillDesignatedDebitExport/GetAllSelectList')
  expect(Object.keys(data)).toEqual(['ApplyCode', 'BillTermId', 'MediaFormat'])
})
