import { beforeEach, describe, expect, test } from 'vitest'
import { readMedium } from '../../../support/payments/debit-media'
import { insurer, type Portal, portal } from '../../../support/portal'
import { accountsIn, ach, debitBill, debitsOf, givenDebits, storedBill } from './debits'

let here: Portal
let maker: ReturnType<typeof debitsOf>

beforeEach(async () => {
  here = await portal()
  await givenDebits(here)
  maker = debitsOf(await here.as('CustomerMaker'))
})

describe('an export', () => {
  test('is a file with what remains of each bill, and marks the bills', async () => {
    const bill = await debitBill(here, { bill: { ShouldPayAmount: 1500, PaidAmount: 300, PayStatus: 'PartialPaid' } })
    const answer = await maker.export()
    expect(answer.status).toBe(200)
    const { header, details, trailer } = readMedium('AchP01', answer.bytes)
    expect(header).toMatchObject({ TDATE: '01151124', TTIME: '100000', SORG: '9990000' })
    expect(details).toEqual([
      expect.objectContaining({
        TXID: '851',
        SEQ: '00000001',
        PCLNO: '0000112345600123'.padStart(16, '0'),
        RBANK: '0080000',
        AMT: '0000001200',
        CID: '90000017',
        PID: 'A123456789',
        NOTE: bill.VACAccount,
      }),
    ])
    expect(trailer).toMatchObject({ TCOUNT: '00000001', TAMT: '0000000000001200' })
    expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: '2026-11-20T02:00:00.000000Z' })
  })

  test.each(['Fisc200', 'BankOwn'] as const)(
    'in the format %s takes the payers with an account',
    async (MediaFormat) => {
      await debitBill(here)
      const bill = await debitBill(here, { payer: { PayerType: 'Account', DebitUserNo: null } })
      expect(accountsIn(await maker.export({ MediaFormat, TxId: undefined }), MediaFormat)).toEqual([bill.VACAccount])
    },
  )

  test('is the same file byte for byte when it is repeated, whatever happened to the bills', async () => {
    const bill = await debitBill(here)
    const first = await maker.export()
    await here.db
      .updateTable('bill')
      .set({ should_pay_amount: 7 })
      .where('serial_id', '=', Number(bill.SerialId))
      .execute()
    await debitBill(here)
    here.clock.advance({ days: 30 })
    const again = debitsOf(await here.as('CustomerMaker'))
    expect((await again.export()).bytes).toEqual(first.bytes)
  })

  test('that two users request at the same time is one file', async () => {
    await debitBill(here)
    const other = debitsOf(await here.as('CustomerAdmin'))
    const [one, two] = await Promise.all([maker.export(), other.export()])
    expect(one.bytes).toEqual(two.bytes)
    expect((await maker.files()).data.FileCount).toBe(1)
  })

  test('with other parameters leaves out the bills that were exported and not answered', async () => {
    const first = await debitBill(here)
    await maker.export()
    const second = await debitBill(here)
    const answer = await maker.export({ DebitDate: '2026-11-25' })
    expect(accountsIn(answer)).toEqual([second.VACAccount])
    expect(accountsIn(await maker.export())).toEqual([first.VACAccount])
  })

  test('is audited with the number of its records, and not with their accounts', async () => {
    await debitBill(here)
    await maker.export()
    const lines = await here.db
      .selectFrom('audit_log')
      .select(['action', 'record_key', 'after'])
      .where('resource', '=', 'BillDesignatedDebitExport')
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { action: 'Create', after: { ...ach, IncludeExported: false, Count: 1 } },
      { action: 'Export', after: { Count: 1 } },
    ])
    expect(JSON.stringify(lines)).not.toContain('12345678')
  })

  test('protects the bills from deletion until they are answered', async () => {
    const bill = await debitBill(here)
    await maker.export()
    const answer = await (await here.as('CustomerAdmin')).delete(`/Bills/${bill.SerialId}`)
    expect(answer).toMatchObject({ code: '2006', message: expect.stringContaining('已匯出約定扣款') })
  })
})

