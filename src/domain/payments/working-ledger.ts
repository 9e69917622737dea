import { applyCodeOf, plainAccount } from '../accounts/virtual-account'
import { payStatus } from '../bills/bill'
import { type Incident, incidentOf, type LedgerChange, type Posting } from './ledger-change'
import {
  billIdOf,
  type CompletedHandling,
  identityOf,
  type Line,
  type LineFacts,
  lineWithState,
  type PaidState,
  type Payment,
  paysBill,
} from './line'
import type { CollectingAgreement, MatchingFacts, PayableBill, StoredWhiteListEntry } from './matching-facts'
import { originalOf, pairKeys, waitingReversalOf } from './reversals'
import type { WriteOffDecision } from './write-off-row'

/** The facts about the lines of a batch, loaded in bulk. */
export interface BatchFacts {
  readonly agreements: readonly CollectingAgreement[]
  /**
   * The bills that have the accounts of the lines, that a person chose, or that were paid by a line that may be
   * reversed.
   */
  readonly bills: readonly PayableBill[]
  /** The white-list entries of the accounts of the lines. */
  readonly whiteList: readonly StoredWhiteListEntry[]
  /** Stored lines: the lines of the batch, the lines that may make a pair with them, and the parts of divided lines. */
  readonly lines: readonly Line[]
}

/**
 * A copy of the facts about a batch.
 * Each decision changes the copy, so that later decisions take the change into account.
 * `change` returns all changes.
 */
export class WorkingLedger {
  readonly #agreements: ReadonlyMap<string, CollectingAgreement>
  readonly #bills: ReadonlyMap<number, PayableBill>
  /** The paid amounts of bills that decisions have changed. */
  readonly #paidAmounts = new Map<number, number>()
  readonly #billIdsByAccount: ReadonlyMap<string, number>
  readonly #whiteList: Map<number, StoredWhiteListEntry>
  readonly #whiteListIdsByAccount = new Map<string, number[]>()
  readonly #lines = new Map<number, Line>()
  /** Serial ids of reported lines by `identityOf`, to find repeated lines. */
  readonly #lineIdsByIdentity = new Map<string, number>()
  /** Serial ids of reported lines by `pairKeys`, to find pairs of payment and reversal. */
  readonly #lineIdsByPairKey = new Map<string, number[]>()
  /** The ApplyCode of the agreement that owns the accounts with a prefix; null if there is none. */
  readonly #applyCodesByPrefix = new Map<string, string | null>()
  readonly #changedLines = new Map<number, Line>()
  readonly #postings: Posting[] = []
  readonly #incidents: Incident[] = []

  constructor({ agreements, bills, whiteList, lines }: BatchFacts) {
    this.#agreements = new Map(agreements.map((agreement) => [agreement.rule.applyCode, agreement]))
    this.#bills = new Map(bills.map((bill) => [bill.SerialId, bill]))
    // If several bills have the same account, it belongs to the last of them in this order, which is the one that the
    // map keeps.
    this.#billIdsByAccount = new Map(
      [...bills].sort(byAccountPrecedence).map((bill) => [plainAccount(bill.VACAccount), bill.SerialId]),
    )
    this.#whiteList = new Map(whiteList.map((entry) => [entry.SerialId, entry]))
    for (const { VACAccount, SerialId } of whiteList)
      append(this.#whiteListIdsByAccount, plainAccount(VACAccount), SerialId)
    for (const line of lines) this.#addToIndex(line)
  }

