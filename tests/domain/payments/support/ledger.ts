import type { PayStatus } from '../../../../src/domain/bills/bill'
import type { LedgerChange } from '../../../../src/domain/payments/ledger-change'
import type { Line } from '../../../../src/domain/payments/line'
import type {
  CollectingAgreement,
  PayableBill,
  StoredWhiteListEntry,
} from '../../../../src/domain/payments/matching-facts'
import type { LedgerEntry } from './ledger-differences'

/** The records of a bank in memory, as the database would hold them. */
export interface Ledger {
  readonly agreements: readonly CollectingAgreement[]
  readonly bills: readonly (PayableBill & { readonly PayStatus: PayStatus })[]
  readonly whiteList: readonly StoredWhiteListEntry[]
  readonly lines: readonly Line[]
  readonly entries: readonly LedgerEntry[]
}

/** Returns the ledger after a change. Entries are only added. */
export const applied = (ledger: Ledger, { lines, postings }: LedgerChange): Ledger => {
  const changed = new Map([...ledger.lines, ...lines].map((line) => [line.SerialId, line]))
  const entries = [...ledger.entries]
  const uses = new Map<number, number>()
  for (const { LineSerialId, BillSerialId, Amount, WhiteListSerialId } of postings) {
    const CountersSerialId = Amount < 0 ? liveEntry(entries, LineSerialId) : null
    entries.push({ SerialId: entries.length + 1, LineSerialId, BillSerialId, Amount, CountersSerialId })
    if (WhiteListSerialId !== null) uses.set(WhiteListSerialId, (uses.get(WhiteListSerialId) ?? 0) + Math.sign(Amount))
  }
  return {
    ...ledger,
    lines: [...changed.values()],
    entries,
    bills: ledger.bills.map((bill) => {
      const { PaidAmount, PayStatus } = postings.findLast(({ BillSerialId }) => BillSerialId === bill.SerialId) ?? bill
      return { ...bill, PaidAmount, PayStatus }
    }),
    whiteList: ledger.whiteList.map((entry) => ({
      ...entry,
      UsedTimes: entry.UsedTimes + (uses.get(entry.SerialId) ?? 0),
    })),
  }
}

const liveEntry = (entries: readonly LedgerEntry[], line: number): number => {
  const live = entries.filter(
    ({ SerialId, LineSerialId, Amount }) =>
      LineSerialId === line && Amount > 0 && !entries.some(({ CountersSerialId }) => CountersSerialId === SerialId),
  )
  if (live.length !== 1) throw new Error(`Line ${line} has ${live.length} live entries`)
  return live[0]?.SerialId ?? 0
}
