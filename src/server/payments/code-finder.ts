import { applyCodeOf } from '../../domain/accounts/virtual-account'

/** The longest code of an agreement. */
export const maxCodeLength = 8

/** Returns a function that finds the code to which an account without leading zeros belongs. It remembers the beginnings of accounts, of which few occur in a file. */
export const codeFinder = (codes: readonly string[]): ((account: string) => string | null) => {
  const found = new Map<string, string | null>()
  return (account) => {
    const beginning = account.slice(0, maxCodeLength)
    if (!found.has(beginning)) found.set(beginning, applyCodeOf(beginning, codes))
    return found.get(beginning) ?? null
  }
}
