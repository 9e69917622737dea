import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { conditionLeaves } from '../../../src/schema/rules/condition'
import { bankHandler } from '../../../src/server/payments/line-rows'
import { companies } from '../../support/builders'
import { portal } from '../../support/portal'
import { book, givenAgreements, givenBill, lineOnRecord, newAccount, paidOn, reported } from './support/booking'
import { billOf, waiting } from './support/exceptions'
import { expectCorrectLedger } from './support/persons'

const here = await portal()
await givenAgreements(here)
await here.given.agreement({ ApplyCode: '77004', DualControl: true })
await here.given.agreement({ ApplyCode: '77006' })
for (const ApplyCode of ['77004', '77006']) await here.given.billCategory({ ApplyCode })
const own = { ApplyCodes: ['77001', '77002', '77004', '77006'] }
const maker = await here.as('CustomerMaker', { UserId: 'maker01', ...own })
const checker = await here.as('CustomerChecker', { UserId: 'checker01', ...own })
const [operator, bankViewer] = [
  await here.as('BankOperator', { UserId: 'bankop01' }),
  await here.as('BankViewer', { UserId: 'bankview01' }),
]

afterEach(() => expectCorrectLedger(here))

const page = '/TLDetailExceptionHandling'
const Reason = '存款人寫錯帳號'
/** A payment of an amount that no other test has, for the account of a bill that is already paid. */
const duplicate = async (bill: RecordValues, Amount: number) => {
  await sql`update bill set should_pay_amount = ${Amount} where serial_id = ${bill.SerialId}`.execute(here.db)
  await book(here, reported({ VACAccount: String(bill.VACAccount), Amount }))
  return (await book(here, reported({ VACAccount: String(bill.VACAccount), Amount }))).serialIds[0] ?? 0
}
const suggestionFor = async (line: number) =>
  (await maker.get(`/Ext${page}/GetSuggestions`, { SerialId: [line] })).data.Items[0]

describe('bills to which a line can be changed', () => {
  test('with the amount come first, then those of the payer, then others; each says why', async () => {
    const payer = { PayerId: 'A1-0701' }
    const line = await duplicate(await givenBill(here, payer), 1701)
    const others = await givenBill(here, { ShouldPayAmount: 900 })
    const ofPayer = await givenBill(here, { ...payer, ShouldPayAmount: 800 })
    const equal = await givenBill(here, { ShouldPayAmount: 1701 })
    const partly = await givenBill(here, { ShouldPayAmount: 2701, BillCategoryCode: 'PART' })
    await book(here, reported({ VACAccount: String(partly.VACAccount), Amount: 1000 }))
    const dual = await billOf(here, '77004', { ShouldPayAmount: 1701 })
    const { Items } = (await maker.get(`${page}/${line}/GetChangeBills`)).data
    expect(Items.slice(0, 3)).toMatchObject([
      { SerialId: partly.SerialId, Match: 'Amount', RemainAmount: 1701, PaidAmount: 1000, BillStatus: 'PartialPaid' },
      { SerialId: equal.SerialId, Match: 'Amount', RemainAmount: 1701 },
      { SerialId: ofPayer.SerialId, Match: 'Payer', RemainAmount: 800, PayerName: expect.stringContaining('○') },
    ])
    const ids = Items.map(({ SerialId }: RecordValues) => SerialId)
    expect(ids).toContain(others.SerialId)
    expect(ids).not.toContain(dual.SerialId)
    const found = await maker.get(`${page}/${line}/GetChangeBills`, { Keyword: String(others.BillNo) })
    expect(found.data).toMatchObject({ Items: [{ SerialId: others.SerialId, Match: 'Other' }], TotalCount: 1 })
    expect((await maker.get(`${page}/${line}/GetChangeBills`, { Keyword: '%%' })).data.Items).toEqual([])
    for (const Keyword of ['1', '王', ' 1 ', 'x'.repeat(41)])
      expect((await maker.get(`${page}/${line}/GetChangeBills`, { Keyword })).errors, Keyword).toEqual({
        Keyword: '查詢文字須為 2 到 40 字。',
      })
  })

  test('are a hundred at most, with one more in TotalCount, also behind a thousand newer bills in another currency', async () => {
    const copiesOf = (bill: RecordValues, count: number, values: RecordValues = {}) =>
      sql`
        insert into bill overriding system value
        select r.* from bill b, generate_series(1, ${count}) n, jsonb_populate_record(b, ${JSON.stringify(values)}::jsonb || jsonb_build_object(
          'serial_id', b.serial_id * 10000 + n, 'bill_no', b.bill_no || '-' || n, 'vac_account', null)) r
        where b.serial_id = ${bill.SerialId}`.execute(here.db)
    const line = await waiting(here, { VACAccount: newAccount('77006') })
    const found = async () => (await maker.get(`${page}/${line}/GetChangeBills`)).data
    const bill = await billOf(here, '77006', { ShouldPayAmount: 700 })
    await copiesOf(bill, 1001, { currency_type: 'USD' })
    expect(await found()).toMatchObject({ Items: [{ SerialId: bill.SerialId }], TotalCount: 1 })
    await copiesOf(await billOf(here, '77006', { ShouldPayAmount: 800 }), 98)
    expect(await found()).toMatchObject({ Items: { length: 100 }, TotalCount: 100 })
    await billOf(here, '77006', { ShouldPayAmount: 900 })
    expect(await found()).toMatchObject({ Items: { length: 100 }, TotalCount: 101 })
  })
})

