import fc from 'fast-check'
import { expect } from 'vitest'
import { composeAccount } from '../../../../src/domain/accounts/virtual-account'
import { matchedAmount } from '../../../../src/domain/payments/channel-fee'
import {
  handleLine,
  refuseProposal,
  releaseProposal,
  withdrawProposal,
} from '../../../../src/domain/payments/handle-line'
import type { HandlingAction } from '../../../../src/domain/payments/handling-request'
import type { LedgerChange } from '../../../../src/domain/payments/ledger-change'
import { type Line, type LineFacts, reportedAccount } from '../../../../src/domain/payments/line'
import { isMatchedAgain, matchLines } from '../../../../src/domain/payments/match-lines'
import type { CollectingAgreement } from '../../../../src/domain/payments/matching-facts'
import { isWaitingReversal } from '../../../../src/domain/payments/reversals'
import { undoHandling } from '../../../../src/domain/payments/undo-handling'
import { Refusal } from '../../../../src/domain/refusal'
import { applied, type Ledger } from './ledger'
import { ledgerDifferences } from './ledger-differences'
import { agreement, anyAgreement, bill, line, listed } from './samples'

/** Two agreements of one company; the second one uses the white list, demands two persons, and bears no fees. */
const strict: CollectingAgreement = {
  ...agreement,
  rule: { ...agreement.rule, applyCode: '77003' },
  UseWhiteList: true,
  DualControl: true,
}
const agreements = [agreement, strict]
const accountOf = ({ rule }: CollectingAgreement, payer: number) =>
  composeAccount({ ...rule, termNo: '26', payerNo: String(payer).padStart(6, '0'), amount: null, dueDate: null })
const owners = [agreement, agreement, agreement, strict, strict]

/** The accounts to which payments go: those of the bills, one with a wrong digit, and one of no agreement. */
export const accounts = [...owners.map(accountOf), '77001260001236', '88001260001235']

/** The bills that exist; the third one is uploaded late. */
export const bills = owners.map((owner, index) => ({
  ...bill,
  SerialId: 7001 + index,
  ApplyCode: owner.rule.applyCode,
  VACAccount: accounts[index] ?? '',
  AllowPartial: index !== 0,
  AllowOverdue: index === 1,
  PayStatus: 'Unpaid' as const,
}))
const lateBill = bills[2]
const initial: Ledger = {
  agreements,
  bills: bills.filter((known) => known !== lateBill),
  whiteList: [{ ...listed, SerialId: 9501, VACAccount: accounts[3] ?? '', CheckType: 'Account', MaxTimes: 2 }],
  lines: [],
  entries: [],
}

const pick = fc.nat({ max: 30 })
const person = fc.constantFrom('maker01', 'maker02', 'checker01')

/**
 * A line as a channel reports it.
 * For one amount, the channel charges another fee than the table has, which changes nothing in the history.
 */
export const arrival = fc
  .record({
    ChannelId: fc.constantFrom('06', '06', '06', '01', '15'),
    TradeDate: fc.constantFrom('2026-11-27', '2026-11-27', '2026-12-01'),
    TxnSeq: fc.constantFrom('1', '2', '3', '4', '5'),
    VACAccount: fc.constantFrom(...accounts),
    AmountSign: fc.constantFrom('Plus', 'Plus', 'Plus', 'Minus' as const),
    Amount: fc.constantFrom(400, 600, 1000, 1000, 1010, 1600),
    FeeBearType: fc.constantFrom('Deduct', 'Deduct', 'Increase' as const),
  })
  .map((reported) => ({
    ...reported,
    ...(reported.Amount === 1010 ? { ChannelFee: 12, TableFee: 10 } : { ChannelFee: 10, TableFee: null }),
  }))

/** What can happen in a bank, without regard to whether it is allowed. Numbers choose among what there is. */
export const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('arrive' as const),
      lines: fc.array(arrival, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('reverse' as const, 'reverse' as const, 'repeat' as const),
      line: pick,
    }),
  },
  // The file with the payment of a reversal comes after that of the reversal.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('payReversed' as const), line: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('uploadBill' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('voidBill' as const), bill: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rematch' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('handle' as const),
      line: pick,
      action: fc.constantFrom('Divide', 'ChangeBill', 'ChangeVACAccount', 'Invalid' as const),
      targets: fc.tuple(pick, pick),
      share: fc.constantFrom(400, 600),
      by: person,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'release' as const,
        'refuse' as const,
        'withdraw' as const,
        'undo' as const,
        'undo' as const,
      ),
      line: pick,
      by: person,
    }),
  },
)

/** What happens in a bank. */
export type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** The ledger, what was accepted into it, and the next serial id of a line. */
export interface LedgerState {
  readonly ledger: Ledger
  readonly accepted: { readonly count: number; readonly sum: number }
  readonly nextSerialId: number
}

export const start: LedgerState = { ledger: initial, accepted: { count: 0, sum: 0 }, nextSerialId: 11001 }

