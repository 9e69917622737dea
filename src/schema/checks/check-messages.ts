// The wording of all checks. `place` is a path in the schema file, such as `list.columns[1]`.

/** Returns the message that a place must have another value. */
export const mustBe = (place: string, expected: string) => `${place} must be ${expected}.`

/** Returns the message that a key is missing at a place, or that none of several alternative keys is there. */
export const mustHave = (place: string, ...alternatives: readonly string[]) =>
  `${place} must have ${orList(alternatives.map((key) => `'${key}'`))}.`

/** Returns the message that a place has a key that the schema language does not define. */
export const unknownKey = (place: string, key: string) => `${place} has the unknown key '${key}'.`

/** Returns the message that a place names a field that the resource does not have. */
export const notAField = (place: string, name: string, resource: string) =>
  `${place} refers to '${name}', which is not a field of '${resource}'.`

/** Returns the message that a place names a resource that no file declares. */
export const notAResource = (place: string, name: string) =>
  `${place} refers to '${name}', which no schema file declares.`

/** Returns the message that the value of a place is not of a kind, such as "a field type". */
export const notOneOf = (place: string, name: string, kind: string) => `${place} is '${name}', which is not ${kind}.`

/**
 * Returns the message `PLACE cannot PREDICATE.` The predicate may give the reason, such as "be unique: it is of type
 * 'text'".
 */
export const cannot = (place: string, predicate: string) => `${place} cannot ${predicate}.`

/** Returns the message that a place contains a name twice. */
export const repeatedName = (place: string, name: string) => `${place} repeats '${name}'.`

/**
 * Returns the message that a place names something that the code does not have.
 * `target` ends the sentence, such as "call is in src/contract".
 */
export const notImplemented = (place: string, name: string, target: string) =>
  `${place} is '${name}'; no such ${target}.`

/** Returns the message that a text has a brace without its counterpart. */
export const unmatchedBraceIn = (place: string, brace: string | undefined) => `${place} has an unmatched '${brace}'.`

/** The hint for an unmatched brace. */
export const bracesHint = 'A placeholder is a field name in braces, such as {FeeCode}.'

/** Formats a place in a file for messages, such as `list.columns[1]`. */
export const placeOf = (path: readonly (string | number)[]): string => {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
  return parts.length === 0 ? 'the file' : parts.join('').replace(/^\./, '')
}

/** Returns a hint with the known name that was probably meant, or with all known names if there are at most 12. */
export const didYouMean = (name: string, known: readonly string[]): string | undefined => {
  const nearest = nearestOf(name, known)
  if (nearest !== undefined) return `Did you mean '${nearest}'?`
  return known.length > 0 && known.length <= 12
    ? `Known names: ${known.map((knownName) => `'${knownName}'`).join(', ')}.`
    : undefined
}

/**
 * Returns the known name that was probably meant; undefined if none is similar.
 * A similar name has at most two typing errors, or one in every three letters.
 */
export const nearestOf = (name: string, known: readonly string[]): string | undefined => {
  const nearest = known
    .map((knownName) => ({ knownName, distance: distanceOf(name.toLowerCase(), knownName.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return nearest && nearest.distance <= Math.max(2, Math.floor(name.length / 3)) ? nearest.knownName : undefined
}

/**
 * Checks whether one of the used names is probably a misspelling of the name.
 * The misspelling is reported, so the name need not be reported as missing.
 */
export const isMisspelledIn = (name: string, used: readonly string[], known: readonly string[]): boolean =>
  used.some((usedName) => !known.includes(usedName) && nearestOf(usedName, known) === name)

/** Joins alternatives, such as `a, b or c`. */
export const orList = (alternatives: readonly string[]): string =>
  alternatives.length < 2 ? alternatives.join('') : `${alternatives.slice(0, -1).join(', ')} or ${alternatives.at(-1)}`

// Returns the number of typing errors (Damerau–Levenshtein distance): each missing, additional or wrong letter and each
// pair of swapped neighbours counts as one.
const distanceOf = (left: string, right: string): number => {
  const [a, b] = [[...left], [...right]]
  let previousRow: readonly number[] = []
  let currentRow: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const nextRow = [i]
    for (let j = 1; j <= b.length; j++) {
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? costAt(previousRow, j - 2) + 1 : Number.POSITIVE_INFINITY
      nextRow.push(
        Math.min(
          costAt(nextRow, j - 1) + 1,
          costAt(currentRow, j) + 1,
          costAt(currentRow, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          swapped,
        ),
      )
    }
    previousRow = currentRow
    currentRow = nextRow
  }
  return costAt(currentRow, b.length)
}

const costAt = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY

/** Returns a number with its noun, such as "1 field" or "2 fields". */
export const quantity = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
