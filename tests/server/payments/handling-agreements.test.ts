import { afterEach, describe, expect, test } from 'vitest'
import type { HandlingAction } from '../../../src/domain/payments/handling-request'
import type { RecordValues } from '../../../src/schema/language/language'
import { companies } from '../../support/builders'
import { portal } from '../../support/portal'
import { givenAgreements, lineOnRecord, newAccount, paidOn } from './support/booking'
import { billOf, divide, invalid, partly, partsOf, refusal, toAccount, waiting } from './support/exceptions'
import { contextFor, expectCorrectLedger, person, personIn, toBill } from './support/persons'

const here = await portal()
await givenAgreements(here)
for (const ApplyCode of ['77004', '77006']) {
  await here.given.agreement({ ApplyCode, DualControl: ApplyCode === '77004' })
  await here.given.billCategory({ ApplyCode })
}
/** Users of the same company: two for all its agreements, two for all but 77006. */
const all = ['77001', '77004', '77006']
const [maker, checker] = [person(here, 'maker01', all), person(here, 'checker01', all)]
const [ownMaker, ownChecker] = [
  person(here, 'maker02', ['77001', '77004']),
  person(here, 'checker02', ['77001', '77004']),
]

afterEach(() => expectCorrectLedger(here))

const half = (ApplyCode: string) => billOf(here, ApplyCode, { ShouldPayAmount: 500 })
const notFound = expect.objectContaining({ status: 404 })

/** Handlings with money for 77006, and what a user without it is told. */
const requests: readonly (readonly [string, () => Promise<HandlingAction>, RegExp])[] = [
  [
    'a division for one of its bills',
    async () => divide(await half('77001'), await half('77006')),
    /第 2 筆：查無這張帳單/,
  ],
  [
    'a division for one of its accounts',
    async () => partly(await half('77001'), newAccount('77006')),
    /第 2 筆：.*您不能使用的委託單位/,
  ],
  ['one of its bills instead', async () => toBill(await billOf(here, '77006')), /查無這張帳單/],
  ['one of its accounts', async () => toAccount((await billOf(here, '77006')).VACAccount), /您不能使用的委託單位/],
]

describe('a user who may not use an agreement of the company', () => {
  test.each(requests)('cannot choose %s', async (_, request, message) => {
    const line = await waiting(here)
    await expect(ownMaker.handle(line, await request())).rejects.toEqual(refusal(expect.any(String), message))
    expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'Exception', handle_user: null })
  })

  test.each(requests)('cannot propose %s', async (_, request, message) => {
    const line = await waiting(here, { VACAccount: newAccount('77004') })
    await expect(ownMaker.handle(line, await request())).rejects.toEqual(refusal(expect.any(String), message))
    expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'Exception' })
  })

  // A line is neither divided across agreements nor pays a bill of another one, so there is no such proposal.
  test.each(requests.filter(([name]) => name === 'one of its accounts'))(
    'cannot release %s, but refuse it',
    async (_, request, message) => {
      const line = await waiting(here, { VACAccount: newAccount('77004') })
      await maker.handle(line, await request())
      await expect(ownChecker.release(line)).rejects.toEqual(refusal(expect.any(String), message))
      expect(await ownChecker.refuse(line)).toMatchObject({ WriteOffStatus: 'Exception' })
    },
  )

  test('cannot undo a division with a part there', async () => {
    const [line, bill] = [await waiting(here), await half('77001')]
    await maker.handle(line, partly(bill))
    const part = (await partsOf(here, line))[1]?.id ?? 0
    expect(await maker.handle(part, toAccount(newAccount('77006')))).toMatchObject({ ApplyCode: '77006' })
    await expect(ownChecker.undo(line)).rejects.toEqual(refusal('2006', /您不能使用的委託單位/))
    expect([await paidOn(here, bill), (await partsOf(here, line)).map(({ status }) => status)]).toEqual([
      expect.objectContaining({ paid_amount: 500 }),
      ['WrittenOff', 'Exception'],
    ])
    expect(await checker.undo(line)).toMatchObject({ WriteOffStatus: 'Exception' })
  })

  test('cannot undo a correction that brought the money from there', async () => {
    const [line, bill] = [await waiting(here, { VACAccount: newAccount('77006') }), await billOf(here, '77001')]
    await maker.handle(line, toAccount(bill.VACAccount))
    await expect(ownChecker.undo(line)).rejects.toEqual(refusal('2006', /您不能使用的委託單位/))
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
  })

  const acts: readonly (readonly [string, (line: number, person: typeof maker) => Promise<RecordValues>])[] = [
    ['divide', async (line, person) => person.handle(line, divide(await half('77006'), await half('77006')))],
    ['change the bill of', async (line, person) => person.handle(line, toBill(await billOf(here, '77006')))],
    [
      'correct the account of',
      async (line, person) => person.handle(line, toAccount((await billOf(here, '77001')).VACAccount)),
    ],
    ['invalidate', (line, person) => person.handle(line, invalid)],
    ['release', (line, person) => person.release(line)],
    ['refuse', (line, person) => person.refuse(line)],
    ['undo the handling of', (line, person) => person.undo(line)],
  ]
  const otherPerson = personIn({
    ...contextFor(here, 'maker09'),
    scope: {
      kind: 'company',
      sessionId: '',
      userId: 'maker09',
      role: 'CustomerMaker',
      uniformNo: companies.insurer,
      applyCodes: ['77005'],
    },
  })

  test.each(acts)('cannot %s its lines, and neither can another company', async (_, act) => {
    const line = await waiting(here, { VACAccount: newAccount('77006') })
    for (const person of [ownMaker, otherPerson]) await expect(act(line, person)).rejects.toEqual(notFound)
    expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'Exception', handle_user: null })
  })
})

test('a user of all agreements brings money from one to another; the bank does so with lines of no agreement, which return to it if the company undoes that', async () => {
  const [line, bill] = [await waiting(here), await billOf(here, '77006')]
  expect(await maker.handle(line, toAccount(bill.VACAccount))).toMatchObject({
    WriteOffStatus: 'ChangedVAC',
    ApplyCode: '77006',
  })
  const bankUser = (userId: string) =>
    personIn({ ...contextFor(here, userId), scope: { kind: 'bank', sessionId: '', userId, role: 'BankOperator' } })
  const [unowned, next] = [await waiting(here, { VACAccount: '99901260001235' }), await billOf(here, '77006')]
  await expect(maker.handle(unowned, toAccount(next.VACAccount))).rejects.toEqual(notFound)
  expect(await bankUser('bank01').handle(unowned, toAccount(next.VACAccount))).toMatchObject({
    WriteOffStatus: 'ChangedVAC',
    ApplyCode: '77006',
  })
  expect(await lineOnRecord(here, unowned)).toMatchObject({ handle_user: '銀行更正', update_user: '銀行更正' })
  expect(await checker.undo(unowned)).toMatchObject({ WriteOffStatus: 'Exception', ApplyCode: null })
  await expect(checker.handle(unowned, invalid)).rejects.toEqual(notFound)
})
