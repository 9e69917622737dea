import { isBankRole } from '../../domain/access/roles'
import type { Scoped } from './caller'

/** Checks whether the caller may assign the role to a user: a company's administrator assigns the company's own roles only. */
export const canAssignRole = ({ scope }: Scoped, role: string): boolean => scope.kind === 'bank' || !isBankRole(role)
