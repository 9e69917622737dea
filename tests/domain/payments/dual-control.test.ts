import { describe, expect, test } from 'vitest'
import {
  type HandlingFacts,
  handleLine,
  refuseProposal,
  releaseProposal,
  withdrawProposal,
} from '../../../src/domain/payments/handle-line'
import type { HandlingAction } from '../../../src/domain/payments/handling-request'
import type { LedgerChange } from '../../../src/domain/payments/ledger-change'
import { undoHandling } from '../../../src/domain/payments/undo-handling'
import {
  dual,
  entries,
  exception,
  handle,
  handled,
  known,
  refusalOf,
  secondBill,
  states,
  toAccount,
  toBill,
  twoBills,
  waiting,
} from './support/handlings'
import { accounts, agreement, bill, listed, paidLine } from './support/samples'

describe('dual control', () => {
  const proposed = handled(handle(twoBills, waiting, dual))

  test('with dual control, a handling is only proposed', () => {
    const change = handle(twoBills, waiting, dual)
    expect([states(change), entries(change)]).toEqual([{ 11001: 'PendingRelease' }, []])
  })

  test('what is not allowed cannot be proposed either', () =>
    expect(refusalOf(() => handle(toBill(7999), waiting, dual))).toMatch(/^2004/))

  test('money for an agreement with dual control is only proposed, wherever it arrived', () => {
    const own = { ...agreement, rule: { ...agreement.rule, applyCode: '77003' }, DualControl: false }
    const arrived = exception('BillNotFound', { ApplyCode: '77003', VACAccount: '77003260001235' })
    const facts = { ...dual, agreements: [...dual.agreements, own] }
    expect(states(handle(toAccount(accounts[0]), arrived, facts))).toEqual({ 11001: 'PendingRelease' })
  })

  test('another person releases it, and it happens then', () => {
    const change = releaseProposal(proposed, 'checker01', dual)
    expect(states(change)).toEqual({ 11001: 'Divided', 11101: 'WrittenOff', 11102: 'WrittenOff' })
    expect(handled(change).state).toMatchObject({ handled: { by: 'maker01', checker: 'checker01' } })
  })

  test('a release follows the facts of its time', () =>
    expect(
      refusalOf(() =>
        releaseProposal(proposed, 'checker01', {
          ...dual,
          bills: [{ ...bill, ShouldPayAmount: 600, PaidAmount: 600 }, secondBill],
        }),
      ),
    ).toBe('2006 第 1 筆：帳單已繳清，請改選其他帳單。'))

  test('another person refuses it, and the line waits as before', () =>
    expect(handled(refuseProposal(proposed, 'checker01', known))).toEqual(waiting))

  test('the proposer can do neither', () => {
    expect(refusalOf(() => releaseProposal(proposed, 'maker01', dual))).toBe('2006 這筆處理由您提出，須由另一人放行。')
    expect(refusalOf(() => refuseProposal(proposed, 'maker01', known))).toBe('2006 這筆處理由您提出，須由另一人退回。')
  })

  test('only the proposer withdraws it, and the line waits as before', () => {
    expect(handled(withdrawProposal(proposed, 'maker01', known))).toEqual(waiting)
    expect(refusalOf(() => withdrawProposal(proposed, 'checker01', known))).toMatch(/^2006 .*只有提出的人可以撤回/)
    expect(refusalOf(() => withdrawProposal(waiting, 'maker01', known))).toMatch(/只有待放行的交易可以撤回/)
  })

  test('a line that is not proposed can be neither released nor refused', () => {
    expect(refusalOf(() => releaseProposal(waiting, 'checker01', dual))).toBe(
      '2006 這筆交易目前是「例外」，只有待放行的交易可以放行；請重新查詢後再試。',
    )
    expect(refusalOf(() => refuseProposal(waiting, 'checker01', known))).toBe(
      '2006 這筆交易目前是「例外」，只有待放行的交易可以退回；請重新查詢後再試。',
    )
  })
})

