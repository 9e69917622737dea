/** Returns the message that a place must have another value. Like the functions below, it keeps the wording of all checks uniform. `what` is a place in the file, such as `list.columns[1]`. */
export const mustBe = (what: string, expected: string) => `${what} must be ${expected}.`

export const mustHave = (what: string, key: string) => `${what} must have '${key}'.`

export const unknownKey = (what: string, key: string) => `${what} has the unknown key '${key}'.`

export const notAField = (what: string, name: string, resource: string) => `${what} refers to '${name}', which is not a field of '${resource}'.`

export const notAResource = (what: string, name: string) => `${what} refers to '${name}', which no schema file declares.`

export const notOneOf = (what: string, name: string, kind: string) => `${what} is '${name}', which is not ${kind}.`

export const cannot = (what: string, reason: string) => `${what} cannot ${reason}.`

export const repeated = (what: string, name: string) => `${what} repeats '${name}'.`

export const notImplemented = (what: string, name: string, where: string) => `${what} is '${name}'; no such ${where}.`

export const unmatchedBraceIn = (what: string, brace: string | undefined) => `${what} has an unmatched '${brace}'.`

export const bracesHint = 'A placeholder is a field name in braces, such as {FeeCode}.'

/** Formats a place in a file for messages: `list.columns[1]`. */
export const placeOf = (path: readonly (string | number)[]): string =>
  path.length === 0 ? 'the file' : path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part), '')

/** Returns a hint with the nearest of the known names, or the whole list where it is short. */
export const didYouMean = (name: string, known: readonly string[]): string | undefined => {
  const nearest = known.map((one) => ({ one, distance: distanceOf(name.toLowerCase(), one.toLowerCase()) })).sort((a, b) => a.distance - b.distance)[0]
  if (nearest && nearest.distance <= Math.max(2, Math.floor(name.length / 3))) return `Did you mean '${nearest.one}'?`
  return known.length > 0 && known.length <= 12 ? `Known names: ${known.map((one) => `'${one}'`).join(', ')}.` : undefined
}

// The number of typing errors (Damerau–Levenshtein distance): each missing, additional or wrong letter and each pair of swapped neighbours counts as one.
const distanceOf = (left: string, right: string): number => {
  const [a, b] = [[...left], [...right]]
  let previousRow: readonly number[] = []
  let currentRow: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const nextRow = [i]
    for (let j = 1; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? costAt(previousRow, j - 2) + 1 : Number.POSITIVE_INFINITY
      nextRow.push(Math.min(costAt(nextRow, j - 1) + 1, costAt(currentRow, j) + 1, costAt(currentRow, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1), swapped))
    }
    previousRow = currentRow
    currentRow = nextRow
  }
  return costAt(currentRow, b.length)
}

const costAt = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
