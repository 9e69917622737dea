import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { book, givenBill, newAccount, paidOn, reported } from './support/booking'
import { billOf, partsOf, waiting } from './support/exceptions'
import { ext, items, page, portalOfHandlings, put, Reason } from './support/handling-calls'
import { expectCorrectLedger } from './support/persons'

const { here, maker, checker, admin, viewer, stranger, half, actions, statusOf } = await portalOfHandlings()

afterEach(() => expectCorrectLedger(here))

const dualActions: typeof actions = [
  [
    'Divide',
    async () => {
      const bills = [
        await billOf(here, '77004', { ShouldPayAmount: 400 }),
        await billOf(here, '77004', { ShouldPayAmount: 600 }),
      ]
      return { Items: items(...bills) }
    },
    'Divided',
  ],
  ['ChangeBill', async () => ({ BillSerialId: (await billOf(here, '77004')).SerialId }), 'ChangedBill'],
  ['ChangeVACAccount', async () => ({ VACAccount: (await billOf(here, '77004')).VACAccount }), 'ChangedVAC'],
  ['Invalid', async () => ({}), 'Invalid'],
]
const waitingDual = () => waiting(here, { VACAccount: newAccount('77004') })

/** Brings a line into a state through the calls. */
const states: Readonly<Record<string, () => Promise<number>>> = {
  Exception: () => waiting(here),
  NotWrittenOff: async () => {
    const line = await waiting(here)
    await sql`update transaction_line set write_off_status = 'NotWrittenOff', exception_type = null where serial_id = ${line}`.execute(
      here.db,
    )
    return line
  },
  PendingRelease: async () => {
    const line = await waitingDual()
    await put(maker, line, 'Invalid')
    return line
  },
  WrittenOff: async () => {
    const bill = await givenBill(here)
    return (await book(here, reported({ VACAccount: String(bill.VACAccount) }))).serialIds[0] ?? 0
  },
  ...Object.fromEntries(
    actions.map(([name, body, status]) => [
      status,
      async () => {
        const line = await waiting(here)
        expect(await put(maker, line, name, await body())).toMatchObject({ code: '0000' })
        return line
      },
    ]),
  ),
  Reversed: async () => {
    const payment = reported({ VACAccount: newAccount() })
    const line = (await book(here, payment)).serialIds[0] ?? 0
    await book(here, { ...payment, AmountSign: 'Minus' })
    return line
  },
}

describe('each action from each state (10.4)', () => {
  const allowed = ['Exception', 'NotWrittenOff']
  const cases = Object.keys(states).flatMap((state) => actions.map(([name]) => [state, name] as const))

  test.each(cases)('%s: %s', async (state, name) => {
    const line = (await states[state]?.()) ?? 0
    const [, body, status] = actions.find(([candidate]) => candidate === name) ??
      actions[0] ?? ['', async () => ({}), '']
    const answer = await put(maker, line, name, await body())
    if (allowed.includes(state)) expect(answer).toMatchObject({ code: '0000', data: { WriteOffStatus: status } })
    else expect([answer.code, await statusOf(line)]).toEqual(['2006', state])
  })

  const decisions: readonly (readonly [string, readonly string[]])[] = [
    ['Release', ['PendingRelease']],
    ['Refuse', ['PendingRelease']],
    ['Undo', ['ChangedBill', 'ChangedVAC', 'Divided', 'Invalid']],
  ]
  test.each(Object.keys(states).flatMap((state) => decisions.map(([name, from]) => [state, name, from] as const)))(
    '%s: %s',
    async (state, name, from) => {
      const line = (await states[state]?.()) ?? 0
      const answer = await ext(checker, line, name, name === 'Release' ? {} : { Reason })
      expect(answer.code).toBe(from.includes(state) ? '0000' : '2006')
      if (!from.includes(state)) expect(await statusOf(line)).toBe(state)
    },
  )

  test.each(Object.keys(states))('%s: Withdraw', async (state) => {
    const line = (await states[state]?.()) ?? 0
    const answer = await ext(maker, line, 'Withdraw', {})
    expect([answer.code, await statusOf(line)]).toEqual(
      state === 'PendingRelease' ? ['0000', 'Exception'] : ['2006', state],
    )
  })
})

