/** A part of a regular expression. */
export type PatternPart =
  /** One character: a literal, a class or an escape, as written in the pattern. */
  | { readonly character: string }
  /** A group of alternative sequences, which may be a lookaround. */
  | { readonly alternatives: readonly (readonly PatternPart[])[]; readonly lookaround?: 'ahead' | 'behind' }
  | Repetition
  | { readonly anchor: string }
  /** A back reference to a group, by number or name. */
  | { readonly backReference: string }

export interface Repetition {
  readonly repeated: PatternPart
  readonly min: number
  readonly max: number
}

export interface ParsedPattern {
  readonly root: PatternPart
  /** The capturing groups, by number and by name. */
  readonly groups: ReadonlyMap<string, PatternPart>
}

/** Parses a regular expression that compiles with the flag u; returns undefined if it has unsupported syntax, such as modifiers. */
export const parsePattern = (pattern: string): ParsedPattern | undefined => {
  if (/\(\?[-ims]/.test(pattern)) return undefined
  const tokens = pattern.match(tokenPattern) ?? []
  const groups = new Map<string, PatternPart>()
  let index = 0
  let captured = 0
  const sequence = (): PatternPart[] => {
    const parts: PatternPart[] = []
    while (index < tokens.length && tokens[index] !== ')' && tokens[index] !== '|') parts.push(withQuantifier(element()))
    return parts
  }
  const alternatives = (): PatternPart[][] => {
    const all = [sequence()]
    while (tokens[index] === '|') {
      index++
      all.push(sequence())
    }
    return all
  }
  const element = (): PatternPart => {
    const text = tokens[index++] ?? ''
    if (text.startsWith('(')) return group(text)
    const [, number, name] = /^\\(?:([1-9]\d*)|k<(\w+)>)$/.exec(text) ?? []
    if (number || name) return { backReference: number ?? name ?? '' }
    return /^(?:[$^]|\\[bB])$/.test(text) ? { anchor: text } : { character: text }
  }
  const group = (opening: string): PatternPart => {
    const captures = opening === '(' || /^\(\?<\w/.test(opening)
    const names = captures ? [String(++captured), ...(/<(\w+)>/.exec(opening)?.slice(1) ?? [])] : []
    const inner = alternatives()
    index++
    const lookaround = /^\(\?<?[=!]/.test(opening) ? (opening.startsWith('(?<') ? 'behind' : 'ahead') : undefined
    const part: PatternPart = { alternatives: inner, ...(lookaround ? { lookaround } : {}) }
    for (const name of names) groups.set(name, part)
    return part
  }
  const withQuantifier = (part: PatternPart): PatternPart => {
    const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(tokens[index] ?? '') ?? []
    const [min, max] = quantifiers[(tokens[index] ?? '').charAt(0)] ?? [Number(least), comma && !most ? Number.POSITIVE_INFINITY : Number(most || least)]
    if (Number.isNaN(min)) return part
    index++
    return { repeated: part, min, max }
  }
  return { root: { alternatives: alternatives() }, groups }
}

const tokenPattern =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\k<\w+>|\\[1-9]\d*|\\.|\((?:\?(?:<?[=!]|:|<\w+>))?|\{\d+(?:,\d*)?\}\??|[*+?]\??|./gsu

const quantifiers: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}
