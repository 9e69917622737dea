/** Names the statements that come again, so that the server parses each of them once a connection. */
export const statementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const once = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size === mostNames || text.length > longestText) return name
    if (once.delete(text)) names.set(text, `portal_${names.size}`)
    else if (once.size < mostNames) once.add(text)
    else once.clear()
    return names.get(text)
  }
}

// Every connection of the server keeps the plans of all of them in its memory.
const mostNames = 200

/** Inserts of whole batches are longer, and seldom have the same number of rows twice. */
const longestText = 8000
