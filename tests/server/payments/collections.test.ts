import { expect, test as plainTest } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import { missingTools, readPdf } from '../../documents/tools'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'

const test = plainTest

/** The committee with a bill of 1,000 dollars, and its users. */
const office = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  const bill = await here.given.bill({ PayerName: '王大明' })
  return { ...here, bill, maker: await here.as('CustomerMaker'), admin: await here.as('CustomerAdmin') }
}

/** The body of a collection; without a receipt number. */
const collection = (bill: RecordValues, values: RecordValues = {}): RecordValues => ({
  ApplyCode: '77001',
  BillSerialId: bill.SerialId,
  CollectAmount: 1000,
  CollectDate: '2026-11-20',
  CollectMethod: 'Cash',
  ...values,
})

const stateOf = async ({ db }: Pick<Portal, 'db'>, { SerialId }: RecordValues) => {
  const bill = await db
    .selectFrom('bill')
    .select(['paid_amount', 'pay_status', 'channel_id', 'paid_time'])
    .where('serial_id', '=', Number(SerialId))
    .executeTakeFirstOrThrow()
  return Object.values(bill)
}

const entriesOf = async ({ db }: Pick<Portal, 'db'>) =>
  (
    await db
      .selectFrom('payment')
      .select(['amount', 'channel_id', 'receipt_no', 'collection_serial_id'])
      .orderBy('payment_id')
      .execute()
  ).map(Object.values)

test('a collection writes its entry on the bill, with a receipt number and an audit line', async () => {
  const here = await office()
  const { code, data } = await here.maker.post('/SelfCollection', collection(here.bill))
  expect(code).toBe('0000')
  expect(data).toMatchObject({
    BillNo: here.bill.BillNo,
    BillTermId: '2026-11',
    VACAccount: here.bill.VACAccount,
    ShouldPayAmount: 1000,
    CollectStatus: 'Collected',
    ReceiptNo: 'R1151120001',
  })
  expect(await stateOf(here, here.bill)).toEqual([1000, 'Paid', 'A0', '2026-11-20T02:00:00.000000Z'])
  expect(await entriesOf(here)).toEqual([[1000, 'A0', 'R1151120001', data.SerialId]])
  expect(await verifyLedger(here.db)).toEqual([])
  const audit = await here.db
    .selectFrom('audit_log')
    .select(['action', 'record_key'])
    .where('resource', '=', 'selfCollection')
    .execute()
  expect(audit).toEqual([{ action: 'Create', record_key: String(data.SerialId) }])
})

test('a bill can be collected in parts, up to what it lacks', async () => {
  const here = await office()
  await here.maker.post('/SelfCollection', collection(here.bill, { CollectAmount: 400 }))
  expect((await stateOf(here, here.bill)).slice(0, 2)).toEqual([400, 'PartialPaid'])
  const tooMuch = await here.maker.post('/SelfCollection', collection(here.bill, { CollectAmount: 601 }))
  expect(tooMuch).toMatchObject({
    code: '2007',
    errors: { CollectAmount: `帳單 ${here.bill.BillNo} 未繳金額為 600 元，收款金額不可超過。` },
  })
  expect((await here.maker.post('/SelfCollection', collection(here.bill, { CollectAmount: 600 }))).data.ReceiptNo).toBe(
    'R1151120002',
  )
  expect((await stateOf(here, here.bill)).slice(0, 2)).toEqual([1000, 'Paid'])
  const again = await here.maker.post('/SelfCollection', collection(here.bill, { CollectAmount: 1 }))
  expect(again).toMatchObject({
    code: '2006',
    message: `帳單 ${here.bill.BillNo} 已繳清，不能再收款；請確認是否重複登錄。`,
  })
  expect(await verifyLedger(here.db)).toEqual([])
})

