import { type Part, type Pattern, parsePattern, type Repetition } from './parse-pattern'

/** The number of paths by which a match reaches each position of a pattern, by position. */
export type PathCounts = ReadonlyMap<number, number>

/** The positions of a pattern that match a character (as in Glushkov's automaton), and the number of paths that a backtracking engine tries from each position to the next. */
export interface PatternGraph {
  /** The text of each position in the pattern: a character, a class or an escape. */
  readonly texts: readonly string[]
  /** The positions at which a match can begin. */
  readonly first: PathCounts
  /** The positions that can follow, by position. */
  readonly next: readonly PathCounts[]
  /** Whether a match can begin only at the beginning of the value. */
  readonly anchored: boolean
}

/** Returns the graph of a pattern for values of at most `longest` characters; undefined for patterns with modifiers, lookbehinds or back references of several lengths, or too many positions. */
export const graphOf = (pattern: string, longest: number): PatternGraph | undefined => {
  const parsed = parsePattern(pattern)
  if (!parsed) return undefined
  const builder: Builder = { texts: [], next: [], longest, groups: parsed.groups }
  try {
    // The end is a position that matches no character.
    const { first } = concatenated(build(parsed.root, builder), position('[]', builder), builder)
    return { texts: builder.texts, first, next: builder.next, anchored: isAnchored(parsed.root) }
  } catch (error) {
    if (error instanceof NotAnalysable) return undefined
    throw error
  }
}

class NotAnalysable extends Error {}

interface Builder {
  readonly texts: string[]
  readonly next: Map<number, number>[]
  readonly longest: number
  readonly groups: Pattern['groups']
}

/** A part of a graph: the positions at which it begins and ends, and the number of ways in which it matches the empty text. */
interface Piece {
  readonly first: PathCounts
  readonly last: PathCounts
  readonly empty: number
}

const emptyPiece: Piece = { first: new Map(), last: new Map(), empty: 1 }

const build = (part: Part, builder: Builder): Piece => {
  if ('character' in part) return position(part.character, builder)
  if ('repeated' in part) return repetition(part, builder)
  if ('anchor' in part) return emptyPiece
  if ('backReference' in part) return copies(lengthOf(builder.groups.get(part.backReference), builder), () => position('[^]', builder), builder)
  if (part.lookaround === 'behind') {
    lengthOf({ alternatives: part.alternatives }, builder)
    return emptyPiece
  }
  const pieces = part.alternatives.map((parts) => parts.reduce((before, one) => concatenated(before, build(one, builder), builder), emptyPiece))
  const either = pieces.reduce((a, b) => ({ first: sum(a.first, b.first), last: sum(a.last, b.last), empty: capped(a.empty + b.empty) }))
  // After a lookahead the match continues from the character at which the lookahead began.
  return part.lookaround ? { ...emptyPiece, first: either.first } : either
}

const position = (text: string, { texts, next }: Builder): Piece => {
  if (texts.length >= maxPositions) throw new NotAnalysable()
  next.push(new Map())
  const only = new Map([[texts.push(text) - 1, 1]])
  return { first: only, last: only, empty: 0 }
}

const maxPositions = 2_000

const repetition = ({ repeated, min, max }: Repetition, builder: Builder): Piece => {
  const one = () => build(repeated, builder)
  const before = copies(min, one, builder)
  return concatenated(before, max >= builder.longest ? unlimited(one(), builder) : optional(max - min, one, builder), builder)
}

const copies = (times: number, one: () => Piece, builder: Builder): Piece => {
  let piece = emptyPiece
  for (let count = 0; count < Math.min(times, builder.longest + 1); count++) piece = concatenated(piece, one(), builder)
  return piece
}

// After the minimum count, an engine ends a repetition that matches the empty text.
const unlimited = ({ first, last }: Piece, builder: Builder): Piece => {
  link(last, first, builder)
  return { first, last, empty: 1 }
}

const optional = (times: number, one: () => Piece, builder: Builder): Piece => {
  let piece = emptyPiece
  for (let count = 0; count < times; count++) piece = { ...concatenated({ ...one(), empty: 0 }, piece, builder), empty: 1 }
  return piece
}

const concatenated = (a: Piece, b: Piece, builder: Builder): Piece => {
  link(a.last, b.first, builder)
  return { first: sum(a.first, b.first, a.empty), last: sum(b.last, a.last, b.empty), empty: capped(a.empty * b.empty) }
}

const link = (from: PathCounts, to: PathCounts, { next }: Builder): void => {
  for (const [position, ways] of from) for (const [other, more] of to) add(next[position], other, ways * more)
}

const sum = (a: PathCounts, b: PathCounts, times = 1): PathCounts => {
  if (times === 0 || b.size === 0) return a
  const all = new Map(a)
  for (const [position, ways] of b) add(all, position, ways * times)
  return all
}

const add = (ways: Map<number, number> | undefined, position: number, more: number): void => void ways?.set(position, capped((ways.get(position) ?? 0) + more))

// Prevents infinite products; a pattern with that many ways is slow in any case.
const capped = (ways: number): number => Math.min(ways, 1e9)

/** Returns the fixed length of the texts that a part matches; throws where they have several lengths. */
const lengthOf = (part: Part | undefined, builder: Builder): number => {
  if (part === undefined || 'backReference' in part) throw new NotAnalysable()
  if ('character' in part) return 1
  if ('anchor' in part) return 0
  if ('repeated' in part) {
    if (part.min !== part.max) throw new NotAnalysable()
    return part.min * lengthOf(part.repeated, builder)
  }
  if (part.lookaround) return 0
  const lengths = new Set(part.alternatives.map((parts) => parts.reduce((length, one) => length + lengthOf(one, builder), 0)))
  const [length = 0] = lengths
  if (lengths.size !== 1) throw new NotAnalysable()
  return length
}

const isAnchored = (part: Part | undefined): boolean => {
  if (part === undefined) return false
  if ('anchor' in part) return part.anchor === '^'
  return 'alternatives' in part && !part.lookaround && part.alternatives.every(([head, second]) => isAnchored(isLookaround(head) ? second : head))
}

const isLookaround = (part: Part | undefined): boolean => part !== undefined && 'lookaround' in part