/** Returns the item that a number chooses. */
export const chosen = <T>(items: readonly T[], number: number): T | undefined =>
  items[number % Math.max(1, items.length)]

/** Whether a person can handle a line. */
export const isWaiting = ({ state }: Line) =>
  state.WriteOffStatus === 'Exception' || state.WriteOffStatus === 'NotWrittenOff'

/** What a channel sends about a line that it sent before. */
export type Resent = Extract<Event, { kind: 'reverse' | 'repeat' | 'payReversed' }>

/**
 * Returns the line that a channel repeats, reverses or pays late.
 * It repeats what it reported itself, but may reverse what looks like a part of it.
 */
export const resentLine = ({ kind, line: number }: Resent, lines: readonly Line[]): Line | undefined =>
  chosen(
    lines.filter((known) => {
      if (kind === 'payReversed') return isWaitingReversal(known)
      return kind === 'reverse' || known.ParentSerialId === null
    }),
    number,
  )

/**
 * Returns the sign and the transaction number with which a line is sent again.
 * A channel reverses a line with the transaction number of that line, or with a new one.
 */
export const resentValues = (
  { kind, line: number }: Resent,
  { AmountSign, TxnSeq }: LineFacts,
  newSerial: string,
): Pick<LineFacts, 'AmountSign' | 'TxnSeq'> => {
  if (kind === 'repeat') return { AmountSign, TxnSeq }
  if (kind === 'payReversed') return { AmountSign: 'Plus', TxnSeq }
  return { AmountSign: 'Minus', TxnSeq: number % 3 === 0 ? newSerial : TxnSeq }
}

/** Returns the lines that a channel sends for an event. */
const sentLines = (
  happened: Extract<Event, { kind: 'arrive' }> | Resent,
  { ledger, nextSerialId }: LedgerState,
): readonly LineFacts[] => {
  if (happened.kind === 'arrive')
    return happened.lines.map((reported, index) => ({
      ...line,
      ...reported,
      MarketItemCode: '7A1',
      SerialId: nextSerialId + index,
    }))
  const found = resentLine(happened, ledger.lines)
  if (!found) return []
  const { state: _, ...of } = found
  const sent = {
    ...of,
    SerialId: nextSerialId,
    VACAccount: reportedAccount(of),
    OriginalVACAccount: null,
    ParentSerialId: null,
  }
  return [{ ...sent, ...resentValues(happened, of, String(nextSerialId)) }]
}

const arrived = (ledgerState: LedgerState, lines: readonly LineFacts[]): LedgerState => {
  const { ledger, accepted, nextSerialId } = ledgerState
  const { decisions, change } = matchLines(lines, ledger)
  const taken = lines.filter((_, index) => decisions[index]?.decision.kind !== 'Ignored')
  const sum = taken.reduce((total, { AmountSign, Amount }) => total + (AmountSign === 'Minus' ? -Amount : Amount), 0)
  return {
    ledger: applied(ledger, change),
    accepted: { count: accepted.count + taken.length, sum: accepted.sum + sum },
    nextSerialId: nextSerialId + lines.length,
  }
}

const rematched = (ledgerState: LedgerState, sign: LineFacts['AmountSign']): LedgerState => {
  const { ledger } = ledgerState
  const waiting = ledger.lines.filter(
    (known) => known.AmountSign === sign && isMatchedAgain(known, { arrivedOn: '2026-11-28', today: '2026-11-29' }),
  )
  return { ...ledgerState, ledger: applied(ledger, matchLines(waiting, ledger).change) }
}

const after = (ledgerState: LedgerState, happened: Event): LedgerState => {
  const { ledger, nextSerialId } = ledgerState
  const changedBy = (change: LedgerChange, used = 0): LedgerState => ({
    ...ledgerState,
    ledger: applied(ledger, change),
    nextSerialId: nextSerialId + used,
  })
  switch (happened.kind) {
    case 'arrive':
    case 'reverse':
    case 'repeat':
    case 'payReversed':
      return arrived(ledgerState, sentLines(happened, ledgerState))
    case 'uploadBill':
      return !lateBill || ledger.bills.includes(lateBill) || ledger.bills.length === bills.length
        ? ledgerState
        : { ...ledgerState, ledger: { ...ledger, bills: [...ledger.bills, lateBill] } }
    case 'voidBill': {
      const voided = chosen(ledger.bills, happened.bill)?.SerialId
      const canBe = ledger.entries.every(({ BillSerialId }) => BillSerialId !== voided)
      return canBe
        ? {
            ...ledgerState,
            ledger: {
              ...ledger,
              bills: ledger.bills.map((known) => (known.SerialId === voided ? { ...known, BillState: 'Void' } : known)),
            },
          }
        : ledgerState
    }
    case 'rematch':
      return rematched(rematched(ledgerState, 'Minus'), 'Plus')
    case 'handle': {
      const of = chosen(happened.line % 8 === 7 ? ledger.lines : ledger.lines.filter(isWaiting), happened.line)
      const handling = {
        request: requestOf(happened, of, { bills: ledger.bills, accounts }),
        Reason: '繳款人誤植帳號',
        by: happened.by,
      }
      return of
        ? changedBy(
            handleLine(of, handling, {
              ...ledger,
              newSerialIds: [nextSerialId, nextSerialId + 1],
              canUse: anyAgreement,
            }),
            2,
          )
        : ledgerState
    }
    default:
      return decided(ledgerState, happened, changedBy)
  }
}