test('money of a former day has no time of day, and at most 90 days ago', async () => {
  const here = await office()
  expect(await here.maker.post('/SelfCollection', collection(here.bill, { CollectDate: '2026-08-21' }))).toMatchObject({
    errors: { CollectDate: expect.any(String) },
  })
  expect(await here.maker.post('/SelfCollection', collection(here.bill, { CollectDate: '2026-11-21' }))).toMatchObject({
    errors: { CollectDate: expect.any(String) },
  })
  expect((await here.maker.post('/SelfCollection', collection(here.bill, { CollectDate: '2026-08-22' }))).code).toBe(
    '0000',
  )
  expect((await stateOf(here, here.bill))[3]).toBe('2026-08-21T16:00:00.000000Z')
})

test('a program may name the bill by its number or its account', async () => {
  const here = await office()
  const { BillSerialId: _, ...unnamed } = collection(here.bill, { CollectAmount: 10 })
  expect((await here.maker.post('/SelfCollection', { ...unnamed, BillNo: here.bill.BillNo })).data).toMatchObject({
    VACAccount: here.bill.VACAccount,
  })
  expect(
    (
      await here.maker.post('/SelfCollection', {
        ...unnamed,
        VACAccount: `00${here.bill.VACAccount}`,
        ConfirmEqual: true,
      })
    ).data,
  ).toMatchObject({
    BillNo: here.bill.BillNo,
  })
  const other = await here.given.bill()
  expect(await here.maker.post('/SelfCollection', collection(here.bill, { BillNo: other.BillNo }))).toMatchObject({
    code: '2004',
    errors: { BillNo: `帳單編號 ${other.BillNo} 與所選的帳單不符，請確認後再填。` },
  })
  expect(await here.maker.post('/SelfCollection', { ...unnamed, BillNo: 'B202611-999999' })).toMatchObject({
    code: '2004',
    errors: { BillNo: expect.any(String) },
  })
  expect(Object.keys((await here.maker.post('/SelfCollection', unnamed)).errors)).toEqual(['BillSerialId'])
})

test.each([
  { BillNo: 'b202611-000777' },
  { BillNo: 'B202611000777' },
  { BillNo: 'Ｂ202611‐０００777' },
  { BillNo: 'B202611 000777\u200b' },
  { VACAccount: '7700 1260 0077 71' },
  { VACAccount: '7700-1260-0077-71' },
  { VACAccount: '00 7700 1260 0077 71' },
  { VACAccount: '７７００１２６０００７７７１' },
])('the number and the account of the bill are taken as people write them: %j', async (named) => {
  const here = await office()
  await here.given.bill({ BillNo: 'B202611-000777', VACAccount: '77001260007771' })
  const { code, data } = await here.maker.post('/SelfCollection', { ...collection({}), ...named })
  expect([code, data.BillNo, data.VACAccount]).toEqual(['0000', 'B202611-000777', '77001260007771'])
})

test('a number that may mean several bills names none of them, but the written number names its own', async () => {
  const here = await office()
  await here.given.bill({ BillNo: 'B-1' })
  await here.given.bill({ BillNo: 'b-1' })
  const collect = (BillNo: string) => here.maker.post('/SelfCollection', { ...collection({}), BillNo })
  expect((await collect('B1')).errors).toEqual({ BillNo: '查無帳單編號 B1 的帳單，請確認後再填。' })
  expect((await collect('b-1')).data.BillNo).toBe('b-1')
})

test('a void bill and a bill of another company take no collection', async () => {
  const here = await office()
  const voided = await here.given.bill({ BillState: 'Void' })
  expect(await here.maker.post('/SelfCollection', collection(voided))).toMatchObject({
    code: '2006',
    message: `帳單 ${voided.BillNo} 已作廢，不能收款；請確認帳單編號。`,
  })
  const foreign = await here.as('CustomerMaker', insurer)
  for (const body of [
    collection(here.bill),
    collection(here.bill, { ApplyCode: '77003' }),
    collection(here.bill, { ApplyCode: '77003', BillSerialId: null, BillNo: here.bill.BillNo }),
  ])
    expect((await foreign.post('/SelfCollection', body)).code).not.toBe('0000')
  expect((await foreign.get('/SelfCollection')).data.TotalCount).toBe(0)
  expect(await entriesOf(here)).toEqual([])
})

