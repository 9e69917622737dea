import { type Part, type Pattern, parsePattern, type Repetition } from './parse-pattern'

/** In how many ways one place of a pattern follows another, by place. */
export type Ways = ReadonlyMap<number, number>

/** The places of a pattern that take a character, and in how many ways a match comes from one to the next: as many as a backtracking engine tries. */
export interface PatternGraph {
  /** What each place takes: a character, a class or an escape, as the pattern writes it. */
  readonly texts: readonly string[]
  /** Where a match begins. */
  readonly first: Ways
  /** Where it goes on, by place. */
  readonly next: readonly Ways[]
  /** Whether a match begins at the beginning of the value alone. */
  readonly anchored: boolean
}

/** Returns the graph of a pattern for values of so many characters; undefined for patterns with modifiers, lookbehinds or back references of several lengths, or too many places. */
export const graphOf = (pattern: string, longest: number): PatternGraph | undefined => {
  const parsed = parsePattern(pattern)
  if (!parsed) return undefined
  const builder: Builder = { texts: [], next: [], longest, groups: parsed.groups }
  try {
    // The end is a place that takes no character.
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

/** A part as its neighbours see it: where it begins and ends, and in how many ways it takes nothing. */
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
  // What looks ahead is tried, and then the rest from the same character.
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

// An engine refuses a repetition beyond the least that takes nothing.
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

// So that no product is infinite; a pattern with so many ways is slow anyway.
const capped = (ways: number): number => Math.min(ways, 1e9)

/** Returns the one length of what a part takes. */
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
