/** A part of a regular expression. */
export type PatternPart =
  /** One character: a literal, a class or an escape, as written in the pattern. */
  | { readonly character: string }
  /** A group of alternative sequences. A lookaround is a group, too. */
  | { readonly alternatives: readonly (readonly PatternPart[])[]; readonly lookaround?: 'ahead' | 'behind' }
  | Repetition
  /** A condition on the position that matches no character: `^`, `$`, `\b` or `\B`. */
  | { readonly anchor: string }
  /** A back reference to a group, by number or name. */
  | { readonly backReference: string }

/** A part with a quantifier, such as `*` or `{2,4}`. */
export interface Repetition {
  readonly repeated: PatternPart
  readonly min: number
  readonly max: number
}

/** A regular expression as a tree of parts. */
export interface ParsedPattern {
  readonly root: PatternPart
  /** The capturing groups, by number and by name. */
  readonly groups: ReadonlyMap<string, PatternPart>
}

/** Parses a regular expression that compiles with the flag u. Returns undefined if it contains modifiers such as `(?i:…)`. */
export const parsePattern = (pattern: string): ParsedPattern | undefined => {
  if (/\(\?[-ims]/.test(pattern)) return undefined
  const tokens = pattern.match(tokenPattern) ?? []
  const groups = new Map<string, PatternPart>()
  let index = 0
  let groupCount = 0
  const parseSequence = (): PatternPart[] => {
    const parts: PatternPart[] = []
    while (index < tokens.length && tokens[index] !== ')' && tokens[index] !== '|') parts.push(withQuantifier(parseElement()))
    return parts
  }
  const parseAlternatives = (): PatternPart[][] => {
    const sequences = [parseSequence()]
    while (tokens[index] === '|') {
      index++
      sequences.push(parseSequence())
    }
    return sequences
  }
  const parseElement = (): PatternPart => {
    const text = tokens[index++] ?? ''
    if (text.startsWith('(')) return parseGroup(text)
    const [, number, name] = /^\\(?:([1-9]\d*)|k<(\w+)>)$/.exec(text) ?? []
    if (number || name) return { backReference: number ?? name ?? '' }
    return /^(?:[$^]|\\[bB])$/.test(text) ? { anchor: text } : { character: text }
  }
  const parseGroup = (opening: string): PatternPart => {
    const isCapturing = opening === '(' || /^\(\?<\w/.test(opening)
    const names = isCapturing ? [String(++groupCount), ...(/<(\w+)>/.exec(opening)?.slice(1) ?? [])] : []
    const inner = parseAlternatives()
    // Skips the closing parenthesis.
    index++
    const lookaround = lookaroundOf(opening)
    const part: PatternPart = { alternatives: inner, ...(lookaround ? { lookaround } : {}) }
    for (const name of names) groups.set(name, part)
    return part
  }
  const withQuantifier = (part: PatternPart): PatternPart => {
    const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(tokens[index] ?? '') ?? []
    const [min, max] = quantifiers[(tokens[index] ?? '').charAt(0)] ?? [Number(least), comma && !most ? Number.POSITIVE_INFINITY : Number(most || least)]
    // `least` is undefined if the token is not a quantifier.
    if (Number.isNaN(min)) return part
    index++
    return { repeated: part, min, max }
  }
  return { root: { alternatives: parseAlternatives() }, groups }
}

const lookaroundOf = (opening: string): 'ahead' | 'behind' | undefined => {
  if (!/^\(\?<?[=!]/.test(opening)) return undefined
  return opening.startsWith('(?<') ? 'behind' : 'ahead'
}

// Matches, in this order: a character class, an escape of a property, a code point, a surrogate pair or a character, a back reference,
// any other escape, the opening of a group, a quantifier, and any other character.
const tokenPattern =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\k<\w+>|\\[1-9]\d*|\\.|\((?:\?(?:<?[=!]|:|<\w+>))?|\{\d+(?:,\d*)?\}\??|[*+?]\??|./gsu

const quantifiers: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}