describe('a proposal', () => {
  test.each(dualActions)('to %s is shown before, made, and released by another person', async (name, body, status) => {
    const [line, values] = [await waitingDual(), await body()]
    const preview = await ext(maker, line, 'PreviewHandling', { Action: name, ...values })
    expect(preview.data).toMatchObject({ NeedsRelease: true, Line: { After: { WriteOffStatus: status } } })
    expect((await put(maker, line, name, values)).data).toMatchObject({
      WriteOffStatus: 'PendingRelease',
      HandleUser: 'maker01',
    })
    const shown = await ext(checker, line, 'PreviewHandling', { Action: 'Release' })
    expect(shown.data).toMatchObject({
      Line: { Before: { WriteOffStatus: 'PendingRelease' }, After: { WriteOffStatus: status } },
    })
    expect((await ext(checker, line, 'Release', {})).data).toMatchObject({
      WriteOffStatus: status,
      HandleUser: 'maker01',
      Checker: 'checker01',
    })
    expect((await checker.get(`/Ext${page}/${line}/GetHandlings`)).data.Items).toMatchObject([
      { Action: name, State: 'Done', User: '王大明（maker01）', Checker: '王大明（checker01）', Reason },
    ])
  })

  test('is released neither by the proposer, also in a second session, nor by a role that handles', async () => {
    const line = await waitingDual()
    await put(admin, line, 'Invalid')
    const account = await here.db
      .selectFrom('portal_user')
      .selectAll()
      .where('user_id', '=', 'admin01')
      .executeTakeFirst()
    const secondSession = await here.as({ SerialId: account?.serial_id })
    for (const who of [admin, secondSession])
      expect(await ext(who, line, 'Release', {})).toMatchObject({
        code: '2006',
        message: expect.stringContaining('須由另一人放行'),
      })
    for (const who of [maker, viewer]) expect((await ext(who, line, 'Release', {})).status).toBe(403)
    expect(await statusOf(line)).toBe('PendingRelease')
  })

  test('is refused with a reason, which the log shows; withdrawn only by the proposer', async () => {
    const line = (await states.PendingRelease?.()) ?? 0
    expect((await ext(checker, line, 'Refuse', {})).code).toBe('2001')
    expect((await ext(checker, line, 'Refuse', { Reason: '請改銷' })).data).toMatchObject({
      WriteOffStatus: 'Exception',
    })
    await put(maker, line, 'Invalid')
    expect(await ext(admin, line, 'Withdraw', {})).toMatchObject({
      code: '2006',
      message: expect.stringContaining('maker01'),
    })
    expect((await ext(maker, line, 'Withdraw', {})).data).toMatchObject({
      WriteOffStatus: 'Exception',
      HandleUser: null,
    })
    expect((await maker.get(`/Ext${page}/${line}/GetHandlings`)).data.Items).toMatchObject([
      { State: 'Withdrawn', Checker: null },
      { State: 'Refused', Checker: '王大明（checker01）', CheckReason: '請改銷' },
    ])
  })

  test('is told for all lines of a page in one call, with its bill and the name of its maker', async () => {
    const [invalid, changed, open] = [await waitingDual(), await waitingDual(), await waitingDual()]
    const bill = await billOf(here, '77004')
    await put(maker, invalid, 'Invalid')
    await put(maker, changed, 'ChangeBill', { BillSerialId: bill.SerialId })
    const asked = { SerialId: [invalid, changed, open] }
    const { data } = await checker.get(`/Ext${page}/GetProposals`, asked)
    expect(data.Items.map(({ SerialId }: RecordValues) => SerialId).toSorted()).toEqual([invalid, changed].toSorted())
    const [log] = (await checker.get(`/Ext${page}/${changed}/GetHandlings`)).data.Items
    expect(log).toMatchObject({ State: 'Proposed', User: '王大明（maker01）', BillSerialId: bill.SerialId })
    expect(data.Items).toContainEqual({ SerialId: changed, ...log })
    expect((await stranger.get(`/Ext${page}/GetProposals`, asked)).data.Items).toEqual([])
    for (const SerialId of [[], ['x'], Array.from({ length: 101 }, (_, index) => index + 1)])
      expect((await maker.get(`/Ext${page}/GetProposals`, { SerialId })).code).toBe('2002')
  })

  test('ends when its payment is reversed', async () => {
    const payment = reported({ VACAccount: newAccount('77004') })
    const line = (await book(here, payment)).serialIds[0] ?? 0
    await put(maker, line, 'Invalid')
    await book(here, { ...payment, AmountSign: 'Minus' })
    expect(await statusOf(line)).toBe('Reversed')
    expect((await ext(checker, line, 'Release', {})).code).toBe('2006')
    expect((await maker.get(`/Ext${page}/${line}/GetHandlings`)).data.Items).toMatchObject([
      { State: 'Refused', Checker: '系統', CheckReason: expect.stringContaining('沖正') },
    ])
  })
})