describe('suggestions', () => {
  test('a repeated payment goes to another bill of the payer', async () => {
    const payer = { PayerId: 'A1-0702' }
    const line = await duplicate(await givenBill(here, payer), 4802)
    const next = await givenBill(here, { ...payer, ShouldPayAmount: 4802 })
    expect(await suggestionFor(line)).toEqual({
      SerialId: line,
      Text: '同一繳款人有一張應繳 4,802 的帳單',
      Action: 'ChangeBill',
      BillSerialId: next.SerialId,
      BillNo: next.BillNo,
      Reason: `同一繳款人，改銷帳單 ${next.BillNo}`,
    })
  })

  test('one transfer for three children is divided, as suggested', async () => {
    const payer = { PayerId: 'A1-0703' }
    const bills = [1103, 1203, 1303].map((ShouldPayAmount) => ({ ...payer, ShouldPayAmount }))
    const [first, ...others] = [
      await givenBill(here, bills[0]),
      await givenBill(here, bills[1]),
      await givenBill(here, bills[2]),
    ]
    const line = (await book(here, reported({ VACAccount: String(first?.VACAccount), Amount: 3609 }))).serialIds[0] ?? 0
    const { Text, Action, Parts, Reason: reason } = await suggestionFor(line)
    expect([Text, Action, Parts.length]).toEqual(['同一繳款人有 3 張帳單，合計 3,609', 'Divide', 3])
    const Items = Parts.map(({ BillSerialId, Amount }: RecordValues) => ({ BillSerialId, Amount }))
    expect((await maker.put(`${page}/${line}/Divide`, { Items, Reason: reason })).data.WriteOffStatus).toBe('Divided')
    for (const bill of [first ?? {}, ...others]) expect(await paidOn(here, bill)).toMatchObject({ pay_status: 'Paid' })
    const fees =
      await sql<RecordValues>`select channel_fee, net_amount from transaction_line where parent_serial_id = ${line} order by serial_id`.execute(
        here.db,
      )
    expect(fees.rows).toEqual([
      { channel_fee: 3, net_amount: 1100 },
      { channel_fee: 3, net_amount: 1200 },
      { channel_fee: 4, net_amount: 1299 },
    ])
  })

  test('an account with a wrong digit is corrected', async () => {
    const bill = await givenBill(here, { ShouldPayAmount: 1704 })
    const account = String(bill.VACAccount)
    const wrong = account.slice(0, -1) + String((Number(account.at(-1)) + 1) % 10)
    const line = await waiting(here, { VACAccount: wrong, Amount: 1704 })
    expect(await suggestionFor(line)).toMatchObject({ Action: 'ChangeVACAccount', VACAccount: account })
  })

  test('a payment goes to the only bill that lacks its amount, also if that bill is partly paid', async () => {
    const bill = await givenBill(here, { ShouldPayAmount: 2706, BillCategoryCode: 'PART' })
    await book(here, reported({ VACAccount: String(bill.VACAccount), Amount: 1000 }))
    const line = await waiting(here, { Amount: 1706 })
    expect(await suggestionFor(line)).toMatchObject({ Action: 'ChangeBill', BillSerialId: bill.SerialId })
    await givenBill(here, { ShouldPayAmount: 1706 })
    expect(await suggestionFor(line)).not.toMatchObject({ BillSerialId: bill.SerialId })
  })

  test('of lines that wait for nothing there are none; at most 100 lines are asked about', async () => {
    const line = await waiting(here)
    await maker.put(`${page}/${line}/Invalid`, { Reason })
    expect(await suggestionFor(line)).toBeUndefined()
    for (const SerialId of [Array.from({ length: 101 }, (_, index) => index + 1), [], ['x']])
      expect((await maker.get(`/Ext${page}/GetSuggestions`, { SerialId })).code).toBe('2002')
  })
})

