import { applyCodeOf } from '../../domain/accounts/virtual-account'

/** Maximum length of the code of an agreement. */
export const maxCodeLength = 8

/** Returns a function that finds the agreement code of an account without leading zeros. It caches results by account prefix, because a file contains few prefixes. */
export const codeFinder = (codes: readonly string[]): ((account: string) => string | null) => {
  const found = new Map<string, string | null>()
  return (account) => {
    const beginning = account.slice(0, maxCodeLength)
    if (!found.has(beginning)) found.set(beginning, applyCodeOf(beginning, codes))
    return found.get(beginning) ?? null
  }
}
