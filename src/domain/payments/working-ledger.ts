import { applyCodeOf, plainAccount } from '../accounts/virtual-account'
import { payStatus } from '../bills/bill'
import { type Incident, incidentOf, type LedgerChange, type Posting } from './ledger-change'
import { billOf, type Handled, identityOf, isPaid, type Line, type LineFacts, type PaidState, type Payment } from './line'
import type { CollectingAgreement, ListedAccount, MatchingFacts, PayableBill } from './matching-facts'
import { originalOf, pairKeys, waitingReversalOf } from './reversals'
import type { WriteOffDecision } from './write-off-row'

/** What is known about the lines of a batch, loaded in bulk. */
export interface BatchFacts {
  readonly agreements: readonly CollectingAgreement[]
  /** The bills with the accounts of the lines, the bills that a person chose, and the bills paid by lines to be reversed. */
  readonly bills: readonly PayableBill[]
  /** The white-list entries with the accounts of the lines. */
  readonly whiteList: readonly ListedAccount[]
  /** Lines on record: the lines of the batch, the other lines of possible pairs of payment and reversal, and parts of divided lines. */
  readonly lines: readonly Line[]
}

/** A copy of the facts that changes with every decision, so that each decision sees the effect of the earlier ones. It collects the changes. */
export class WorkingLedger {
  readonly #agreements: ReadonlyMap<string, CollectingAgreement>
  readonly #bills: Map<number, PayableBill>
  readonly #billByAccount: ReadonlyMap<string, number>
  readonly #listed: Map<number, ListedAccount>
  readonly #listedByAccount = new Map<string, number[]>()
  readonly #lines = new Map<number, Line>()
  /** Serial ids of lines by what identifies them. */
  readonly #repeats = new Map<string, number>()
  /** Serial ids of reported lines by what a payment and its reversal have in common. */
  readonly #pairable = new Map<string, Set<number>>()
  readonly #codesByPrefix = new Map<string, string | null>()
  readonly #changedLines = new Map<number, Line>()
  readonly #postings: Posting[] = []
  readonly #incidents: Incident[] = []