test('a receipt number is unique in the company, also for two agreements', async () => {
  const here = await office()
  await here.given.agreement({ ApplyCode: '77002', AgreementName: '示範停車費' })
  await here.given.billTerm({ ApplyCode: '77002' })
  const parking = await here.given.bill({ ApplyCode: '77002', VACAccount: '77002260000019' })
  const both = await here.as('CustomerMaker', { ApplyCodes: ['77001', '77002'] })
  expect(
    (await both.post('/SelfCollection', collection(here.bill, { CollectAmount: 1, ReceiptNo: 'R1151120007' }))).data
      .ReceiptNo,
  ).toBe('R1151120007')
  const other = collection(parking, { ApplyCode: '77002', CollectAmount: 1 })
  expect(await both.post('/SelfCollection', { ...other, ReceiptNo: 'R1151120007' })).toMatchObject({
    code: '2003',
    errors: { ReceiptNo: expect.any(String) },
  })
  expect((await both.post('/SelfCollection', other)).data.ReceiptNo).toBe('R1151120008')
})

test('a receipt number is given out once, also if users enter numbers of the day at the same time', async () => {
  const here = await office()
  const [automatic, entered] = [
    collection(here.bill, { CollectAmount: 1, ConfirmEqual: true }),
    (no: number) => collection(here.bill, { CollectAmount: 1, ConfirmEqual: true, ReceiptNo: `R115112000${no}` }),
  ]
  const numbers = [9, 1, 2, 3, 4, 5]
  const answers = await Promise.all(
    numbers.flatMap((no) => [
      here.maker.post('/SelfCollection', entered(no)),
      here.admin.post('/SelfCollection', automatic),
    ]),
  )
  const given = answers.filter((_, index) => index % 2 === 1)
  expect(given.map(({ code }) => code)).toEqual(numbers.map(() => '0000'))
  expect(new Set(given.map(({ data }) => data.ReceiptNo)).size).toBe(numbers.length)
})

test('a number that a user entered for another day is not given out on that day', async () => {
  const here = await office()
  await here.maker.post(
    '/SelfCollection',
    collection(here.bill, { CollectAmount: 1, ConfirmEqual: true, ReceiptNo: 'R1151121001' }),
  )
  await here.maker.post(
    '/SelfCollection',
    collection(here.bill, { CollectAmount: 1, ConfirmEqual: true, ReceiptNo: 'R1151121-9' }),
  )
  here.clock.advance({ days: 1 })
  const maker = await here.as('CustomerMaker')
  expect(
    (await maker.post('/SelfCollection', collection(here.bill, { CollectAmount: 1, ConfirmEqual: true }))).data
      .ReceiptNo,
  ).toBe('R1151121002')
})

