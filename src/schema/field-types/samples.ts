import { type PatternPart, parsePattern } from './patterns'

/** The current day for examples, unless a caller passes another one. */
export const sampleToday = '2026-11-20'

/** Returns the given day, month or time if it is within the bounds; otherwise the nearer bound. */
export const clamp = (value: string, min: string | undefined, max: string | undefined): string => {
  if (min !== undefined && value < min) return min
  return max !== undefined && value > max ? max : value
}

/**
 * Returns a text within the length limits that matches the pattern, if possible a simple one.
 * Different seeds give different texts.
 * For a complex pattern the text might not match.
 */
export const sampleText = (pattern: string | undefined, min: number, max: number, seed: number): string => {
  const candidates = [
    `甲${seed}`,
    `A${seed}`,
    String(seed),
    `A${String(seed).padStart(max - 1, '0')}`,
    String(seed).padStart(max, '0'),
    `https://example.com/${seed}`,
  ].map((text) => padToLength(text, min, max))
  if (!pattern) return candidates[0] ?? ''
  const regExp = new RegExp(pattern, 'u')
  const isValid = (text: string): boolean =>
    regExp.test(text) && [...text].length >= min && [...text].length <= max && text.trim() === text && text !== ''
  return (
    candidates.find(isValid) ?? candidateTexts(pattern, seed, max).find(isValid) ?? padToLength(String(seed), min, max)
  )
}

const padToLength = (text: string, min: number, max: number): string =>
  (text.length >= min ? text : text.padEnd(min, '0')).slice(0, Math.max(max, 0))

/**
 * Returns texts that follow the characters, classes, groups and counts of a pattern.
 * The first text has three repetitions above each minimum, the next ones have fewer, the last ones more.
 * Lookarounds and back references are ignored, so callers must test each text against the pattern.
 */
const candidateTexts = (pattern: string, seed: number, longest: number): readonly string[] => {
  const root = parsePattern(pattern)
  const repetitions = [
    3,
    2,
    1,
    0,
    ...Array.from({ length: Math.max(0, Math.min(longest, maxRepetitions) - 3) }, (_, index) => index + 4),
  ]
  const characters = new Map<string, readonly string[]>()
  return repetitions.map((extra) =>
    writePart(root, { extra, longest: Number.POSITIVE_INFINITY, choose: chooserOf(seed), characters }),
  )
}

// The highest number of repetitions above the minimum that is tried.
const maxRepetitions = 64

/**
 * Returns texts of the given length that follow a pattern with as many repetitions as possible: of each first
 * alternative, of each last one, and of all alternatives in turn.
 */
export const repetitiveTexts = (pattern: string, longest: number): readonly string[] => {
  let turn = 0
  const choosers: readonly TextWriter['choose'][] = [
    () => 0,
    (count) => count - 1,
    (count) => (count > 1 ? turn++ % count : 0),
  ]
  return choosers.map((choose) =>
    writePart(parsePattern(pattern), { extra: longest, longest, choose, characters: new Map() }).slice(0, longest),
  )
}

interface TextWriter {
  /** The number of repetitions above each minimum. */
  readonly extra: number
  /** The length after which a repetition stops. */
  readonly longest: number
  /** Returns the index of the next alternative among `count` alternatives. */
  choose(count: number): number
  /** Cache of the characters that each one-character part accepts. */
  readonly characters: Map<string, readonly string[]>
}

const writePart = (part: PatternPart, writer: TextWriter): string => {
  if ('character' in part) {
    const characters = writer.characters.get(part.character) ?? charactersOf(part.character)
    writer.characters.set(part.character, characters)
    return characters[writer.choose(characters.length)] ?? ''
  }
  if ('alternatives' in part) {
    const sequence = part.isLookaround ? [] : (part.alternatives[writer.choose(part.alternatives.length)] ?? [])
    return sequence.map((inner) => writePart(inner, writer)).join('')
  }
  if (!('repeated' in part)) return ''
  const times = Math.min(part.min + writer.extra, part.max)
  let text = ''
  for (let count = 0; count < times && text.length <= writer.longest; count++) text += writePart(part.repeated, writer)
  return text
}

// Uses one digit of the seed for each alternative, so that the texts of different seeds differ as early as possible.
const chooserOf = (seed: number): TextWriter['choose'] => {
  let remaining = seed
  return (count) => {
    const digit = remaining % count
    remaining = Math.floor(remaining / count)
    return digit
  }
}

// The characters that replace a character class, in order of preference.
const sampleCharacters: readonly string[] = [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz甲乙丙丁戊己庚辛壬癸-_./:#@+ ,()',
]

const charactersOf = (text: string): readonly string[] => {
  if (!text.startsWith('[') && !text.startsWith('\\') && text !== '.') return [text]
  const characterClass = new RegExp(`^${text}$`, 'u')
  const accepted = sampleCharacters.filter((character) => characterClass.test(character))
  if (accepted.length > 0) return accepted
  // The class accepts no usual character: return its first 40 characters between U+0020 and U+301E.
  return Array.from({ length: 0x2fff }, (_, offset) => String.fromCodePoint(0x20 + offset))
    .filter((character) => characterClass.test(character))
    .slice(0, 40)
}
