/** The time and the user of a change to the ledger. */
export interface LedgerContext {
  /** An ISO time in UTC. */
  readonly now: string
  readonly user: string
}
