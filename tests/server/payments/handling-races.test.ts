import { afterEach, describe, expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { book, givenAgreements, givenBill, newAccount, paidOn, reported } from './support/booking'
import { entriesOf, invalid, partly, partsOf, refusal, waiting } from './support/exceptions'
import { expectCorrectLedger, person, toBill } from './support/persons'

const here = await portal()
await givenAgreements(here)
await here.given.agreement({ ApplyCode: '77004', DualControl: true })
const [maker, checker] = [person(here, 'maker01'), person(here, 'checker01')]

afterEach(() => expectCorrectLedger(here))

const half = () => givenBill(here, { ShouldPayAmount: 500 })

describe('at the same time', () => {
  const outcomes = async (...acts: readonly Promise<unknown>[]) => {
    const results = await Promise.allSettled(acts)
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toEqual(refused.map(() => refusal(expect.any(String))))
    return { done: results.length - refused.length, codes: refused.map(({ code }) => code) }
  }

  test('two persons handle one line: the second one is refused', async () => {
    const [line, first, second] = [await waiting(here), await givenBill(here), await givenBill(here)]
    expect(await outcomes(maker.handle(line, toBill(first)), checker.handle(line, toBill(second)))).toEqual({
      done: 1,
      codes: ['2006'],
    })
    expect(await entriesOf(here, line)).toEqual([1000])
  })

  test('one person releases and another refuses: only one of both happens', async () => {
    const [line, other] = [await waiting(here, { VACAccount: newAccount('77004') }), person(here, 'checker02')]
    await maker.handle(line, invalid)
    expect(await outcomes(checker.release(line), other.refuse(line))).toEqual({ done: 1, codes: ['2006'] })
  })

  test('two lines are to pay one bill: one of them does', async () => {
    const [first, second, bill] = [await waiting(here), await waiting(here), await givenBill(here)]
    expect(await outcomes(maker.handle(first, toBill(bill)), checker.handle(second, toBill(bill)))).toEqual({
      done: 1,
      codes: ['2006'],
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, entries: 1000 })
  })

  test('a payment arrives for the bill to which a line is changed: it is paid once', async () => {
    const [line, bill] = [await waiting(here), await givenBill(here)]
    const changed = maker
      .handle(line, toBill(bill))
      .catch((error: unknown) => expect(error).toEqual(refusal('2006', /帳單已繳清/)))
    await Promise.all([changed, book(here, reported({ VACAccount: String(bill.VACAccount) }))])
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, entries: 1000 })
  })

  test('a division is undone while a part of it is handled: both agree', async () => {
    const [line, bill] = [await waiting(here), await half()]
    await maker.handle(line, partly(bill))
    const part = (await partsOf(here, line))[1]?.id ?? 0
    expect(await outcomes(checker.undo(line), maker.handle(part, invalid))).toEqual({ done: 1, codes: ['2006'] })
  })
})