test('a divided line and its handled parts are listed and counted, but sums count only the divided line', async () => {
  const day = '2026-11-03'
  const line = await waiting(here, { Amount: 10_000, TradeDate: day })
  const [bill, rest] = [await givenBill(here, { ShouldPayAmount: 4000 }), newAccount()]
  const Items = [
    { BillSerialId: bill.SerialId, Amount: 4000 },
    { VACAccount: rest, Amount: 6000 },
  ]
  expect((await maker.put(`${page}/${line}/Divide`, { Items, Reason })).code).toBe('0000')
  const [part] = (await maker.get(page, { VACAccount: rest })).data.Items
  await maker.put(`${page}/${part.SerialId}/Invalid`, { Reason })
  const query = { TradeDateFrom: day, TradeDateTo: day }
  const { Tabs } = (await maker.get(`/Ext${page}/GetTabs`, query)).data
  const Totals = [{ CurrencyType: 'TWD', Count: 1, Amount: 10_000 }]
  expect(Tabs.find(({ Label }: RecordValues) => Label === '已處理')).toMatchObject({ Count: 2, Totals })
  const list = await maker.get(page, { ...query, WriteOffStatus: ['Divided', 'Invalid'], WithTotals: 'true' })
  expect(list.data).toMatchObject({ TotalCount: 2, Totals })
})

