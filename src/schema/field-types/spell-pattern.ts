import { type Part, parsePattern } from '../patterns/parse-pattern'

/** Texts that a pattern accepts, as far as it is made of characters, classes, groups and counts: with its repetitions three times beyond the least, then fewer, then more. What only looks ahead or behind, or back at a group, is passed over, so that each text is still to be tried. */
export const spell = (pattern: string, seed: number, longest: number): readonly string[] => {
  const whole = parsePattern(pattern)?.whole
  const extras = [3, 2, 1, 0, ...Array.from({ length: Math.max(0, Math.min(longest, mostExtras) - 3) }, (_, index) => index + 4)]
  const characters = new Map<string, readonly string[]>()
  return whole ? extras.map((extra) => write(whole, { extra, digits: digitsOf(seed), characters })) : []
}

// Longer texts than these nobody wants to see in an example.
const mostExtras = 64

interface Writer {
  readonly extra: number
  /** Which of so many comes next. */
  digits(choices: number): number
  /** What each part of one character may be, once that has been worked out. */
  readonly characters: Map<string, readonly string[]>
}

const write = (part: Part, writer: Writer): string => {
  if ('one' in part) {
    const characters = writer.characters.get(part.one) ?? charactersOf(part.one)
    writer.characters.set(part.one, characters)
    return characters[writer.digits(characters.length)] ?? ''
  }
  if ('any' in part) return part.look ? '' : (part.any[writer.digits(part.any.length)] ?? []).map((inner) => write(inner, writer)).join('')
  if (!('again' in part)) return ''
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
