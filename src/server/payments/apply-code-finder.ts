import { applyCodeOf } from '../../domain/accounts/virtual-account'

/** Maximum length of the code of an agreement. */
export const maxApplyCodeLength = 8

/** Returns a function that finds the agreement code in an account from which leading zeros were removed. It caches results by account prefix, because a file contains few prefixes. */
export const applyCodeFinder = (codes: readonly string[]): ((account: string) => string | null) => {
  const codeByPrefix = new Map<string, string | null>()
  return (account) => {
    const prefix = account.slice(0, maxApplyCodeLength)
    if (!codeByPrefix.has(prefix)) codeByPrefix.set(prefix, applyCodeOf(prefix, codes))
    return codeByPrefix.get(prefix) ?? null
  }
}