test('a division with very many parts is refused before the portal looks at them', async () => {
  const line = await waiting(here)
  const Items = Array.from({ length: 10_000 }, (_, index) => ({ BillSerialId: index + 1, Amount: 1 }))
  for (const { errors } of [
    await put(maker, line, 'Divide', { Items }),
    await ext(maker, line, 'PreviewHandling', { Action: 'Divide', Items }),
  ])
    expect(errors).toEqual({ Items: '請分拆為 2 到 20 筆，目前 10000 筆。' })
})

describe('two people', () => {
  test('on one line at once: one handles it, the other is told what became of it', async () => {
    const line = await waiting(here)
    const [bill, other] = [await givenBill(here), await givenBill(here)]
    const UpdateTime = (await maker.get(`${page}/${line}`)).data.UpdateTime
    const answers = await Promise.all([
      put(maker, line, 'ChangeBill', { BillSerialId: bill.SerialId, UpdateTime }),
      put(admin, line, 'ChangeBill', { BillSerialId: other.SerialId, UpdateTime }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2009'])
    const stale = answers.find(({ code }) => code === '2009')
    expect(stale?.message).toMatch(/由「(maker|admin)01」異動，目前是「已改銷」，處理人員「(maker|admin)01」/)
  })

  test('the bill was paid, voided or is gone meanwhile', async () => {
    const line = await waiting(here)
    const [paid, voided] = [await givenBill(here), await givenBill(here)]
    await book(here, reported({ VACAccount: String(paid.VACAccount) }))
    await sql`update bill set bill_state = 'Void' where serial_id = ${voided.SerialId}`.execute(here.db)
    for (const [bill, message] of [
      [paid, '帳單已繳清'],
      [voided, '帳單已作廢'],
    ] as const)
      expect(await put(maker, line, 'ChangeBill', { BillSerialId: bill.SerialId })).toMatchObject({
        code: '2006',
        errors: { BillSerialId: expect.stringContaining(message) },
      })
    expect((await put(maker, line, 'ChangeBill', { BillSerialId: 999_999 })).code).toBe('2004')
  })
})

describe('bad input', () => {
  const [first, second, foreign, elsewhere] = [{}, {}, {}, {}] as RecordValues[]
  beforeEach(async () => {
    Object.assign(first ?? {}, await half())
    Object.assign(second ?? {}, await half())
    Object.assign(foreign ?? {}, await billOf(here, '77005', { ShouldPayAmount: 500 }))
    Object.assign(elsewhere ?? {}, await billOf(here, '77006', { ShouldPayAmount: 500 }))
  })
  const part = (bill: RecordValues | undefined, Amount: unknown = 500) => ({ BillSerialId: bill?.SerialId, Amount })
  const cases: readonly (readonly [string, () => unknown, RegExp])[] = [
    ['no parts', () => undefined, /請填寫分拆明細/],
    ['one part', () => [part(first, 1000)], /2 到 20 筆/],
    ['21 parts', () => Array.from({ length: 21 }, () => part(first, 1)), /目前 21 筆/],
    ['0', () => [part(first, 1000), part(second, 0)], /第 2 筆：金額須為 1 以上的整數/],
    ['a negative amount', () => [part(first, 1500), part(second, -500)], /第 2 筆：金額/],
    ['a text as amount', () => [part(first, '500'), part(second)], /第 1 筆：金額/],
    ['a wrong sum', () => [part(first), part(second, 400)], /合計 900 元，須等於 1,000 元/],
    ['a bill twice', () => [part(first), part(first)], /第 2 筆：與第 1 筆是同一張帳單/],
    ['a bill and an account', () => [{ ...part(first), VACAccount: '77001260001235' }, part(second)], /兩者擇一/],
    ['an unknown field', () => [{ ...part(first), Bill: 1 }, part(second)], /沒有「Bill」這個欄位/],
    ['a part that is no object', () => [part(first), 5], /第 2 筆：內容不正確/],
  ]
  test.each(cases)('parts with %s are refused', async (_, parts, message) => {
    const line = await waiting(here)
    const answer = await put(maker, line, 'Divide', { Items: parts() })
    expect([answer.code, await statusOf(line)]).toEqual(['2002', 'Exception'])
    expect(answer.errors.Items).toMatch(message)
    expect(await partsOf(here, line)).toEqual([])
  })

  test.each([
    ['another agreement', () => elsewhere],
    ['another company', () => foreign],
  ])('a part with a bill of %s is refused like one with an unknown bill', async (_, bill) => {
    const line = await waiting(here)
    const answer = await put(maker, line, 'Divide', { Items: [part(first), part(bill())] })
    expect([answer.code, await statusOf(line)]).toEqual(['2004', 'Exception'])
    expect(answer.errors.Items).toMatch(/第 2 筆：查無這張帳單，或帳單不屬於同一代收約定/)
    expect(await partsOf(here, line)).toEqual([])
  })

  test.each<[string, string, RecordValues, string]>([
    ['ChangeBill', 'BillSerialId', { BillSerialId: '7001' }, '2002'],
    ['ChangeBill', 'ConfirmOverPay', { BillSerialId: 1, ConfirmOverPay: 'yes' }, '2002'],
    ['ChangeVACAccount', 'VACAccount', { VACAccount: 'abc' }, '2002'],
    ['ChangeVACAccount', 'VACAccount', { VACAccount: '77001260001236' }, '2008'],
    ['Invalid', 'Reason', { Reason: '一' }, '2002'],
    ['Invalid', 'Reason', { Reason: 5 }, '2002'],
    ['Invalid', 'Reason', { Reason: '' }, '2001'],
    ['Invalid', 'UpdateTime', { UpdateTime: 5 }, '2002'],
    ['Invalid', 'Force', { Force: true }, '2002'],
  ])('%s with a wrong %s names the field', async (action, field, body, code) => {
    const answer = await put(maker, await waiting(here), action, body)
    expect([answer.code, Object.keys(answer.errors)]).toEqual([code, [field]])
  })

  test('over-payment only after its own question', async () => {
    const [line, bill] = [await waiting(here), await half()]
    expect((await put(maker, line, 'ChangeBill', { BillSerialId: bill.SerialId })).code).toBe('2007')
    const body = { Action: 'ChangeBill', BillSerialId: bill.SerialId, ConfirmOverPay: true }
    expect((await ext(maker, line, 'PreviewHandling', body)).data).toMatchObject({
      NeedsRelease: false,
      Bills: [
        {
          BillNo: bill.BillNo,
          PayerName: expect.stringContaining('○'),
          Before: { PaidAmount: 0, BillStatus: 'Unpaid' },
          After: { PaidAmount: 1000, BillStatus: 'OverPaid' },
        },
      ],
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0 })
    await put(maker, line, 'ChangeBill', { BillSerialId: bill.SerialId, ConfirmOverPay: true })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, pay_status: 'OverPaid' })
  })

  test('checkers and viewers handle nothing, and another company finds no line', async () => {
    const line = await waiting(here)
    for (const who of [checker, viewer]) {
      expect((await put(who, line, 'Invalid')).status).toBe(403)
      expect((await ext(who, line, 'PreviewHandling', { Action: 'Invalid', Reason })).status).toBe(403)
    }
    for (const path of [`${page}/${line}`, `${page}/${line}/GetChangeBills`, `/Ext${page}/${line}/GetHandlings`])
      expect((await stranger.get(path)).status).toBe(404)
    expect((await put(stranger, line, 'Invalid')).status).toBe(404)
    expect((await ext(stranger, line, 'Undo')).status).toBe(404)
    expect((await stranger.get(`/Ext${page}/GetSuggestions`, { SerialId: [line] })).data.Items).toEqual([])
  })
})
