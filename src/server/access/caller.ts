import { isBankRole } from '../../domain/access/roles'
import { type Call, HttpRefusal } from '../call'
import type { PayerScope, Scope } from '../scope'

/** An object with the scope of a session, such as a `Call` or a `RecordContext`. */
export type Scoped = Pick<Call, 'scope'>

/** Returns the role of a session; empty if it has none. */
export const roleOf = (scope: Scope): string => ('role' in scope ? scope.role : '')

/**
 * Returns the company to which the changes and files of a session belong; empty for sessions of the bank and of payers.
 */
export const companyOf = (scope: Scope): string => (scope.kind === 'company' ? scope.uniformNo : '')

/**
 * Returns the name of the caller for the audit trail: the id of a user of a company or of the bank, otherwise the kind
 * of session, such as `payer`.
 */
export const actorOf = (scope: Scope): string =>
  scope.kind === 'company' || scope.kind === 'bank' ? scope.userId : scope.kind

/** Returns the caller. Throws a refusal (403) with this message unless the session belongs to a company. */
export const requireCompany = <C extends Scoped>(caller: C, message: string): C => {
  if (caller.scope.kind !== 'company') throw new HttpRefusal(403, message)
  return caller
}

/** Returns the scope of a payer's session. Throws a refusal (404) with this message for any other session. */
export const requirePayer = ({ scope }: Scoped, message: string): PayerScope => {
  if (scope.kind !== 'payer') throw new HttpRefusal(404, message)
  return scope
}

/**
 * Returns whether the caller may assign the role to a user.
 * Administrators of companies may assign only roles of companies.
 */
export const canAssignRole = ({ scope }: Scoped, role: string): boolean => scope.kind === 'bank' || !isBankRole(role)

/** Returns the reason that a bank user has given for looking at personal data; undefined if there is none. */
export const reasonOf = (scope: Scope): string | undefined => (scope.kind === 'bank' ? scope.reason : undefined)