describe('a further file of a batch', () => {
  test('has the bills that were added, and is then the file of the batch', async () => {
    const first = await debitBill(here)
    const firstFile = await maker.export()
    const second = await debitBill(here)
    const made = await maker.newFile()
    expect(made.data).toMatchObject({ State: 'Released' })
    const newest = await maker.export()
    expect(accountsIn(newest)).toEqual([second.VACAccount])
    expect(readMedium('AchP01', newest.bytes).details[0]?.SEQ).toBe('00000002')
    const [, { FileId }] = (await maker.files()).data.Files
    expect((await maker.download(FileId)).bytes).toEqual(firstFile.bytes)
    expect(accountsIn(firstFile)).toEqual([first.VACAccount])
  })

  test('is refused if no bill was added', async () => {
    await debitBill(here)
    await maker.export()
    expect(await maker.newFile()).toMatchObject({
      code: '2006',
      message: '這個期別沒有可以匯出的帳單：已匯出、尚未回覆 1 張。請更正後再匯出，或改選其他條件。',
    })
  })

  test('is made with IncludeExported only if the bills or their amounts have changed', async () => {
    const first = await debitBill(here)
    const file = await maker.export()
    expect((await maker.export({ IncludeExported: true })).bytes).toEqual(file.bytes)
    const second = await debitBill(here)
    const whole = await maker.export({ IncludeExported: true })
    expect(accountsIn(whole)).toEqual([first.VACAccount, second.VACAccount])
    expect((await maker.export({ IncludeExported: true })).bytes).toEqual(whole.bytes)
    expect((await maker.export()).bytes).toEqual(whole.bytes)
    expect((await maker.files()).data.FileCount).toBe(2)
  })
})

test('with IncludeExported a corrected account of a payer is in a new file', async () => {
  const { PayerId } = await debitBill(here)
  const file = await maker.export()
  await here.db
    .updateTable('payer')
    .set({ debit_account: '98765432101234' })
    .where('payer_id', '=', String(PayerId))
    .execute()
  const corrected = await maker.export({ IncludeExported: true })
  expect(corrected.bytes).not.toEqual(file.bytes)
  expect(readMedium('AchP01', corrected.bytes).details).toMatchObject([{ RCLNO: '0098765432101234' }])
})

describe('an export is refused', () => {
  test.each([
    ['with a day that is no business day', { DebitDate: '2026-11-22' }, '2002', /最早為次一營業日 2026\/11\/23/],
    ['on a weekend', { DebitDate: '2026-11-28' }, '2002', /須為銀行營業日/],
    ['without the transaction code of the clearing house', { TxId: undefined }, '2002', /交易代號/],
    ['with another transaction code', { TxId: '85A' }, '2002', /3 位數字/],
    ['with an unknown format', { MediaFormat: 'Csv' }, '2002', /媒體格式/],
    ['with a term that does not exist', { BillTermId: '2026-99' }, '2004', /沒有代收期別/],
    ['of a foreign company', { ApplyCode: '77003' }, '2002', /不能使用委託單位/],
  ])('%s', async (_, values, code, message) => {
    await debitBill(here)
    expect(await maker.export(values)).toMatchObject({ code, message: expect.stringMatching(message) })
    expect((await maker.files()).data).toEqual({ FileCount: 0, Files: [] })
  })

  test('with the reasons why no bill goes', async () => {
    await debitBill(here, { payer: { DebitAuthStatus: 'Applying' } })
    await debitBill(here, { payer: { PayerType: 'Account', DebitUserNo: null } })
    expect(await maker.export()).toMatchObject({ code: '2006', message: /未授權 1 張、繳款人類別不符 1 張/ })
  })

  test('with the bill and the field of a value that does not fit the format', async () => {
    const bill = await debitBill(here, { payer: { DebitUserNo: 'U'.repeat(21) } })
    expect(await maker.export()).toMatchObject({
      code: '2002',
      message: `帳單 ${bill.BillNo} 的「用戶號碼」超過 20 個位元組，不能匯出；請更正後再匯出。`,
    })
    expect(await storedBill(here, bill)).toMatchObject({ debit_export_time: null })
  })

  test('of an agreement without the channel as which debits are booked', async () => {
    await here.db
      .updateTable('agreement')
      .set({ channels: JSON.stringify(['01', '07']) })
      .execute()
    await debitBill(here)
    expect(await maker.export()).toMatchObject({ code: '2006', message: /沒有啟用通路「票交所ACH」/ })
  })

  test('of a term that is closed', async () => {
    await here.db.updateTable('bill_term').set({ term_status: 'Closed' }).execute()
    await debitBill(here)
    expect(await maker.export()).toMatchObject({ code: '2006', message: /只能匯出開放中的期別/ })
  })
})

describe('roles and companies', () => {
  test.each([
    ['CustomerAdmin', 200],
    ['CustomerMaker', 200],
    ['CustomerChecker', 403],
    ['CustomerViewer', 403],
    ['BankOperator', 403],
  ])('%s gets status %i for an export', async (role, status) => {
    await debitBill(here)
    expect((await debitsOf(await here.as(role)).export()).status).toBe(status)
  })

  test('a file of another company does not exist for a user', async () => {
    await debitBill(here)
    await maker.export()
    const [{ FileId }] = (await maker.files()).data.Files
    const stranger = debitsOf(await here.as('CustomerAdmin', insurer))
    for (const answer of [
      await stranger.records(FileId),
      await stranger.download(FileId),
      await stranger.refuse(FileId),
    ])
      expect(answer.status).toBe(404)
    expect((await stranger.files()).data.FileCount).toBe(0)
  })
})
