import { afterEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import type { Client } from '../../support/client'
import { book, givenBill, newAccount, paidOn, reported } from './support/booking'
import { billOf, waiting } from './support/exceptions'
import { ext, portalOfHandlings, put } from './support/handling-calls'
import { expectCorrectLedger, person, toBill } from './support/persons'

// An action that was previewed is done with the bills that the preview has shown, or not at all.
const { here, maker, checker, statusOf } = await portalOfHandlings()

afterEach(() => expectCorrectLedger(here))

const previewed = async (who: Client, line: number, Action: string, body: RecordValues) => {
  const { data } = await ext(who, line, 'PreviewHandling', { Action, ...body })
  return data.Bills.map(({ SerialId, UpdateTime }: RecordValues) => ({ SerialId, UpdateTime }))
}

/** Pays an amount of a bill from another line. */
const pay = async (bill: RecordValues, Amount: number) => {
  const { serialIds } = await book(here, reported({ VACAccount: newAccount(), Amount }))
  await person(here, 'maker02').handle(Number(serialIds[0]), toBill(bill), '同一繳款人')
}

const changes: readonly (readonly [what: string, change: (bill: RecordValues) => Promise<unknown>, state: RegExp])[] = [
  ['paid', (bill) => pay(bill, 1000), /目前是「已繳」，應繳 1,000 元、已繳 1,000 元/],
  ['partly paid', (bill) => pay(bill, 400), /目前是「部分繳」，應繳 1,000 元、已繳 400 元/],
  ['voided', ({ SerialId }) => maker.delete(`/Bills/${SerialId}`), /目前是「作廢」/],
]

describe.each(changes)('a bill that was %s after the preview', (_, change, state) => {
  test.each<[string, (bill: RecordValues) => Promise<RecordValues>]>([
    ['ChangeBill', async ({ SerialId }) => ({ BillSerialId: SerialId })],
    [
      'Divide',
      async ({ SerialId }) => ({
        Items: [
          { BillSerialId: SerialId, Amount: 600 },
          { BillSerialId: (await givenBill(here, { ShouldPayAmount: 400 })).SerialId, Amount: 400 },
        ],
      }),
    ],
    ['ChangeVACAccount', async ({ VACAccount }) => ({ VACAccount })],
  ])('refuses %s and says what has become of the bill', async (action, bodyOf) => {
    const line = await waiting(here)
    const bill = await givenBill(here, { ShouldPayAmount: 1000 })
    const body = await bodyOf(bill)
    const Bills = await previewed(maker, line, action, body)
    expect(Bills.map(({ SerialId }: RecordValues) => SerialId)).toContain(bill.SerialId)
    await change(bill)
    const answer = await put(maker, line, action, { ...body, Bills })
    expect([answer.code, answer.errors ?? {}, await statusOf(line)]).toEqual(['2009', {}, 'Exception'])
    expect(answer.message).toMatch(new RegExp(`^帳單 ${bill.BillNo} 已於 2026-.+ 異動，${state.source}`))
  })
})

test('bills that are as the preview has shown them are paid, also with a confirmed over-payment', async () => {
  const line = await waiting(here)
  const bill = await givenBill(here, { ShouldPayAmount: 500 })
  const body = { BillSerialId: bill.SerialId, ConfirmOverPay: true }
  const Bills = await previewed(maker, line, 'ChangeBill', body)
  expect((await put(maker, line, 'ChangeBill', { ...body, Bills })).code).toBe('0000')
  expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
})

test('a release is refused if the bill of the proposal was paid after its preview', async () => {
  const line = await waiting(here, { VACAccount: newAccount('77004') })
  const bill = await billOf(here, '77004', { ShouldPayAmount: 1000 })
  expect((await put(maker, line, 'ChangeBill', { BillSerialId: bill.SerialId })).code).toBe('0000')
  const Bills = await previewed(checker, line, 'Release', {})
  await book(here, reported({ VACAccount: String(bill.VACAccount) }))
  expect(await ext(checker, line, 'Release', { Bills })).toMatchObject({
    code: '2009',
    message: expect.stringMatching(/目前是「已繳」/),
  })
  expect((await ext(checker, line, 'Release', {})).code).toBe('2006')
  expect(await statusOf(line)).toBe('PendingRelease')
})

test('nothing is said about a bill of another company', async () => {
  const line = await waiting(here)
  const bill = await givenBill(here, { ShouldPayAmount: 1000 })
  const foreign = await billOf(here, '77005', { ShouldPayAmount: 500 })
  const Bills = [{ SerialId: foreign.SerialId, UpdateTime: '2026-11-01T00:00:00+08:00' }]
  expect((await put(maker, line, 'ChangeBill', { BillSerialId: bill.SerialId, Bills })).code).toBe('0000')
})

test.each([
  ['a text', 'x'],
  ['an entry without a time', [{ SerialId: 1 }]],
  ['a bill without a number', [{ SerialId: 'x', UpdateTime: 'x' }]],
  ['22 bills', Array.from({ length: 22 }, (_, index) => ({ SerialId: index + 1, UpdateTime: 'x' }))],
])('%s instead of bills is refused', async (_, Bills) => {
  const answer = await put(maker, await waiting(here), 'Invalid', { Bills })
  expect([answer.code, Object.keys(answer.errors)]).toEqual(['2002', ['Bills']])
})