const decided = (
  ledgerState: LedgerState,
  { kind, line: number, by }: Extract<Event, { kind: 'release' | 'refuse' | 'withdraw' | 'undo' }>,
  changedBy: (change: LedgerChange, used: number) => LedgerState,
): LedgerState => {
  const { ledger, nextSerialId } = ledgerState
  const isProposal = kind !== 'undo'
  const of = chosen(
    ledger.lines.filter(({ state }) => (isProposal ? state.WriteOffStatus === 'PendingRelease' : 'handled' in state)),
    number,
  )
  if (!of) return ledgerState
  if (kind === 'undo')
    return changedBy(undoHandling(of, { by, Reason: '處理錯誤' }, { ...ledger, canUse: anyAgreement }), 0)
  if (kind === 'withdraw') return changedBy(withdrawProposal(of, by, ledger), 0)
  return changedBy(
    kind === 'refuse'
      ? refuseProposal(of, by, ledger)
      : releaseProposal(of, by, { ...ledger, newSerialIds: [nextSerialId, nextSerialId + 1], canUse: anyAgreement }),
    2,
  )
}

/** What persons can choose as the target of a handling. */
interface Targets {
  readonly bills: readonly { readonly SerialId: number }[]
  readonly accounts: readonly string[]
}

/** Returns the action that an event stands for. */
export const requestOf = (
  { action, targets: [first, second], share }: Extract<Event, { kind: 'handle' }>,
  of: Line | undefined,
  targets: Targets,
): HandlingAction => {
  const BillSerialId = chosen(targets.bills, first)?.SerialId ?? 0
  if (action === 'ChangeBill') return { action, BillSerialId, isOverpaymentConfirmed: second % 2 === 0 }
  if (action === 'ChangeVACAccount') return { action, VACAccount: chosen(targets.accounts, first) ?? '' }
  if (action === 'Invalid') return { action }
  const amount = of ? matchedAmount(of) : 0
  const rest = {
    VACAccount: chosen(targets.accounts.slice(0, 5), second) ?? '',
    Amount: amount - share - (second % 8 === 7 ? 1 : 0),
  }
  return { action, parts: [{ BillSerialId, Amount: share }, rest] }
}

/** Returns the ledgerState after an event; one that is refused changes nothing. */
export const next = (ledgerState: LedgerState, happened: Event): LedgerState => {
  try {
    return after(ledgerState, happened)
  } catch (error) {
    if (error instanceof Refusal) return ledgerState
    throw error
  }
}

/**
 * Checks random histories: after each event every invariant holds, and no entry has changed.
 * Returns the states and exceptions that occurred.
 */
export const checkHistories = (numRuns: number): ReadonlySet<string> => {
  const seen = new Set<string>()
  const history = fc.array(event, { minLength: 10, maxLength: 60, size: 'max' })
  fc.assert(
    fc.property(history, (events) => {
      events.reduce((ledgerState, happened) => {
        const changed = next(ledgerState, happened)
        checkLedgerState(changed)
        expect(changed.ledger.entries.slice(0, ledgerState.ledger.entries.length)).toEqual(ledgerState.ledger.entries)
        if (happened.kind === 'repeat') expect(changed.ledger).toEqual(ledgerState.ledger)
        if (happened.kind === 'reverse') checkReversal(happened, ledgerState, changed)
        for (const { state } of changed.ledger.lines)
          seen.add('ExceptionType' in state ? state.ExceptionType : state.WriteOffStatus)
        return changed
      }, start)
    }),
    { numRuns },
  )
  return seen
}

/**
 * Checks that the reversal of a line that has paid nothing takes no money back, if it has the transaction number of
 * that line.
 */
const checkReversal = (happened: Resent, { ledger, nextSerialId }: LedgerState, after: LedgerState): void => {
  const of = resentLine(happened, ledger.lines)
  if (!of || of.ParentSerialId !== null || of.AmountSign === 'Minus' || 'payment' in of.state) return
  if (resentValues(happened, of, String(nextSerialId)).TxnSeq === of.TxnSeq)
    expect(after.ledger.bills).toEqual(ledger.bills)
}

const checkLedgerState = ({ ledger, accepted }: LedgerState): void => {
  expect(ledgerDifferences({ ...ledger, accepted })).toEqual([])
  for (const { PaidAmount } of ledger.bills) expect(PaidAmount).toBeGreaterThanOrEqual(0)
  for (const { SerialId, UsedTimes } of ledger.whiteList)
    expect(UsedTimes).toBe(
      ledger.lines.filter(({ state }) => 'payment' in state && state.payment.WhiteListSerialId === SerialId).length,
    )
}
