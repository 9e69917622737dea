/** A part of a regular expression. */
export type PatternPart =
  /** One character: a literal, a class or an escape, as written in the pattern. */
  | { readonly character: string }
  /** A group of alternative sequences. */
  | PatternGroup
  | Repetition
  /** An anchor such as `^` or `\b`, or a back reference. */
  | { readonly assertion: string }

interface PatternGroup {
  readonly alternatives: readonly (readonly PatternPart[])[]
  readonly isLookaround: boolean
}

/** A part with a quantifier, such as `*` or `{2,4}`. */
interface Repetition {
  readonly repeated: PatternPart
  readonly min: number
  readonly max: number
}

/** Parses a regular expression that compiles with the flag u. */
export const parsePattern = (pattern: string): PatternGroup => {
  const tokens = pattern.match(tokenPattern) ?? []
  let index = 0
  const parseGroup = (opening: string): PatternGroup => {
    const alternatives = [parseSequence()]
    while (tokens[index] === '|') {
      index++
      alternatives.push(parseSequence())
    }
    // Skips the closing parenthesis.
    index++
    return { alternatives, isLookaround: /^\(\?<?[=!]/.test(opening) }
  }
  const parseSequence = (): PatternPart[] => {
    const parts: PatternPart[] = []
    while (index < tokens.length && tokens[index] !== ')' && tokens[index] !== '|')
      parts.push(withQuantifier(parseElement()))
    return parts
  }
  const parseElement = (): PatternPart => {
    const text = tokens[index++] ?? ''
    if (text.startsWith('(')) return parseGroup(text)
    return /^(?:[$^]|\\[bB]|\\[1-9]\d*|\\k<\w+>)$/.test(text) ? { assertion: text } : { character: text }
  }
  const withQuantifier = (part: PatternPart): PatternPart => {
    const counts = countsOf(tokens[index] ?? '')
    if (!counts) return part
    index++
    return { repeated: part, ...counts }
  }
  return parseGroup('')
}

// Matches, in this order: a character class, an escape of a property, a code point, a surrogate pair or a character, a
// back reference, any other escape, the opening of a group, a quantifier, and any other character.
const tokenPattern =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\k<\w+>|\\[1-9]\d*|\\.|\((?:\?(?:<?[=!]|[-ims]*:|<\w+>))?|\{\d+(?:,\d*)?\}\??|[*+?]\??|./gsu

/** Returns how often a quantifier repeats; undefined for a token that is no quantifier. */
const countsOf = (token: string): Pick<Repetition, 'min' | 'max'> | undefined => {
  if (/^[*+?]/.test(token))
    return { min: token.startsWith('+') ? 1 : 0, max: token.startsWith('?') ? 1 : Number.POSITIVE_INFINITY }
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? []
  if (least === undefined) return undefined
  return { min: Number(least), max: comma && !most ? Number.POSITIVE_INFINITY : Number(most || least) }
}

/**
 * Checks whether a pattern repeats a part that itself repeats a variable number of times, such as `([A-Z]+)*`.
 * There are many ways to divide a value among the repetitions, and an engine tries all of them before it rejects the
 * value.
 * A separator, as in `[A-Z]+( [A-Z]+)*`, leaves only one way.
 */
export const hasNestedQuantifiers = (part: PatternPart): boolean =>
  ('repeated' in part && part.max > 1 && innerParts(part.repeated).some(isVariable) && !hasSeparator(part.repeated)) ||
  childrenOf(part).some(hasNestedQuantifiers)

const isVariable = (part: PatternPart): boolean => 'repeated' in part && part.max > 1 && part.min < part.max

/** Checks whether a group begins or ends with a punctuation mark or space that none of its other parts matches. */
const hasSeparator = (part: PatternPart): boolean => {
  const parts = childrenOf(part)
  return (
    (!('alternatives' in part) || part.alternatives.length === 1) &&
    (isSeparator(parts.at(0), parts.slice(1)) || isSeparator(parts.at(-1), parts.slice(0, -1)))
  )
}

const isSeparator = (part: PatternPart | undefined, others: readonly PatternPart[]): boolean => {
  const literal = part && 'character' in part ? /^(?:\\\W|[^\w\\[.])$/u.exec(part.character)?.[0].at(-1) : undefined
  return (
    literal !== undefined &&
    others
      .flatMap(innerParts)
      .every((other) => !('character' in other) || !new RegExp(`^${other.character}$`, 'u').test(literal))
  )
}

/** Returns a part and all parts inside it. */
const innerParts = (part: PatternPart): readonly PatternPart[] => [part, ...childrenOf(part).flatMap(innerParts)]

const childrenOf = (part: PatternPart): readonly PatternPart[] => {
  if ('repeated' in part) return [part.repeated]
  return 'alternatives' in part ? part.alternatives.flat() : []
}