  /** Returns all changes so far. */
  change(): LedgerChange {
    return { lines: [...this.#changedLines.values()], postings: this.#postings, incidents: this.#incidents }
  }

  /** Returns the current facts about a line. */
  factsOf(line: LineFacts): MatchingFacts {
    const account = plainAccount(line.VACAccount)
    const identicalLineId = this.#lineIdsByIdentity.get(identityOf(line))
    return {
      line,
      isRepeat: identicalLineId !== undefined && identicalLineId !== line.SerialId && line.ParentSerialId === null,
      pair: this.#pairOf(line),
      agreement: this.agreementOfAccount(account),
      bill: this.findBill(this.#billIdsByAccount.get(account)),
      whiteListEntries: (this.#whiteListIdsByAccount.get(account) ?? []).flatMap((id) => this.#whiteList.get(id) ?? []),
    }
  }

  /** Returns a bill with its current paid amount; null if the facts do not contain it. */
  findBill(serialId: number | undefined): PayableBill | null {
    const bill = serialId === undefined ? undefined : this.#bills.get(serialId)
    if (bill === undefined) return null
    const PaidAmount = this.#paidAmounts.get(bill.SerialId)
    return PaidAmount === undefined ? bill : { ...bill, PaidAmount }
  }

  findAgreement(applyCode: string | null): CollectingAgreement | null {
    return (applyCode === null ? undefined : this.#agreements.get(applyCode)) ?? null
  }

  /** Returns the agreement that owns an account. */
  agreementOfAccount(account: string): CollectingAgreement | null {
    // Agreements are cached by the first eight digits of the account: no ApplyCode is longer, and the accounts of a
    // batch have few different prefixes.
    const prefix = plainAccount(account).slice(0, 8)
    if (!this.#applyCodesByPrefix.has(prefix))
      this.#applyCodesByPrefix.set(prefix, applyCodeOf(prefix, [...this.#agreements.keys()]))
    return this.findAgreement(this.#applyCodesByPrefix.get(prefix) ?? null)
  }

  partsOf(line: LineFacts): readonly Line[] {
    return [...this.#lines.values()].filter(({ ParentSerialId }) => ParentSerialId === line.SerialId)
  }

  /**
   * Records a decision about a line; an ignored line changes nothing.
   * `correction` is the handling by which a person corrected the account of the line: with it, a line that is written
   * off becomes `ChangedVAC`, and an exception contains the correction.
   */
  applyDecision(line: LineFacts, decision: WriteOffDecision, correction?: CompletedHandling): void {
    if (decision.kind === 'WrittenOff') this.pay(lineWithState(line, paidState(decision.payment, correction)))
    if (decision.kind === 'Reversed') this.#reverse(line, decision.pair)
    if (decision.kind === 'Exception') this.#addException(line, decision, correction)
  }

  /** Records a line that pays a bill, and its entry. */
  pay(line: Line<PaidState>): void {
    this.#post(line.SerialId, line.state.payment)
    this.write(line)
  }

  /** Adds the counter-entry of a line that pays a bill. */
  addCounterEntry({ SerialId, state: { payment } }: Line<PaidState>): void {
    this.#post(SerialId, { ...payment, Amount: -payment.Amount })
  }

  /**
   * Counters the entry of a payment and marks the payment as reversed.
   * `PairSerialId` is null for a part of a divided line.
   */
  reversePayment(line: Line<PaidState>, PairSerialId: number | null): void {
    this.addCounterEntry(line)
    this.write({
      ...line,
      state: { WriteOffStatus: 'Reversed', PairSerialId, BillSerialId: line.state.payment.BillSerialId },
    })
  }

  /**
   * Records a line that returns to its previous state.
   * If its reversal has arrived since, the two lines make a pair.
   */
  restore(line: Line): void {
    this.write(line)
    const pair = this.#pairOf(line)
    if (pair) this.#reverse(line, pair)
  }

  /** Records a new or changed line. */
  write(line: Line): void {
    this.#addToIndex(line)
    this.#changedLines.set(line.SerialId, line)
  }

  /** Pairs a payment with its reversal: `line` is the one that is being decided, `pair` the other one. */
  #reverse(line: LineFacts, pair: Line): void {
    const BillSerialId = billIdOf(pair)
    if (paysBill(pair)) this.reversePayment(pair, line.SerialId)
    else this.write({ ...pair, state: { WriteOffStatus: 'Reversed', PairSerialId: line.SerialId, BillSerialId } })
    this.write(lineWithState(line, { WriteOffStatus: 'Reversed', PairSerialId: pair.SerialId, BillSerialId }))
  }

  #addException(
    line: LineFacts,
    decision: Extract<WriteOffDecision, { kind: 'Exception' }>,
    correction: CompletedHandling | undefined,
  ): void {
    const { ExceptionType } = decision
    const BillSerialId = this.#billIdsByAccount.get(plainAccount(line.VACAccount)) ?? null
    if (ExceptionType === 'Incident') this.#incidents.push(incidentOf(line.SerialId, decision.IncidentReason))
    this.write(
      lineWithState(line, {
        WriteOffStatus: 'Exception',
        ExceptionType,
        BillSerialId,
        ...(correction && { correction }),
      }),
    )
  }

  #addToIndex(line: Line): void {
    this.#lines.set(line.SerialId, line)
    // Channels do not know the parts of divided lines, so a reported line never repeats or reverses a part.
    if (line.ParentSerialId !== null) return
    this.#lineIdsByIdentity.set(identityOf(line), line.SerialId)
    for (const key of pairKeys(line)) append(this.#lineIdsByPairKey, key, line.SerialId)
  }

  /**
   * Returns the reversal of a payment, or the payment that a reversal takes back; null if the facts do not contain it.
   */
  #pairOf(line: LineFacts): Line | null {
    if (line.ParentSerialId !== null) return null
    const ids = pairKeys(line).flatMap((key) => this.#lineIdsByPairKey.get(key) ?? [])
    if (ids.length === 0) return null
    // The id of a line that was written several times occurs several times.
    const lines = [...new Set(ids)].sort((a, b) => a - b).flatMap((id) => this.#lines.get(id) ?? [])
    return line.AmountSign === 'Minus' ? originalOf(line, lines) : waitingReversalOf(line, lines)
  }

  #post(LineSerialId: number, payment: Payment): void {
    const { BillSerialId, Amount, WhiteListSerialId } = payment
    const bill = this.findBill(BillSerialId)
    if (bill === null) throw new Error(`The facts lack bill ${BillSerialId}, which line ${LineSerialId} pays or paid`)
    const PaidAmount = bill.PaidAmount + Amount
    this.#paidAmounts.set(BillSerialId, PaidAmount)
    this.#countUse(payment)
    // Many lines are posted, and a literal is several times as fast as a copy of the payment.
    this.#postings.push({
      BillSerialId,
      Amount,
      WhiteListSerialId,
      LineSerialId,
      PaidAmount,
      PayStatus: payStatus(PaidAmount, bill.ShouldPayAmount),
    })
  }

  /** Counts a payment as a use of its white list entry; a counter-entry takes the use back. */
  #countUse({ WhiteListSerialId, Amount }: Payment): void {
    const entry = WhiteListSerialId === null ? undefined : this.#whiteList.get(WhiteListSerialId)
    if (entry) this.#whiteList.set(entry.SerialId, { ...entry, UsedTimes: entry.UsedTimes + (Amount > 0 ? 1 : -1) })
  }
}

/**
 * Compares bills with the same account: void bills come first, then bills whose account was released, then bills that
 * use the account.
 * Older bills come before newer ones.
 */
const byAccountPrecedence = (a: PayableBill, b: PayableBill): number =>
  accountRank(a) - accountRank(b) || a.SerialId - b.SerialId

const accountRank = ({ BillState, AccountState }: PayableBill): number => {
  if (BillState === 'Void') return 0
  return AccountState === 'Released' ? 1 : 2
}

const paidState = (payment: Payment, handled: CompletedHandling | undefined): PaidState =>
  handled ? { WriteOffStatus: 'ChangedVAC', payment, handled } : { WriteOffStatus: 'WrittenOff', payment }

const append = (ids: Map<string, number[]>, key: string, id: number): void => {
  const list = ids.get(key)
  if (list) list.push(id)
  else ids.set(key, [id])
}
