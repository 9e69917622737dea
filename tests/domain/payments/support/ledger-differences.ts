import { type PayStatus, payStatus } from '../../../../src/domain/bills/bill'
import { matchedAmount } from '../../../../src/domain/payments/channel-fee'
import { type Line, paysBill } from '../../../../src/domain/payments/line'
import { isWaitingReversal, originalOf, pairKeys } from '../../../../src/domain/payments/reversals'
import type { Invariant } from '../../../../src/server/payments/verification/ledger-checks'

/** The records of a ledger that must agree with each other. */
export interface LedgerRecords {
  /** Number and signed sum of the accepted lines, counted when they arrived. Repeated lines are not accepted. */
  readonly accepted: { readonly count: number; readonly sum: number }
  readonly lines: readonly Line[]
  readonly entries: readonly LedgerEntry[]
  readonly bills: readonly LedgerBill[]
}

/** An entry: money on a bill. Entries are never changed or deleted, only countered. */
export interface LedgerEntry {
  readonly SerialId: number
  /** The line that pays the bill; null for a collection of the company. */
  readonly LineSerialId: number | null
  readonly BillSerialId: number
  /** Negative in a counter-entry. */
  readonly Amount: number
  /** The entry that this counter-entry counters; null for a payment. */
  readonly CountersSerialId: number | null
}

interface LedgerBill {
  readonly SerialId: number
  readonly ShouldPayAmount: number
  readonly PaidAmount: number
  readonly PayStatus: PayStatus
}

/** A record that breaks an invariant. */
export interface LedgerDifference {
  readonly invariant: Invariant
  /** The line, entry or bill; null for a condition about all lines. */
  readonly SerialId: number | null
  readonly expected: number | string
  readonly actual: number | string
}

/**
 * Returns a difference for every record that breaks an invariant.
 * A correct ledger has none.
 * Computes from records in memory what `ledgerChecks` computes by queries.
 */
export const ledgerDifferences = (records: LedgerRecords): readonly LedgerDifference[] => {
  const index = ledgerIndexOf(records)
  return Object.entries(invariants).flatMap(([invariant, check]) =>
    check(records, index)
      .filter(({ expected, actual }) => expected !== actual)
      .map((comparison) => ({ invariant: invariant as Invariant, ...comparison })),
  )
}

type Comparison = Omit<LedgerDifference, 'invariant'>

type Check = (records: LedgerRecords, index: LedgerIndex) => readonly Comparison[]