describe('a line of no agreement', () => {
  const unowned = () => waiting(here, { VACAccount: '99901260001235' })
  const correct = (who: typeof maker, line: number, body: RecordValues) =>
    who.post(`/Ext/SKGPortal/${line}/ChangeVACAccount`, { Reason, ...body })

  test('is corrected by an operator of the bank, also with dual control; the company sees 銀行更正', async () => {
    const [line, bill] = [await unowned(), await billOf(here, '77004')]
    expect((await correct(operator, line, { VACAccount: bill.VACAccount, Reason: '' })).code).toBe('2001')
    expect((await correct(operator, line, { VACAccount: bill.VACAccount })).data).toMatchObject({
      WriteOffStatus: 'ChangedVAC',
      ApplyCode: '77004',
    })
    expect((await maker.get(`${page}/${line}`)).data).toMatchObject({ HandleUser: '銀行更正', HandleReason: Reason })
    const log = await maker.get(`/Ext${page}/${line}/GetHandlings`)
    expect(log.data.Items).toMatchObject([{ Action: 'ChangeVACAccount', State: 'Done', User: '銀行更正' }])
    const everything = log.text + (await maker.get(page, { WriteOffStatus: 'ChangedVAC' })).text
    expect(everything).not.toContain('bankop01')
    const { rows } =
      await sql<RecordValues>`select user_id, by_bank from line_handling where line_serial_id = ${line}`.execute(
        here.db,
      )
    expect(rows).toEqual([{ user_id: 'bankop01', by_bank: true }])
  })

  test('returns to the bank if the company undoes that', async () => {
    const [line, bill] = [await unowned(), await billOf(here, '77001')]
    await correct(operator, line, { VACAccount: bill.VACAccount })
    expect((await checker.post(`/Ext${page}/${line}/Undo`, { Reason })).data).toMatchObject({
      WriteOffStatus: 'Exception',
    })
    expect((await maker.get(`${page}/${line}`)).status).toBe(404)
    expect(await lineOnRecord(here, line)).toMatchObject({ apply_code: null, vac_account: '99901260001235' })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0 })
  })

  test('can be corrected again while it waits after a correction, until the company handles it', async () => {
    const [line, bill, account] = [await unowned(), await billOf(here, '77001'), newAccount('77001')]
    expect((await correct(operator, line, { VACAccount: account })).data).toMatchObject({
      WriteOffStatus: 'Exception',
      ApplyCode: '77001',
      HandleUser: '銀行更正',
    })
    const refusalOf = async (VACAccount: string) => (await correct(operator, line, { VACAccount })).data.Errors
    expect(await refusalOf(account)).toEqual({ VACAccount: expect.stringContaining('與目前相同') })
    expect(await refusalOf('99901260001235')).toEqual({ VACAccount: expect.stringContaining('與通路原報的相同') })
    expect((await correct(operator, line, { VACAccount: bill.VACAccount })).data).toMatchObject({
      WriteOffStatus: 'ChangedVAC',
    })
    // Both corrections concerned the same company.
    expect((await maker.get(`/Ext${page}/${line}/GetHandlings`)).data.Items).toMatchObject([
      { State: 'Done' },
      { State: 'Undone' },
    ])
    // The condition of the action names the handler as the server does.
    const { allowedWhen } =
      here.schemas.get('SKGTLDetailQuery').actions.find(({ name }) => name === 'ChangeVACAccount') ?? {}
    expect(conditionLeaves(allowedWhen ?? { all: [] })).toContainEqual({ field: 'HandleUser', is: bankHandler })
    const other = await unowned()
    await correct(operator, other, { VACAccount: newAccount('77001') })
    await maker.put(`${page}/${other}/Invalid`, { Reason })
    expect((await correct(operator, other, { VACAccount: bill.VACAccount })).code).toBe('2006')
  })

  test('that the bank corrected twice returns to the bank if the company undoes that, and is released by nobody', async () => {
    const [line, bill] = [await unowned(), await billOf(here, '77004')]
    const elsewhere = await here.given.agreement({
      ApplyCode: '88004',
      UniformNo: companies.insurer,
      DualControl: true,
    })
    await correct(operator, line, { VACAccount: newAccount(String(elsewhere.ApplyCode)) })
    expect(await lineOnRecord(here, line)).toMatchObject({ apply_code: '88004', write_off_status: 'Exception' })
    expect((await correct(operator, line, { VACAccount: bill.VACAccount })).data).toMatchObject({
      WriteOffStatus: 'ChangedVAC',
      ApplyCode: '77004',
      OriginalVACAccount: '99901260001235',
    })
    // The former correction concerned another company.
    expect((await maker.get(`/Ext${page}/${line}/GetHandlings`)).data.Items).toMatchObject([{ State: 'Done' }])
    expect((await checker.post(`/Ext${page}/${line}/Undo`, { Reason })).code).toBe('0000')
    expect(await lineOnRecord(here, line)).toMatchObject({ apply_code: null, vac_account: '99901260001235' })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0 })
    const { rows } = await sql<RecordValues>`
      select state, undone_by from line_handling where line_serial_id = ${line} order by handling_id`.execute(here.db)
    expect(rows).toEqual([
      { state: 'Undone', undone_by: '銀行更正' },
      { state: 'Undone', undone_by: 'checker01' },
    ])
  })

  test('is corrected by nobody else, and the bank handles no line of a company', async () => {
    const [line, owned, bill] = [await unowned(), await waiting(here), await billOf(here, '77001')]
    const VACAccount = bill.VACAccount
    for (const who of [maker, checker, bankViewer]) expect((await correct(who, line, { VACAccount })).status).toBe(403)
    expect(await correct(operator, owned, { VACAccount })).toMatchObject({
      code: '2006',
      message: expect.stringContaining('77001'),
    })
    expect((await correct(operator, line, { VACAccount: '99901260001235' })).code).toBe('2002')
    expect((await correct(operator, line, { VACAccount: newAccount('77009') })).code).toBe('2008')
    expect((await operator.put(`${page}/${owned}/Invalid`, { Reason })).status).toBe(403)
  })
})
