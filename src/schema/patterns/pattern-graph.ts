import { type Part, type Pattern, parsePattern, type Repetition } from './parse-pattern'

/** The number of ways in which a match reaches each place of a pattern, by place. */
export type Ways = ReadonlyMap<number, number>

/** The places of a pattern that match a character, and the number of ways that a backtracking engine tries from each place to the next. */
export interface PatternGraph {
  /** The text of each place in the pattern: a character, a class or an escape. */
  readonly texts: readonly string[]
  /** The places at which a match can begin. */
  readonly first: Ways
  /** The places that can follow, by place. */
  readonly next: readonly Ways[]
  /** Whether a match can begin only at the beginning of the value. */
  readonly anchored: boolean
}

/** Returns the graph of a pattern for values of at most `longest` characters; undefined for patterns with modifiers, lookbehinds or back references of several lengths, or too many places. */
export const graphOf = (pattern: string, longest: number): PatternGraph | undefined => {
  const parsed = parsePattern(pattern)
  if (!parsed) return undefined
  const builder: Builder = { texts: [], next: [], longest, groups: parsed.groups }
  try {
    // The end is a place that matches no character.
    const { first } = joined(build(parsed.whole, builder), place('[]', builder), builder)
    return { texts: builder.texts, first, next: builder.next, anchored: isAnchored(parsed.whole) }
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

/** A part of a graph: the places at which it begins and ends, and the number of ways in which it matches the empty text. */
interface Piece {
  readonly first: Ways
  readonly last: Ways
  readonly empty: number
}

const emptyPiece: Piece = { first: new Map(), last: new Map(), empty: 1 }

const build = (part: Part, builder: Builder): Piece => {
  if ('one' in part) return place(part.one, builder)
  if ('again' in part) return repeated(part, builder)
  if ('edge' in part) return emptyPiece
  if ('back' in part) return copies(lengthOf(builder.groups.get(part.back), builder), () => place('[^]', builder), builder)
  if (part.look === 'behind') {
    lengthOf({ any: part.any }, builder)
    return emptyPiece
  }
  const pieces = part.any.map((parts) => parts.reduce((before, one) => joined(before, build(one, builder), builder), emptyPiece))
  const either = pieces.reduce((a, b) => ({ first: sum(a.first, b.first), last: sum(a.last, b.last), empty: capped(a.empty + b.empty) }))
  // After a lookahead the match continues from the character at which the lookahead began.
  return part.look ? { ...emptyPiece, first: either.first } : either
}

const place = (text: string, { texts, next }: Builder): Piece => {
  if (texts.length >= maxPlaces) throw new NotAnalysable()
  next.push(new Map())
  const only = new Map([[texts.push(text) - 1, 1]])
  return { first: only, last: only, empty: 0 }
}

const maxPlaces = 2_000

const repeated = ({ again, least, most }: Repetition, builder: Builder): Piece => {
  const one = () => build(again, builder)
  const before = copies(least, one, builder)
  return joined(before, most >= builder.longest ? endless(one(), builder) : optional(most - least, one, builder), builder)
}

const copies = (times: number, one: () => Piece, builder: Builder): Piece => {
  let piece = emptyPiece
  for (let count = 0; count < Math.min(times, builder.longest + 1); count++) piece = joined(piece, one(), builder)
  return piece
}

// After the minimum count, an engine ends a repetition that matches the empty text.
const endless = ({ first, last }: Piece, builder: Builder): Piece => {
  link(last, first, builder)
  return { first, last, empty: 1 }
}

const optional = (times: number, one: () => Piece, builder: Builder): Piece => {
  let piece = emptyPiece
  for (let count = 0; count < times; count++) piece = { ...joined({ ...one(), empty: 0 }, piece, builder), empty: 1 }
  return piece
}

const joined = (a: Piece, b: Piece, builder: Builder): Piece => {
  link(a.last, b.first, builder)
  return { first: sum(a.first, b.first, a.empty), last: sum(b.last, a.last, b.empty), empty: capped(a.empty * b.empty) }
}

const link = (from: Ways, to: Ways, { next }: Builder): void => {
  for (const [place, ways] of from) for (const [other, more] of to) add(next[place], other, ways * more)
}

const sum = (a: Ways, b: Ways, times = 1): Ways => {
  if (times === 0 || b.size === 0) return a
  const all = new Map(a)
  for (const [place, ways] of b) add(all, place, ways * times)
  return all
}

const add = (ways: Map<number, number> | undefined, place: number, more: number): void => void ways?.set(place, capped((ways.get(place) ?? 0) + more))

// Prevents infinite products; a pattern with that many ways is slow in any case.
const capped = (ways: number): number => Math.min(ways, 1e9)

/** Returns the fixed length of the texts that a part matches; throws where they have several lengths. */
const lengthOf = (part: Part | undefined, builder: Builder): number => {
  if (part === undefined || 'back' in part) throw new NotAnalysable()
  if ('one' in part) return 1
  if ('edge' in part) return 0
  if ('again' in part) {
    if (part.least !== part.most) throw new NotAnalysable()
    return part.least * lengthOf(part.again, builder)
  }
  if (part.look) return 0
  const lengths = new Set(part.any.map((parts) => parts.reduce((length, one) => length + lengthOf(one, builder), 0)))
  const [length = 0] = lengths
  if (lengths.size !== 1) throw new NotAnalysable()
  return length
}

const isAnchored = (part: Part | undefined): boolean => {
  if (part === undefined) return false
  if ('edge' in part) return part.edge === '^'
  return 'any' in part && !part.look && part.any.every(([head, second]) => isAnchored(head && 'any' in head && head.look ? second : head))
}
