import type { Call, Scope } from '../http/call'

/** A call or a record context; both have the scope of a session. */
export type Scoped = Pick<Call, 'scope'>

/** Returns the role of a session; empty where it has none. */
export const roleOf = (scope: Scope): string => ('role' in scope ? scope.role : '')

/** Returns the company that a session's changes and files belong to; empty for sessions of the bank and of payers. */
export const companyOf = (scope: Scope): string => (scope.kind === 'company' ? scope.uniformNo : '')

/** Returns the actor for the audit trail: the id of a company's or the bank's user, otherwise the kind of session, such as `payer`. */
export const actorOf = (scope: Scope): string => (scope.kind === 'company' || scope.kind === 'bank' ? scope.userId : scope.kind)
