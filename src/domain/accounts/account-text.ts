/** The gap between two groups of digits in a text: a narrow blank at which no line is divided. */
export const groupGap = '\u202f'

/**
 * Returns an account in the groups of four in which people read and compare it: `7700 1260 0012 35`.
 * Searches and inputs remove the gaps.
 */
export const groupedAccount = (account: string): string => (account.match(/.{1,4}/g) ?? []).join(groupGap)