const invariants = {
  /** Every accepted line is on record. */
  acceptedCount: ({ accepted, lines }) => [
    { SerialId: null, expected: accepted.count, actual: lines.filter(isReported).length },
  ],

  /** The lines add up to the accepted sum if each divided line is replaced by its parts. */
  acceptedSum: ({ accepted, lines }, index) => [
    {
      SerialId: null,
      expected: accepted.sum,
      actual: sumOf(lines.filter((line) => isCounted(line, index) && !isDivided(line)).map(signedAmount)),
    },
  ],

  /** The parts of a divided line add up to its amount. */
  dividedSum: ({ lines }, { partsByLine }) =>
    lines.filter(isDivided).map((line) => ({
      SerialId: line.SerialId,
      expected: line.Amount,
      actual: sumOf(currentParts(line, partsByLine).map(({ Amount }) => Amount)),
    })),

  /** The parts of a divided line share its fee. */
  dividedFee: ({ lines }, { partsByLine }) =>
    lines.filter(isDivided).map((line) => ({
      SerialId: line.SerialId,
      expected: line.ChannelFee,
      actual: sumOf(currentParts(line, partsByLine).map(({ ChannelFee }) => ChannelFee)),
    })),

  /**
   * A part that was not reversed belongs to a line that is still divided.
   * Otherwise the line and its part could both pay bills with the same money.
   */
  countedOnce: ({ lines }, index) =>
    lines
      .filter((line) => !isReported(line) && !isReversed(line))
      .map((line) => ({
        SerialId: line.SerialId,
        expected: 'Divided',
        actual: index.linesById.get(line.ParentSerialId ?? 0)?.state.WriteOffStatus ?? 'no line',
      })),

  /** Reversed lines form pairs that add up to zero. */
  reversedPair: ({ lines }, { linesById }) =>
    lines
      .filter((line) => isReported(line) && isReversed(line))
      .map((line) => ({ SerialId: line.SerialId, expected: -signedAmount(line), actual: pairAmount(line, linesById) })),

  /** A reversal waits only if there is no payment that it could reverse. */
  waitingReversal: ({ lines }, { linesByPairKey }) =>
    lines.filter(isWaitingReversal).map((line) => ({
      SerialId: line.SerialId,
      expected: 'nothing to take back',
      actual:
        originalOf(
          line,
          pairKeys(line).flatMap((key) => linesByPairKey.get(key) ?? []),
        ) === null
          ? 'nothing to take back'
          : 'a payment',
    })),

  /** A written-off line has one live entry, which records its payment; other lines have none. */
  entryOfLine: ({ lines }, { liveByLine }) =>
    lines.map((line) => ({
      SerialId: line.SerialId,
      expected: textOf(paymentOf(line)),
      actual: textOf(liveByLine.get(line.SerialId) ?? []),
    })),

  /** The line of an entry exists. */
  lineOfEntry: ({ entries }, { linesById }) =>
    entries
      .filter(({ LineSerialId }) => LineSerialId !== null)
      .map(({ SerialId, LineSerialId }) => ({
        SerialId,
        expected: 'a line',
        actual: linesById.has(LineSerialId ?? 0) ? 'a line' : 'no line',
      })),

  /**
   * A counter-entry counters the full amount of an entry of the same line and bill, and no other counter-entry counters
   * that entry.
   */
  counterEntry: ({ entries }, { entriesById, counterCounts }) =>
    entries
      .filter(({ CountersSerialId }) => CountersSerialId !== null)
      .map((counter) => {
        const target = entriesById.get(counter.CountersSerialId ?? 0)
        const isOnlyCounter = (counterCounts.get(counter.CountersSerialId ?? 0) ?? 0) === 1
        return {
          SerialId: counter.SerialId,
          // If the target is missing or is itself a counter-entry, this counter-entry should not exist.
          expected: target?.CountersSerialId === null ? counterText(target) : 'no counter-entry',
          actual: isOnlyCounter ? entryText(counter) : 'countered repeatedly',
        }
      }),

  /** The paid amount of a bill is the sum of its live entries. */
  paidAmount: ({ bills }, { liveByBill }) =>
    bills.map((bill) => ({
      SerialId: bill.SerialId,
      expected: sumOf((liveByBill.get(bill.SerialId) ?? []).map(({ Amount }) => Amount)),
      actual: bill.PaidAmount,
    })),

  /** The payment status of a bill agrees with its amounts. */
  payStatus: ({ bills }) =>
    bills.map((bill) => ({
      SerialId: bill.SerialId,
      expected: payStatus(bill.PaidAmount, bill.ShouldPayAmount),
      actual: bill.PayStatus,
    })),
} as const satisfies Record<Invariant, Check>

/** The records of a ledger by their ids and by the ids to which they refer. */
interface LedgerIndex {
  readonly linesById: ReadonlyMap<number, Line>
  /** The parts by the serial id of their divided line. */
  readonly partsByLine: ReadonlyMap<number, readonly Line[]>
  /** The lines by the keys that a payment and its reversal share. */
  readonly linesByPairKey: ReadonlyMap<string, readonly Line[]>
  readonly entriesById: ReadonlyMap<number, LedgerEntry>
  /** The number of counter-entries of each entry. */
  readonly counterCounts: ReadonlyMap<number, number>
  readonly liveByLine: ReadonlyMap<number, readonly LedgerEntry[]>
  readonly liveByBill: ReadonlyMap<number, readonly LedgerEntry[]>
}

