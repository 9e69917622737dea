/** The facts of a payment in a file without serials. Lines with the same facts are equal. */
export interface PaymentFacts {
  readonly ChannelId: string
  readonly MarketItemCode: string | null
  readonly StoreNo: string | null
  readonly TradeDate: string
  readonly TradeTime: string | null
  readonly AccountDate: string | null
  /** The account that the channel reported, without zeros in front. */
  readonly VACAccount: string
  readonly AmountSign: string
  readonly Amount: number
  readonly Barcode1: string | null
  readonly Barcode2: string | null
  readonly Barcode3: string | null
}

/** A live line that an earlier file with the same header has booked. */
export interface BookedPayment extends PaymentFacts {
  readonly SerialId: number
}

/** A line of a file. */
export interface FilePayment extends PaymentFacts {
  readonly lineNo: number
}

/** A payment whose facts differ between the booked line and the file. */
export interface CorrectedPayment {
  readonly booked: BookedPayment
  readonly payment: FilePayment
}

/**
 * How the lines of a file differ from the booked ones.
 * Equal lines are counted, because two equal lines are two payments.
 */
export interface FileComparison {
  readonly equalCount: number
  /** New lines without a missing one of the same account, amount and trade date. */
  readonly added: readonly FilePayment[]
  /** Pairs of a new and a missing line with the same account, amount and trade date. */
  readonly corrected: readonly CorrectedPayment[]
  /** Missing lines without a new one of the same account, amount and trade date. */
  readonly missing: readonly BookedPayment[]
}

/**
 * Returns functions that compare a file line by line with the booked lines, and that return the result after the last
 * line.
 */
export const fileComparison = (booked: Iterable<BookedPayment>) => {
  const missing = queuesBy(booked, factsKey)
  const added: FilePayment[] = []
  let equalCount = 0
  return {
    add: (payment: FilePayment): void => {
      if (missing.take(factsKey(payment))) equalCount += 1
      else added.push(payment)
    },
    result: (): FileComparison => {
      const unpaired = queuesBy(missing.rest(), correctionKey)
      const corrected: CorrectedPayment[] = []
      const others = added.filter((payment) => {
        const pair = unpaired.take(correctionKey(payment))
        if (pair) corrected.push({ booked: pair, payment })
        return !pair
      })
      return { equalCount, added: others, corrected, missing: unpaired.rest() }
    },
  }
}

const factsKey = (facts: PaymentFacts): string =>
  [
    facts.ChannelId,
    facts.MarketItemCode,
    facts.StoreNo,
    facts.TradeTime,
    facts.AccountDate,
    facts.Barcode1,
    facts.Barcode2,
    facts.Barcode3,
    correctionKey(facts),
  ].join('|')

const correctionKey = ({ VACAccount, AmountSign, Amount, TradeDate }: PaymentFacts): string =>
  [VACAccount, AmountSign, Amount, TradeDate].join('|')

/** Returns queues of booked payments by a key. Payments with the same key are taken in their order. */
const queuesBy = (payments: Iterable<BookedPayment>, keyOf: (payment: BookedPayment) => string) => {
  const queues = new Map<string, BookedPayment[]>()
  for (const payment of payments) {
    const key = keyOf(payment)
    const queue = queues.get(key)
    if (queue) queue.push(payment)
    else queues.set(key, [payment])
  }
  return {
    take: (key: string): BookedPayment | undefined => queues.get(key)?.shift(),
    rest: (): readonly BookedPayment[] => [...queues.values()].flat().sort((a, b) => a.SerialId - b.SerialId),
  }
}
