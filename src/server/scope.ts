/** The session of a call, and the data that the session may read. Every query is restricted to these data. */
export type Scope = NobodyScope | PayerScope | CompanyScope | BankScope

/** The scope of calls without a session. */
interface NobodyScope {
  readonly kind: 'nobody'
  /** When the bank's system signed the request; absent for other calls. */
  readonly signedAt?: Date
}

export interface PayerScope {
  readonly kind: 'payer'
  readonly sessionId: string
  /** The payers whose data matched at the sign-in; one person can be a payer of several companies. */
  readonly payers: readonly { readonly ApplyCode: string; readonly PayerId: string }[]
  /**
   * Single bills that matched at the sign-in: the bill with the entered account number, and bills whose payer has no
   * record of their own.
   */
  readonly billIds: readonly number[]
  /** Whether a mobile number matched at the sign-in together with an id or a payer code. */
  readonly hasMobileAndIdentity: boolean
}

interface UserScope {
  readonly sessionId: string
  readonly userId: string
  readonly role: string
  /** Whether the password must be changed before any other call. */
  readonly mustChangeMima?: boolean
}

interface CompanyScope extends UserScope {
  readonly kind: 'company'
  readonly uniformNo: string
  readonly applyCodes: readonly string[]
}

interface BankScope extends UserScope {
  readonly kind: 'bank'
  /** Why the user looks at personal data of companies in this session; absent = they have not said so yet. */
  readonly reason?: string
}
