/**
 * Returns a function that gives an SQL statement a name from its second use on, so that the server parses it only once
 * per connection.
 * It returns undefined for a statement without a name.
 * There is a fixed number of names, because every connection keeps the statements that have one; once all are given, no
 * other statement gets one.
 */
export const statementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (text) => {
    if (names.has(text) || names.size === maxNames || text.length > maxNamedLength) return names.get(text)
    if (seenOnce.delete(text)) names.set(text, `portal_${names.size}`)
    else if (seenOnce.size < maxNames) seenOnce.add(text)
    else seenOnce.clear()
    return names.get(text)
  }
}

const maxNames = 500

/** Longer statements are mostly batch inserts, which are seldom repeated with the same number of rows. */
const maxNamedLength = 8000