const ledgerIndexOf = ({ lines, entries }: LedgerRecords): LedgerIndex => {
  const counterCounts = new Map<number, number>()
  for (const { CountersSerialId: id } of entries)
    if (id !== null) counterCounts.set(id, (counterCounts.get(id) ?? 0) + 1)
  const liveEntries = entries.filter(
    ({ SerialId, CountersSerialId }) => CountersSerialId === null && !counterCounts.has(SerialId),
  )
  return {
    linesById: new Map(lines.map((line) => [line.SerialId, line])),
    partsByLine: groupBy(lines, ({ ParentSerialId }) => [ParentSerialId]),
    linesByPairKey: groupBy(lines, pairKeys),
    entriesById: new Map(entries.map((entry) => [entry.SerialId, entry])),
    counterCounts,
    liveByLine: groupBy(liveEntries, ({ LineSerialId }) => [LineSerialId]),
    liveByBill: groupBy(liveEntries, ({ BillSerialId }) => [BillSerialId]),
  }
}

const groupBy = <T, Key>(
  items: readonly T[],
  keysOf: (item: T) => readonly (Key | null)[],
): ReadonlyMap<Key, readonly T[]> => {
  const groups = new Map<Key, T[]>()
  for (const item of items)
    for (const key of keysOf(item)) {
      if (key === null) continue
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  return groups
}

/** Checks whether a channel reported the line; otherwise it is a part of a divided line. */
const isReported = ({ ParentSerialId }: Line): boolean => ParentSerialId === null

const isDivided = ({ state }: Line): boolean => state.WriteOffStatus === 'Divided'

const isReversed = ({ state }: Line): boolean => state.WriteOffStatus === 'Reversed'

/**
 * Checks whether a line counts in the sum of the lines.
 * A reported line always counts.
 * A part counts unless its division, or the division of its parent, was undone.
 */
const isCounted = (line: Line, index: LedgerIndex): boolean => {
  if (line.ParentSerialId === null) return true
  const parent = index.linesById.get(line.ParentSerialId)
  return !isReversed(line) && parent !== undefined && isDivided(parent) && isCounted(parent, index)
}

/** Returns the parts of a divided line, without the parts of an earlier division that was undone. */
const currentParts = ({ SerialId }: Line, partsByLine: LedgerIndex['partsByLine']): readonly Line[] =>
  (partsByLine.get(SerialId) ?? []).filter((part) => !isReversed(part))

const signedAmount = ({ AmountSign, Amount }: Line): number => (AmountSign === 'Minus' ? -Amount : Amount)

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Returns the signed amount of the other line of a pair, or a text that says what is wrong with the pair. */
const pairAmount = ({ SerialId, state }: Line, linesById: LedgerIndex['linesById']): number | string => {
  const pair = 'PairSerialId' in state && state.PairSerialId !== null ? linesById.get(state.PairSerialId) : undefined
  if (!pair) return 'no pair'
  return 'PairSerialId' in pair.state && pair.state.PairSerialId === SerialId
    ? signedAmount(pair)
    : 'pair of another line'
}

const paymentOf = (line: Line): readonly Pick<LedgerEntry, 'BillSerialId' | 'Amount'>[] =>
  paysBill(line) ? [{ BillSerialId: line.state.payment.BillSerialId, Amount: matchedAmount(line) }] : []

const textOf = (entries: readonly Pick<LedgerEntry, 'BillSerialId' | 'Amount'>[]): string =>
  entries.map(({ BillSerialId, Amount }) => `${Amount} on bill ${BillSerialId}`).join(', ') || 'no live entry'

const entryText = (entry: LedgerEntry): string =>
  `${textOf([entry])} for ${entry.LineSerialId === null ? 'a collection' : `line ${entry.LineSerialId}`}`

const counterText = (target: LedgerEntry): string => entryText({ ...target, Amount: -target.Amount })