describe('undoing a handling (取消處理)', () => {
  const rest = { ...known, bills: [{ ...bill, ShouldPayAmount: 1000 }, secondBill] }
  const by = { by: 'checker01', Reason: '處理錯誤，重新處理' }
  /** Returns the facts after a change: the lines and paid amounts of now. */
  const factsAfter = (change: LedgerChange, on: HandlingFacts = rest): HandlingFacts => ({
    ...on,
    lines: change.lines,
    bills: on.bills.map((known) => ({
      ...known,
      PaidAmount:
        change.postings.findLast(({ BillSerialId }) => BillSerialId === known.SerialId)?.PaidAmount ?? known.PaidAmount,
    })),
  })

  test.each([
    ['a changed bill', toBill(7001)],
    ['a corrected account', toAccount(accounts[0])],
  ])('of %s counters its entry, and the line is as before', (_, request) => {
    const done = handle(request, waiting, rest)
    const change = undoHandling(handled(done), by, factsAfter(done))
    expect(handled(change)).toEqual(waiting)
    expect(entries(change)).toEqual([[11001, 7001, -1000, 0]])
  })

  test('of an invalidated line only changes the line', () => {
    const change = undoHandling(handled(handle({ action: 'Invalid' })), by, known)
    expect([handled(change), entries(change)]).toEqual([waiting, []])
  })

  const partly: HandlingAction = {
    action: 'Divide',
    parts: [
      { BillSerialId: 7001, Amount: 600 },
      { VACAccount: accounts[2], Amount: 400 },
    ],
  }

  test('of a division reverses its parts, paid or not', () => {
    const done = handle(partly, waiting, known)
    const change = undoHandling(handled(done), by, factsAfter(done, known))
    expect(states(change)).toEqual({ 11001: 'Exception', 11101: 'Reversed', 11102: 'Reversed' })
    expect(entries(change)).toEqual([[11101, 7001, -600, 0]])
  })

  test('of a division waits until its parts are undone', () => {
    const done = handle(partly, waiting, known)
    const part = done.lines.find(({ SerialId }) => SerialId === 11102)
    const invalid = part ? handle({ action: 'Invalid' }, part) : done
    const lines = [...done.lines.filter(({ SerialId }) => SerialId !== 11102), ...invalid.lines]
    expect(refusalOf(() => undoHandling(handled(done), by, { ...factsAfter(done, known), lines }))).toBe(
      '2006 分拆後的交易（序號 11102）目前是「已作廢」，請先取消該筆的處理，再取消分拆。',
    )
  })

  test('is refused for the person who handled the line, even if another one released it', () => {
    const released = releaseProposal(handled(handle(twoBills, waiting, dual)), 'checker01', dual)
    expect(refusalOf(() => undoHandling(handled(released), { ...by, by: 'maker01' }, factsAfter(released, dual)))).toBe(
      '2006 這筆處理由您提出，須由另一人取消。',
    )
  })

  test('is refused for the person who released the handling; where nobody else could, the refusal says who is needed', () => {
    const released = releaseProposal(handled(handle(twoBills, waiting, dual)), 'checker01', dual)
    const refusalWith = (hasOtherPerson: boolean) =>
      refusalOf(() => undoHandling(handled(released), by, { ...factsAfter(released, dual), hasOtherPerson }))
    expect(refusalWith(true)).toBe('2006 這筆處理由您放行，須由另一人取消。')
    expect(refusalWith(false)).toMatch(/須有第二位「企業管理者」或「主管（放行）」/)
  })

  test('a person of the company with the id of the bank user who corrected the account is another person', () => {
    const unowned = exception('VACInvalid', { ApplyCode: null, VACAccount: '88001260001235' })
    const request = toAccount(accounts[0])
    const done = handleLine(unowned, { request, Reason: '存款人寫錯帳號', by: 'checker01', isByBank: true }, rest)
    expect(states(done)).toEqual({ 11001: 'ChangedVAC' })
    const own = { ...factsAfter(done), canUse: (code: string | null) => code === '77001' }
    expect(handled(undoHandling(handled(done), by, own))).toEqual(unowned)
  })

  test('needs a reason, and a line that was handled', () => {
    expect(refusalOf(() => undoHandling(handled(handle({ action: 'Invalid' })), { ...by, Reason: ' ' }, known))).toBe(
      '2001 請填寫處理說明，長度為 2 到 200 字。',
    )
    expect(refusalOf(() => undoHandling(paidLine, by, known))).toBe(
      '2006 這筆交易目前是「已銷帳」，只有已分拆、已改銷、已更正帳號或已作廢的交易可以取消處理；請重新查詢後再試。',
    )
  })

  test('gives the use of the white list back', () => {
    const on = { ...rest, agreements: [{ ...agreement, UseWhiteList: true }], whiteList: [listed] }
    const done = handle(toAccount(accounts[0]), waiting, on)
    expect(undoHandling(handled(done), by, factsAfter(done, on)).postings).toMatchObject([
      { WhiteListSerialId: 9501, Amount: -1000 },
    ])
  })
})
