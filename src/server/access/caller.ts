import { type Call, HttpRefusal, type PayerScope, type Scope } from '../http/call'

/** A call or a record context; both have the scope of a session. */
export type Scoped = Pick<Call, 'scope'>

/** Returns the role of a session; empty if it has none. */
export const roleOf = (scope: Scope): string => ('role' in scope ? scope.role : '')

/** Returns the company that a session's changes and files belong to; empty for sessions of the bank and of payers. */
export const companyOf = (scope: Scope): string => (scope.kind === 'company' ? scope.uniformNo : '')

/** Returns the actor for the audit trail: the id of a company's or the bank's user, otherwise the kind of session, such as `payer`. */
export const actorOf = (scope: Scope): string => (scope.kind === 'company' || scope.kind === 'bank' ? scope.userId : scope.kind)

/** Throws a refusal (403) with this message unless the session belongs to a company. */
export const requireCompany = <C extends Scoped>(caller: C, message: string): C => {
  if (caller.scope.kind !== 'company') throw new HttpRefusal(403, message)
  return caller
}

/** Returns the scope of a payer's session. Throws a refusal (404) with this message for any other session. */
export const requirePayer = ({ scope }: Scoped, message: string): PayerScope => {
  if (scope.kind !== 'payer') throw new HttpRefusal(404, message)
  return scope
}
