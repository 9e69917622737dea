/** When and by whom the ledger is changed. */
export interface LedgerContext {
  /** An ISO time in UTC. */
  readonly now: string
  readonly user: string
}
