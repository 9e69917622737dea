/** Texts that a pattern accepts, as far as it is made of characters, classes, groups and counts: with its repetitions three times beyond the least, then fewer, then more. What only looks ahead or behind, or back at a group, is passed over, so that each text is still to be tried. */
export const spell = (pattern: string, seed: number, longest: number): readonly string[] => {
  const parts = parse(pattern)
  const extras = [3, 2, 1, 0, ...Array.from({ length: Math.max(0, Math.min(longest, mostExtras) - 3) }, (_, index) => index + 4)]
  return extras.map((extra) => write({ any: parts }, { extra, digits: digitsOf(seed) }))
}

// Longer texts than these nobody wants to see in an example.
const mostExtras = 64

/** A part of a pattern: one of some characters, a sequence, one of some sequences, or a part several times. */
type Part =
  | { readonly one: readonly string[] }
  | { readonly any: readonly (readonly Part[])[] }
  | { readonly again: Part; readonly least: number; readonly most: number }

interface Writer {
  readonly extra: number
  /** Which of so many comes next. */
  digits(choices: number): number
}

const write = (part: Part, writer: Writer): string => {
  if ('one' in part) return part.one[writer.digits(part.one.length)] ?? ''
  if ('any' in part) return (part.any[writer.digits(part.any.length)] ?? []).map((inner) => write(inner, writer)).join('')
  const times = Math.min(part.least + writer.extra, part.most)
  return Array.from({ length: times }, () => write(part.again, writer)).join('')
}

// The seed's digits, one for each choice, so that two seeds part as early as they can.
const digitsOf = (seed: number): Writer['digits'] => {
  let rest = seed
  return (choices) => {
    const digit = rest % choices
    rest = Math.floor(rest / choices)
    return digit
  }
}

const parse = (pattern: string): readonly (readonly Part[])[] => {
  const tokens = pattern.match(token) ?? []
  let at = 0
  const sequence = (): Part[] => {
    const parts: Part[] = []
    while (at < tokens.length && tokens[at] !== ')' && tokens[at] !== '|') {
      const part = single()
      if (part) parts.push(counted(part))
    }
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
  const single = (): Part | undefined => {
    const text = tokens[at++] ?? ''
    if (!text.startsWith('(')) return isPlaceless(text) ? undefined : { one: charactersOf(text) }
    const any = choices()
    at++
    return /^\(\?<?[=!]/.test(text) ? undefined : { any }
  }
  const counted = (again: Part): Part => {
    const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(tokens[at] ?? '') ?? []
    const [from, to] = counts[(tokens[at] ?? '').charAt(0)] ?? [Number(least), comma && !most ? Number.POSITIVE_INFINITY : Number(most || least)]
    if (Number.isNaN(from)) return again
    at++
    return { again, least: from, most: to }
  }
  return choices()
}

const token =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\k<\w+>|\\[1-9]\d*|\\.|\((?:\?(?:<?[=!]|:|<\w+>))?|\{\d+(?:,\d*)?\}\??|[*+?]\??|./gsu

// Edges, and what looks back at a group.
const isPlaceless = (text: string): boolean => /^(?:[$^]|\\[bBk1-9].*)$/.test(text)

const counts: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}

// Every character that a slip shows well, capitals first; a class is asked which of them it takes.
const usual: readonly string[] = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz甲乙丙丁戊己庚辛壬癸-_./:#@+ ,()']

const charactersOf = (text: string): readonly string[] => {
  if (!text.startsWith('[') && !text.startsWith('\\') && text !== '.') return [text]
  const accepts = new RegExp(`^${text}$`, 'u')
  const found = usual.filter((character) => accepts.test(character))
  return found.length > 0
    ? found
    : Array.from({ length: 0x2fff }, (_, code) => String.fromCodePoint(code + 0x20))
        .filter((character) => accepts.test(character))
        .slice(0, 40)
}
