/** A part of a regular expression. */
export type Part =
  /** One character: a literal, a class or an escape, as written in the pattern. */
  | { readonly character: string }
  /** A group of alternative sequences, which may be a lookaround. */
  | { readonly alternatives: readonly (readonly Part[])[]; readonly lookaround?: 'ahead' | 'behind' }
  | Repetition
  | { readonly anchor: string }
  /** A back reference to a group, by number or name. */
  | { readonly backReference: string }

export interface Repetition {
  readonly repeated: Part
  readonly min: number
  readonly max: number
}

export interface Pattern {
  readonly root: Part
  /** The capturing groups, by number and by name. */
  readonly groups: ReadonlyMap<string, Part>
}

/** Parses a regular expression that compiles with the flag u; undefined where it has unsupported syntax, such as modifiers. */
export const parsePattern = (pattern: string): Pattern | undefined => {
  if (/\(\?[-ims]/.test(pattern)) return undefined
  const tokens = pattern.match(token) ?? []
  const groups = new Map<string, Part>()
  let at = 0
  let captured = 0
  const sequence = (): Part[] => {
    const parts: Part[] = []
    while (at < tokens.length && tokens[at] !== ')' && tokens[at] !== '|') parts.push(withQuantifier(element()))
    return parts
  }
  const alternatives = (): Part[][] => {
    const all = [sequence()]
    while (tokens[at] === '|') {
      at++
      all.push(sequence())
    }
    return all
  }
  const element = (): Part => {
    const text = tokens[at++] ?? ''
    if (text.startsWith('(')) return group(text)
    const [, number, name] = /^\\(?:([1-9]\d*)|k<(\w+)>)$/.exec(text) ?? []
    if (number || name) return { backReference: number ?? name ?? '' }
    return /^(?:[$^]|\\[bB])$/.test(text) ? { anchor: text } : { character: text }
  }
  const group = (opening: string): Part => {
    const captures = opening === '(' || /^\(\?<\w/.test(opening)
    const names = captures ? [String(++captured), ...(/<(\w+)>/.exec(opening)?.slice(1) ?? [])] : []
    const inner = alternatives()
    at++
    const lookaround = /^\(\?<?[=!]/.test(opening) ? (opening.startsWith('(?<') ? 'behind' : 'ahead') : undefined
    const part: Part = { alternatives: inner, ...(lookaround ? { lookaround } : {}) }
    for (const name of names) groups.set(name, part)
    return part
  }
  const withQuantifier = (part: Part): Part => {
    const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(tokens[at] ?? '') ?? []
    const [min, max] = quantifiers[(tokens[at] ?? '').charAt(0)] ?? [Number(least), comma && !most ? Number.POSITIVE_INFINITY : Number(most || least)]
    if (Number.isNaN(min)) return part
    at++
    return { repeated: part, min, max }
  }
  return { root: { alternatives: alternatives() }, groups }
}

const token =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\k<\w+>|\\[1-9]\d*|\\.|\((?:\?(?:<?[=!]|:|<\w+>))?|\{\d+(?:,\d*)?\}\??|[*+?]\??|./gsu

const quantifiers: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}
