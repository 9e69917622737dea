import { applyCodeOf } from '../../domain/accounts/virtual-account'

/** Maximum length of the code of an agreement. */
export const maxCodeLength = 8

/** Returns a function that finds the agreement code of an account without leading zeros. It caches results by account prefix, because a file contains few prefixes. */
export const codeFinder = (codes: readonly string[]): ((account: string) => string | null) => {
  const codeByPrefix = new Map<string, string | null>()
  return (account) => {
    const prefix = account.slice(0, maxCodeLength)
    if (!codeByPrefix.has(prefix)) codeByPrefix.set(prefix, applyCodeOf(prefix, codes))
    return codeByPrefix.get(prefix) ?? null
  }
}
