/**
 * Returns a function that gives an SQL statement a name from its second use on, so that the engine parses it only once per connection. It returns undefined for a
 * statement without a name. There is a fixed number of names; when all are in use, a new statement takes the name of the one that has not been used for longest.
 */
export const statementNames = (): ((text: string) => string | undefined) => {
  // In the order of their last use.
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  const newName = (): string => {
    const [oldest] = names.size < maxNames ? [] : names
    if (!oldest) return `portal_${names.size}`
    names.delete(oldest[0])
    return oldest[1]
  }
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) {
      names.delete(text)
      names.set(text, name)
    } else if (text.length <= maxNamedLength) {
      if (seenOnce.delete(text)) names.set(text, newName())
      else if (seenOnce.size < maxNames) seenOnce.add(text)
      else seenOnce.clear()
    }
    return names.get(text)
  }
}

// The number is limited, because every connection stores the plans of all named statements.
const maxNames = 200

/** Longer statements are mostly batch inserts, which are seldom repeated with the same number of rows. */
const maxNamedLength = 8000
