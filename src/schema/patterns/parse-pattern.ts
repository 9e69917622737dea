/** A part of a regular expression: one character, one of some sequences, a repeated part, an edge, or a back reference. */
export type Part =
  /** A character, a class or an escape, as the pattern writes it. */
  | { readonly one: string }
  | { readonly any: readonly (readonly Part[])[]; readonly look?: 'ahead' | 'behind' }
  | Repetition
  | { readonly edge: string }
  | { readonly back: string }

export interface Repetition {
  readonly again: Part
  readonly least: number
  readonly most: number
}

export interface Pattern {
  readonly whole: Part
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
    while (at < tokens.length && tokens[at] !== ')' && tokens[at] !== '|') parts.push(counted(element()))
    return parts
  }
  const choices = (): Part[][] => {
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
    const back = /^\\(?:([1-9]\d*)|k<(\w+)>)$/.exec(text)
    if (back) return { back: back[1] ?? back[2] ?? '' }
    return /^(?:[$^]|\\[bB])$/.test(text) ? { edge: text } : { one: text }
  }
  const group = (opening: string): Part => {
    const captures = opening === '(' || /^\(\?<\w/.test(opening)
    const names = captures ? [String(++captured), ...(/<(\w+)>/.exec(opening)?.slice(1) ?? [])] : []
    const any = choices()
    at++
    const look = /^\(\?<?[=!]/.test(opening) ? (opening.startsWith('(?<') ? 'behind' : 'ahead') : undefined
    const part: Part = { any, ...(look ? { look } : {}) }
    for (const name of names) groups.set(name, part)
    return part
  }
  const counted = (again: Part): Part => {
    const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(tokens[at] ?? '') ?? []
    const [from, to] = counts[(tokens[at] ?? '').charAt(0)] ?? [Number(least), comma && !most ? Number.POSITIVE_INFINITY : Number(most || least)]
    if (Number.isNaN(from)) return again
    at++
    return { again, least: from, most: to }
  }
  return { whole: { any: choices() }, groups }
}

const token =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\k<\w+>|\\[1-9]\d*|\\.|\((?:\?(?:<?[=!]|:|<\w+>))?|\{\d+(?:,\d*)?\}\??|[*+?]\??|./gsu

const counts: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}
