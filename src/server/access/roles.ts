import { isBankRole } from '../../domain/access/roles'
import type { Scoped } from './caller'

/** Returns whether the caller may assign the role to a user. Administrators of companies may assign only roles of companies. */
export const canAssignRole = ({ scope }: Scoped, role: string): boolean => scope.kind === 'bank' || !isBankRole(role)
