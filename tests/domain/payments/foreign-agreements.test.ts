import { describe, expect, test } from 'vitest'
import { type HandlingFacts, refuseProposal, releaseProposal } from '../../../src/domain/payments/handle-line'
import type { HandlingAction } from '../../../src/domain/payments/handling-request'
import { undoHandling } from '../../../src/domain/payments/undo-handling'
import {
  exception,
  handle,
  handled,
  known,
  refusalOf,
  secondBill,
  states,
  toAccount,
  twoBills,
  waiting,
} from './support/handlings'
import { accounts, agreement, bill } from './support/samples'

/** An agreement of the same company. */
const other = { ...agreement, rule: { ...agreement.rule, applyCode: '77003' } }
const otherAccount = '77003260001231'
const both: HandlingFacts = {
  ...known,
  agreements: [agreement, other],
  bills: [
    { ...bill, ShouldPayAmount: 600 },
    { ...secondBill, ApplyCode: '77003', VACAccount: otherAccount },
  ],
}
/** The facts for a person who may only use 77001. */
const own: HandlingFacts = { ...both, canUse: (applyCode) => applyCode === '77001' }

const partToAccount: HandlingAction = {
  action: 'Divide',
  parts: [
    { BillSerialId: 7001, Amount: 600 },
    { VACAccount: otherAccount, Amount: 400 },
  ],
}
const foreignAccount = `虛擬帳號 ${otherAccount} 屬於您不能使用的委託單位，請核對後更正，或由可使用該委託單位的人員處理。`

describe('a person who may not use an agreement of the same company', () => {
  const elsewhere: readonly (readonly [string, HandlingAction, string])[] = [
    [
      'divide a line for one of its bills',
      twoBills,
      '2004 第 2 筆：查無這張帳單，或帳單不屬於同一代收約定，請重新選擇。',
    ],
    ['divide a line for one of its accounts', partToAccount, `2002 第 2 筆：${foreignAccount}`],
  ]
  const correction = toAccount(otherAccount)

  test.each([
    ...elsewhere,
    ['correct an account to one of its accounts', correction, `2008 ${foreignAccount}`],
  ] as const)('cannot %s', (_, request, message) =>
    expect(refusalOf(() => handle(request, waiting, own))).toBe(message),
  )

  test('nobody divides a line across agreements, also if they may use both', () => {
    expect(refusalOf(() => handle(twoBills, waiting, both))).toMatch(/不屬於同一代收約定/)
    expect(refusalOf(() => handle(partToAccount, waiting, both))).toMatch(/不屬於同一代收約定/)
    expect(refusalOf(() => handle(correction, waiting, both))).toBe('not refused')
  })

  const dual = (facts: HandlingFacts): HandlingFacts => ({
    ...facts,
    agreements: [{ ...agreement, DualControl: true }, other],
  })
  const proposed = () => handled(handle(correction, waiting, dual(both)))

  test('cannot release a proposal to correct an account to one of its accounts, but refuse it', () => {
    expect(refusalOf(() => releaseProposal(proposed(), 'checker01', dual(own)))).toBe(`2008 ${foreignAccount}`)
    expect(handled(refuseProposal(proposed(), 'checker01', known))).toEqual(waiting)
  })

  const undoRefusal = '2006 這筆處理涉及您不能使用的委託單位，請由可使用的人員或銀行取消。'
  const by = { by: 'checker01', Reason: '處理錯誤，重新處理' }

  test('cannot undo a division that has a part there', () => {
    const ownBills = { ...both, bills: known.bills }
    const { lines } = handle(twoBills, waiting, ownBills)
    const [divided] = lines.filter(({ state }) => state.WriteOffStatus === 'Divided')
    // The account of a part was corrected to one of that agreement, and it still waits.
    const moved = lines.map((part) =>
      part.SerialId === 11102
        ? { ...exception('BillNotFound'), SerialId: 11102, ParentSerialId: 11001, ApplyCode: '77003' }
        : part,
    )
    expect(divided && refusalOf(() => undoHandling(divided, by, { ...own, lines: moved }))).toBe(undoRefusal)
  })

  test('can undo a division whose part there was reversed by an earlier undo', () => {
    const { lines } = handle({ action: 'Invalid' }, waiting, both)
    const reversed = {
      ...waiting,
      SerialId: 11101,
      ParentSerialId: 11001,
      ApplyCode: '77003',
      state: { WriteOffStatus: 'Reversed', PairSerialId: null, BillSerialId: null },
    } as const
    expect(lines[0] && states(undoHandling(lines[0], by, { ...own, lines: [...lines, reversed] }))).toEqual({
      11001: 'Exception',
    })
  })

  test.each([
    ['that agreement', '77003'],
    ['no agreement', null],
  ])('cannot undo a correction that returns the line to %s', (_, ApplyCode) => {
    const line = exception('VACInvalid', { ApplyCode, VACAccount: accounts[3] })
    const corrected = handle(toAccount(accounts[0]), line, { ...both, bills: [bill] })
    const facts = { ...own, lines: corrected.lines, bills: [{ ...bill, PaidAmount: 1000 }] }
    expect(refusalOf(() => undoHandling(handled(corrected), by, facts))).toBe(undoRefusal)
  })
})