test('of two people who collect the same bill at once, only one records the money', async () => {
  const here = await office()
  const answers = await Promise.all(
    [here.maker, here.admin].map((user) => user.post('/SelfCollection', collection(here.bill))),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2006'])
  expect(await stateOf(here, here.bill)).toEqual([1000, 'Paid', 'A0', '2026-11-20T02:00:00.000000Z'])
  expect(await verifyLedger(here.db)).toEqual([])
})

test('a bill that is voided while its money is collected is either void or paid', async () => {
  const here = await office()
  const [collected, voided] = await Promise.all([
    here.maker.post('/SelfCollection', collection(here.bill)),
    here.admin.delete(`/Bills/${here.bill.SerialId}`),
  ])
  expect([collected?.code, voided?.code].sort()).toEqual(['0000', '2006'])
})

const cancel = { UpdateTime: '', Reason: '金額登錄錯誤' }

test('a manager cancels a collection on its day: a counter-entry takes the money back, and nothing is deleted', async () => {
  const here = await office()
  const { data } = await here.maker.post('/SelfCollection', collection(here.bill))
  const body = { ...cancel, UpdateTime: data.UpdateTime }
  for (const role of ['CustomerMaker', 'CustomerViewer'])
    expect((await (await here.as(role)).post(`/Ext/SelfCollection/${data.SerialId}/Cancel`, body)).status).toBe(403)
  const checker = await here.as('CustomerChecker')
  expect((await checker.post(`/Ext/SelfCollection/${data.SerialId}/Cancel`, { ...body, Reason: ' ' })).errors).toEqual({
    Reason: '請填寫取消原因，2 至 200 字。',
  })
  expect((await checker.post(`/Ext/SelfCollection/${data.SerialId}/Cancel`, body)).code).toBe('0000')
  expect(await stateOf(here, here.bill)).toEqual([0, 'Unpaid', null, null])
  expect(await entriesOf(here)).toEqual([
    [1000, 'A0', 'R1151120001', data.SerialId],
    [-1000, 'A0', 'R1151120001', data.SerialId],
  ])
  const [listed] = (await here.admin.get('/SelfCollection')).data.Items
  expect(listed).toMatchObject({ CollectStatus: 'Cancelled', CancelReason: '金額登錄錯誤' })
  const again = await checker.post(`/Ext/SelfCollection/${data.SerialId}/Cancel`, {
    ...cancel,
    UpdateTime: listed.UpdateTime,
  })
  expect(again).toMatchObject({ code: '2006', message: '收據 R1151120001 的收款已經取消。' })
  expect((await here.maker.post('/SelfCollection', collection(here.bill))).code).toBe('0000')
  expect(await verifyLedger(here.db)).toEqual([])
})

test('two managers who cancel at once take the money back once', async () => {
  const here = await office()
  const { data } = await here.maker.post('/SelfCollection', collection(here.bill))
  const checker = await here.as('CustomerChecker')
  const body = { ...cancel, UpdateTime: data.UpdateTime }
  const answers = await Promise.all(
    [here.admin, checker].map((user) => user.post(`/Ext/SelfCollection/${data.SerialId}/Cancel`, body)),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2009'])
  expect(await entriesOf(here)).toHaveLength(2)
})

test('a collection of a former day cannot be cancelled', async () => {
  const here = await office()
  const { data } = await here.maker.post('/SelfCollection', collection(here.bill))
  here.clock.advance({ days: 1 })
  const admin = await here.as('CustomerAdmin')
  expect(
    await admin.post(`/Ext/SelfCollection/${data.SerialId}/Cancel`, { ...cancel, UpdateTime: data.UpdateTime }),
  ).toMatchObject({
    code: '2006',
    message: '收據 R1151120001 的收款於 2026/11/20 登錄，只能在登錄當天取消；請改以退款辦理，並洽代收銀行。',
  })
})

plainTest.skipIf(missingTools() !== null)(
  'the receipt states the money in figures and words; that of a cancelled collection is void',
  async () => {
    const here = await office()
    const { data } = await here.maker.post('/SelfCollection', collection(here.bill))
    const receipt = await here.maker.get(`/Ext/SelfCollection/${data.SerialId}/DownloadReceipt`)
    expect(decodeURIComponent(receipt.headers.get('Content-Disposition') ?? '')).toContain('收據_R1151120001.pdf')
    const { text = '' } = (await readPdf(receipt.bytes)).pages[0] ?? {}
    for (const words of [
      '示範社區管理委員會',
      'R1151120001',
      '王大明',
      String(here.bill.BillNo),
      '新臺幣 1,000 元',
      '新臺幣壹仟元整',
      '現金',
      '民國115年11月20日',
      '收執聯',
      '存根聯',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('作廢')
    const viewed = await (await here.as('CustomerViewer')).get(`/Ext/SelfCollection/${data.SerialId}/DownloadReceipt`)
    expect((await readPdf(viewed.bytes)).pages[0]?.text).toContain('王○明')
    await here.admin.post(`/Ext/SelfCollection/${data.SerialId}/Cancel`, { ...cancel, UpdateTime: data.UpdateTime })
    const voided = await here.maker.get(`/Ext/SelfCollection/${data.SerialId}/DownloadReceipt`)
    const voidText = (await readPdf(voided.bytes)).pages[0]?.text ?? ''
    for (const words of ['作廢', '金額登錄錯誤']) expect(voidText).toContain(words)
  },
)

test('a collection with the amount, date and method of a recorded one is asked about, at any time, and taken when it is confirmed', async () => {
  const here = await office()
  const [bill, otherBill] = [await here.given.bill({ ShouldPayAmount: 9000 }), await here.given.bill()]
  const body = collection(bill, { CollectDate: '2026-11-19', ReceiptNo: 'A-1' })
  await here.maker.post('/SelfCollection', body)
  here.clock.advance({ minutes: 11 })
  const again = { ...body, ReceiptNo: null }
  const question = await here.admin.post('/SelfCollection', again)
  expect(question).toMatchObject({
    code: '2003',
    errors: {
      ConfirmEqual: expect.stringMatching(
        /^與 2026\/11\/20 10:00 由 \S+ 登錄的收款（收據 A-1）金額、日期及收款方式都相同/,
      ),
    },
  })
  expect(question.message).toBe(question.errors.ConfirmEqual)
  for (const different of [{ CollectAmount: 999 }, { CollectDate: '2026-11-18' }, { CollectMethod: 'Card' }]) {
    expect((await here.maker.post('/SelfCollection', { ...again, ...different })).code).toBe('0000')
    here.clock.advance({ minutes: 11 })
  }
  expect((await here.maker.post('/SelfCollection', collection(otherBill, { CollectDate: '2026-11-19' }))).code).toBe(
    '0000',
  )
  expect((await here.maker.post('/SelfCollection', { ...again, ConfirmEqual: 'yes' })).code).toBe('2003')
  expect((await here.maker.post('/SelfCollection', { ...again, ConfirmEqual: true })).code).toBe('0000')
  expect((await stateOf(here, bill))[0]).toBe(999 + 4 * 1000)
  expect(await verifyLedger(here.db)).toEqual([])
})

test('two equal amounts of a bill within ten minutes are asked about, whatever their dates and methods, but not after a cancellation', async () => {
  const here = await office()
  const bill = await here.given.bill({ ShouldPayAmount: 9000 })
  const { data } = await here.maker.post('/SelfCollection', collection(bill))
  const other = collection(bill, { CollectDate: '2026-11-18', CollectMethod: 'Card' })
  here.clock.advance({ minutes: 10 })
  expect((await here.maker.post('/SelfCollection', other)).errors).toEqual({
    ConfirmEqual: expect.stringContaining('金額相同'),
  })
  here.clock.advance({ minutes: 1 })
  expect((await here.maker.post('/SelfCollection', other)).code).toBe('0000')
  await here.admin.post(`/Ext/SelfCollection/${data.SerialId}/Cancel`, {
    UpdateTime: data.UpdateTime,
    Reason: '登錄錯誤',
  })
  here.clock.advance({ minutes: 11 })
  expect((await here.maker.post('/SelfCollection', collection(bill))).code).toBe('0000')
})

test('of two equal collections at the same moment, the second one is asked about', async () => {
  const here = await office()
  const bill = await here.given.bill({ ShouldPayAmount: 9000 })
  const answers = await Promise.all(
    [here.maker, here.admin].map((client) => client.post('/SelfCollection', collection(bill))),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2003'])
  expect((await stateOf(here, bill))[0]).toBe(1000)
})
