import { type ParsedPattern, type PatternPart, parsePattern, type Repetition } from './parse-pattern'

/** For each position of the pattern, the number of paths by which a match reaches it. */
export type PathCounts = ReadonlyMap<number, number>

/** The positions of a pattern that match a character (as in Glushkov's automaton), and the number of paths that a backtracking engine tries from each position to the next. */
export interface PatternGraph {
  /** The text of each position in the pattern: a character, a class or an escape. */
  readonly texts: readonly string[]
  /** The positions at which a match can begin. */
  readonly first: PathCounts
  /** For each position, the positions that can follow it. */
  readonly next: readonly PathCounts[]
  /** Whether a match can begin only at the beginning of the value. */
  readonly isAnchored: boolean
}

/** Returns the graph of a pattern for values of at most `longest` characters. Returns undefined for a pattern with modifiers, with lookbehinds or back references of variable length, or with too many positions. */
export const graphOf = (pattern: string, longest: number): PatternGraph | undefined => {
  const parsed = parsePattern(pattern)
  if (!parsed) return undefined
  const builder: Builder = { texts: [], next: [], longest, groups: parsed.groups }
  try {
    // The end is a position that matches no character.
    const { first } = concatenate(fragmentOf(parsed.root, builder), addPosition('[]', builder), builder)
    return { texts: builder.texts, first, next: builder.next, isAnchored: isAnchored(parsed.root) }
  } catch (error) {
    if (error instanceof NotAnalysableError) return undefined
    throw error
  }
}

class NotAnalysableError extends Error {}

interface Builder {
  readonly texts: string[]
  readonly next: Map<number, number>[]
  readonly longest: number
  readonly groups: ParsedPattern['groups']
}

/** A part of a graph: the positions at which a match of the part begins and ends, and the number of paths by which the part matches the empty text. */
interface GraphFragment {
  readonly first: PathCounts
  readonly last: PathCounts
  readonly emptyPathCount: number
}

const emptyFragment: GraphFragment = { first: new Map(), last: new Map(), emptyPathCount: 1 }

const fragmentOf = (part: PatternPart, builder: Builder): GraphFragment => {
  if ('character' in part) return addPosition(part.character, builder)
  if ('repeated' in part) return addRepetition(part, builder)
  if ('anchor' in part) return emptyFragment
  if ('backReference' in part) return addCopies(lengthOf(builder.groups.get(part.backReference), builder), () => addPosition('[^]', builder), builder)
  if (part.lookaround === 'behind') {
    // Throws for a lookbehind of variable length. A lookbehind of fixed length adds no positions, because it checks characters that other parts have matched.
    lengthOf({ alternatives: part.alternatives }, builder)
    return emptyFragment
  }
  const fragments = part.alternatives.map((parts) => parts.reduce((before, inner) => concatenate(before, fragmentOf(inner, builder), builder), emptyFragment))
  const combined = fragments.reduce((a, b) => ({
    first: sumOfCounts(a.first, b.first),
    last: sumOfCounts(a.last, b.last),
    emptyPathCount: cap(a.emptyPathCount + b.emptyPathCount),
  }))
  // After a lookahead the match continues from the character at which the lookahead began.
  return part.lookaround ? { ...emptyFragment, first: combined.first } : combined
}

const addPosition = (text: string, { texts, next }: Builder): GraphFragment => {
  if (texts.length >= maxPositions) throw new NotAnalysableError()
  next.push(new Map())
  const position = texts.push(text) - 1
  const counts = new Map([[position, 1]])
  return { first: counts, last: counts, emptyPathCount: 0 }
}

// Limits the time of the analysis.
const maxPositions = 2_000

const addRepetition = ({ repeated, min, max }: Repetition, builder: Builder): GraphFragment => {
  const buildCopy = () => fragmentOf(repeated, builder)
  const required = addCopies(min, buildCopy, builder)
  // A maximum of at least `longest` limits nothing, because no value is longer.
  return concatenate(required, max >= builder.longest ? addUnlimited(buildCopy(), builder) : addOptional(max - min, buildCopy, builder), builder)
}

const addCopies = (times: number, buildCopy: () => GraphFragment, builder: Builder): GraphFragment => {
  let fragment = emptyFragment
  for (let count = 0; count < Math.min(times, builder.longest + 1); count++) fragment = concatenate(fragment, buildCopy(), builder)
  return fragment
}

// There is one path for the empty text, because an engine stops an unlimited repetition that matches the empty text.
const addUnlimited = ({ first, last }: GraphFragment, builder: Builder): GraphFragment => {
  connect(last, first, builder)
  return { first, last, emptyPathCount: 1 }
}

// Builds nested optional copies from the inside, such as (x(x(x)?)?)? for x{0,3}.
const addOptional = (times: number, buildCopy: () => GraphFragment, builder: Builder): GraphFragment => {
  let fragment = emptyFragment
  for (let count = 0; count < times; count++) fragment = { ...concatenate({ ...buildCopy(), emptyPathCount: 0 }, fragment, builder), emptyPathCount: 1 }
  return fragment
}

const concatenate = (a: GraphFragment, b: GraphFragment, builder: Builder): GraphFragment => {
  connect(a.last, b.first, builder)
  return {
    first: sumOfCounts(a.first, b.first, a.emptyPathCount),
    last: sumOfCounts(b.last, a.last, b.emptyPathCount),
    emptyPathCount: cap(a.emptyPathCount * b.emptyPathCount),
  }
}

const connect = (from: PathCounts, to: PathCounts, { next }: Builder): void => {
  for (const [position, paths] of from) for (const [other, otherPaths] of to) addPaths(next[position], other, paths * otherPaths)
}

/** Adds the counts of `b`, multiplied by `times`, to those of `a`. */
const sumOfCounts = (a: PathCounts, b: PathCounts, times = 1): PathCounts => {
  if (times === 0 || b.size === 0) return a
  const sums = new Map(a)
  for (const [position, paths] of b) addPaths(sums, position, paths * times)
  return sums
}

const addPaths = (counts: Map<number, number> | undefined, position: number, paths: number): void =>
  void counts?.set(position, cap((counts.get(position) ?? 0) + paths))

// Keeps the products finite. A pattern with a billion paths is too slow in any case.
const cap = (paths: number): number => Math.min(paths, 1e9)

/** Returns the length of the texts that a part matches. Throws if it matches texts of different lengths. */
const lengthOf = (part: PatternPart | undefined, builder: Builder): number => {
  if (part === undefined || 'backReference' in part) throw new NotAnalysableError()
  if ('character' in part) return 1
  if ('anchor' in part) return 0
  if ('repeated' in part) {
    if (part.min !== part.max) throw new NotAnalysableError()
    return part.min * lengthOf(part.repeated, builder)
  }
  if (part.lookaround) return 0
  const lengths = new Set(part.alternatives.map((parts) => parts.reduce((length, inner) => length + lengthOf(inner, builder), 0)))
  const [length = 0] = lengths
  if (lengths.size !== 1) throw new NotAnalysableError()
  return length
}

// A lookaround may come before the anchor.
const isAnchored = (part: PatternPart | undefined): boolean => {
  if (part === undefined) return false
  if ('anchor' in part) return part.anchor === '^'
  return 'alternatives' in part && !part.lookaround && part.alternatives.every(([head, second]) => isAnchored(isLookaround(head) ? second : head))
}

const isLookaround = (part: PatternPart | undefined): boolean => part !== undefined && 'lookaround' in part
