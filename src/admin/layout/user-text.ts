import type { CompanyData } from '../../contract/call-responses'

/** Returns the name of a user with their role, whose name may have brackets of its own. */
export const userText = ({ UserName, RoleName }: Pick<CompanyData, 'UserName' | 'RoleName'>): string =>
  [UserName, RoleName].filter(Boolean).join('　')
