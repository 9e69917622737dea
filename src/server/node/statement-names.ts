/** Returns a function that gives an SQL statement a name from its second use on, so that the engine parses it only once per connection. It returns undefined for a statement without a name. */
export const statementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size === maxNames || text.length > maxNamedLength) return name
    if (seenOnce.delete(text)) names.set(text, `portal_${names.size}`)
    else if (seenOnce.size < maxNames) seenOnce.add(text)
    else seenOnce.clear()
    return names.get(text)
  }
}

// The number is limited, because every connection stores the plans of all named statements.
const maxNames = 200

/** Longer statements are mostly batch inserts, which are seldom repeated with the same number of rows. */
const maxNamedLength = 8000