  constructor({ agreements, bills, whiteList, lines }: BatchFacts) {
    this.#agreements = new Map(agreements.map((agreement) => [agreement.rule.applyCode, agreement]))
    this.#bills = new Map(bills.map((bill) => [bill.SerialId, bill]))
    // If several bills have an account, the last one holds it.
    this.#billByAccount = new Map([...bills].sort(byHolder).map((bill) => [plainAccount(bill.VACAccount), bill.SerialId]))
    this.#listed = new Map(whiteList.map((entry) => [entry.SerialId, entry]))
    for (const { VACAccount, SerialId } of whiteList) append(this.#listedByAccount, plainAccount(VACAccount), SerialId)
    for (const line of lines) this.#keep(line)
  }

  /** Returns what the decisions have changed. */
  change(): LedgerChange {
    return { lines: [...this.#changedLines.values()], postings: this.#postings, incidents: this.#incidents }
  }

  /** Returns the current facts about a line. */
  factsOf(line: LineFacts): MatchingFacts {
    const account = plainAccount(line.VACAccount)
    const repeat = this.#repeats.get(identityOf(line))
    return {
      line,
      isRepeat: repeat !== undefined && repeat !== line.SerialId && line.ParentSerialId === null,
      pair: this.#pairOf(line),
      agreement: this.agreementOf(account),
      bill: this.bill(this.#billByAccount.get(account)),
      listed: (this.#listedByAccount.get(account) ?? []).flatMap((id) => this.#listed.get(id) ?? []),
    }
  }

  bill(serialId: number | undefined): PayableBill | null {
    return (serialId === undefined ? undefined : this.#bills.get(serialId)) ?? null
  }

  agreement(applyCode: string | null): CollectingAgreement | null {
    return (applyCode === null ? undefined : this.#agreements.get(applyCode)) ?? null
  }

  /** Returns the agreement that owns an account. */
  agreementOf(account: string): CollectingAgreement | null {
    // No code is longer than this, and few prefixes occur in a batch.
    const prefix = plainAccount(account).slice(0, 8)
    if (!this.#codesByPrefix.has(prefix)) this.#codesByPrefix.set(prefix, applyCodeOf(prefix, [...this.#agreements.keys()]))
    return this.agreement(this.#codesByPrefix.get(prefix) ?? null)
  }

  partsOf(line: LineFacts): readonly Line[] {
    return [...this.#lines.values()].filter(({ ParentSerialId }) => ParentSerialId === line.SerialId)
  }

  /** Records a decision about a line. With an account that a person has corrected, it becomes `ChangedVAC`, or an exception that keeps the correction. */
  settle(line: LineFacts, decision: WriteOffDecision, correction?: Handled): void {
    if (decision.kind === 'WrittenOff') this.pay({ ...line, state: paidState(decision.payment, correction) })
    if (decision.kind === 'Reversed') this.#reverse(line, decision.pair)
    if (decision.kind === 'Exception') this.#except(line, decision, correction)
  }

  /** Records a paid line with its entry. */
  pay(line: Line<PaidState>): void {
    this.#post(line.SerialId, line.state.payment)
    this.write(line)
  }

  /** Counters the entry of a line. */
  counter({ SerialId, state: { payment } }: Line<PaidState>): void {
    this.#post(SerialId, { ...payment, Amount: -payment.Amount })
  }

  /** Counters the entry of a line and marks the line as reversed. `PairSerialId` is null for a part of a divided line. */
  takeBack(line: Line<PaidState>, PairSerialId: number | null): void {
    this.counter(line)
    this.write({ ...line, state: { WriteOffStatus: 'Reversed', PairSerialId, BillSerialId: line.state.payment.BillSerialId } })
  }

  /** Records a line whose handling was undone. If a reversal of it has arrived meanwhile, the two make a pair. */
  restore(line: Line): void {
    this.write(line)
    const pair = this.#pairOf(line)
    if (pair) this.#reverse(line, pair)
  }

  /** Records a new or changed line. */
  write(line: Line): void {
    this.#keep(line)
    this.#changedLines.set(line.SerialId, line)
  }

  /** Makes a pair of a payment and its reversal: `pair` is the line that is on record. */
  #reverse(line: LineFacts, pair: Line): void {
    const BillSerialId = billOf(pair)
    if (isPaid(pair)) this.takeBack(pair, line.SerialId)
    else this.write({ ...pair, state: { WriteOffStatus: 'Reversed', PairSerialId: line.SerialId, BillSerialId } })
    this.write({ ...line, state: { WriteOffStatus: 'Reversed', PairSerialId: pair.SerialId, BillSerialId } })
  }

  #except(line: LineFacts, decision: Extract<WriteOffDecision, { kind: 'Exception' }>, correction: Handled | undefined): void {
    const { ExceptionType } = decision
    const BillSerialId = this.#billByAccount.get(plainAccount(line.VACAccount)) ?? null
    if (ExceptionType === 'Incident') this.#incidents.push(incidentOf(line.SerialId, decision.IncidentReason))
    this.write({ ...line, state: { WriteOffStatus: 'Exception', ExceptionType, BillSerialId, ...(correction && { correction }) } })
  }

  #keep(line: Line): void {
    this.#lines.set(line.SerialId, line)
    // Channels report whole payments only, so no report repeats or reverses a part of a divided line.
    if (line.ParentSerialId !== null) return
    this.#repeats.set(identityOf(line), line.SerialId)
    for (const key of pairKeys(line)) {
      const ids = this.#pairable.get(key)
      if (ids) ids.add(line.SerialId)
      else this.#pairable.set(key, new Set([line.SerialId]))
    }
  }

  /** Returns the line with which a payment or a reversal makes a pair. */
  #pairOf(line: LineFacts): Line | null {
    if (line.ParentSerialId !== null) return null
    const ids = new Set(pairKeys(line).flatMap((key) => [...(this.#pairable.get(key) ?? [])]))
    if (ids.size === 0) return null
    const lines = [...ids].sort((a, b) => a - b).flatMap((id) => this.#lines.get(id) ?? [])
    return line.AmountSign === 'Minus' ? originalOf(line, lines) : waitingReversalOf(line, lines)
  }

  #post(LineSerialId: number, payment: Payment): void {
    const bill = this.bill(payment.BillSerialId)
    if (bill === null) throw new Error(`The facts lack bill ${payment.BillSerialId}, which line ${LineSerialId} pays or paid`)
    const PaidAmount = bill.PaidAmount + payment.Amount
    this.#bills.set(bill.SerialId, { ...bill, PaidAmount })
    this.#countUse(payment)
    this.#postings.push({ ...payment, LineSerialId, PaidAmount, PayStatus: payStatus(PaidAmount, bill.ShouldPayAmount) })
  }

  #countUse({ WhiteListSerialId, Amount }: Payment): void {
    const entry = WhiteListSerialId === null ? undefined : this.#listed.get(WhiteListSerialId)
    if (entry) this.#listed.set(entry.SerialId, { ...entry, UsedTimes: entry.UsedTimes + (Amount > 0 ? 1 : -1) })
  }
}

/** Sorts the bills with the same account so that the one that holds it is last: void ones first, then those whose account was released, then those in use, and older ones before newer ones. */
const byHolder = (a: PayableBill, b: PayableBill): number => holderRank(a) - holderRank(b) || a.SerialId - b.SerialId

const holderRank = ({ BillState, AccountState }: PayableBill): number => {
  if (BillState === 'Void') return 0
  return AccountState === 'Released' ? 1 : 2
}

const paidState = (payment: Payment, handled: Handled | undefined): PaidState =>
  handled ? { WriteOffStatus: 'ChangedVAC', payment, handled } : { WriteOffStatus: 'WrittenOff', payment }

const append = (ids: Map<string, number[]>, key: string, id: number): void => {
  const list = ids.get(key)
  if (list) list.push(id)
  else ids.set(key, [id])
}
