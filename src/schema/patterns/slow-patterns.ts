import { cannot, placeOf } from '../checks/check-messages'
import { type Finding, isObject, type Path } from '../language/shapes/shape'
import { graphOf, type PathCounts, type PatternGraph } from './pattern-graph'

/** S124: a pattern must reject every value that its field allows quickly, because it is applied to input from any caller. */
export const slowPatternFindings = (value: unknown, path: Path = []): readonly Finding[] =>
  isObject(value)
    ? [
        ...findingsForPattern(value.pattern, value.max, [...path, 'pattern']),
        ...Object.entries(value).flatMap(([key, entry]) => slowPatternFindings(entry, [...path, key])),
      ]
    : []

const findingsForPattern = (pattern: unknown, max: unknown, path: Path): readonly Finding[] => {
  if (typeof pattern !== 'string' || typeof max !== 'number' || !canCompile(pattern)) return []
  // Even an exponential pattern rejects a short value quickly, but "max" may be raised later.
  const length = Math.max(max, 50)
  // Every pattern takes some steps for each character; 100,000 steps take a few milliseconds.
  const limit = Math.max(100_000, 100 * length)
  const steps = stepsOf(pattern, length, limit)
  if (steps !== undefined && steps <= limit) return []
  const message = cannot(placeOf(path), `be used: rejecting a value of ${length} characters may take more than ${limit} steps`)
  return [{ id: 'S124', path, message, ...(steps === undefined ? { hint: unanalysableHint } : {}) }]
}

const unanalysableHint =
  'A pattern can be analysed if it has no modifiers, its counted repetitions add up to at most 2000 characters, and its lookbehinds and back references have a fixed length.'

const canCompile = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch {
    return false
  }
}

// Cached, because the dev server and the tools read the files repeatedly.
const stepsByPattern = new Map<string, number | undefined>()

const stepsOf = (pattern: string, length: number, limit: number): number | undefined => {
  const key = `${length} ${pattern}`
  if (!stepsByPattern.has(key)) stepsByPattern.set(key, maxSteps(pattern, length, limit))
  return stepsByPattern.get(key)
}

/**
 * Returns the highest number of steps that a backtracking engine takes to reject a value of the given length; undefined for a pattern that cannot be analysed.
 * Stops counting above `limit`. Simulates all values at once, one character at a time. For each position of the pattern it keeps the number of paths by which
 * a backtracking engine reaches it; each path costs one step.
 */
export const maxSteps = (pattern: string, length: number, limit: number): number | undefined => {
  const graph = graphOf(pattern, length)
  if (graph === undefined) return undefined
  const kinds = characterKinds(graph.texts)
  const costs: number[] = []
  const costIndex = new Map<string, number>()
  let total = 0
  let states = [startState]
  let work = 0
  for (let remaining = length; remaining >= 0 && total <= limit; remaining--) {
    work += kinds.length * states.reduce((sum, { size }) => sum + size, 0)
    if (work > maxWork) return Number.POSITIVE_INFINITY
    const key = states.map(stateKey).sort().join(' ')
    const before = costIndex.get(key)
    // These states have occurred before, so the costs repeat and no longer grow.
    if (before !== undefined) return total + (remaining + 1) * Math.max(...costs.slice(before))
    const cost = Math.max(...states.map((state) => stepsFrom(graph, state)))
    costIndex.set(key, costs.push(cost) - 1)
    total += cost
    states = withoutDominated(states.flatMap((state) => kinds.map((kind) => stateAfter(graph, state, kind))))
  }
  return total
}

// The limit of the analysis, about a second; a pattern beyond it counts as too slow.
const maxWork = 1_000_000

// The position before all others, at which a match begins.
const startPosition = -1
const startState: PathCounts = new Map([[startPosition, 1]])

const nextOf = ({ first, next }: PatternGraph, position: number): PathCounts => (position === startPosition ? first : (next[position] ?? new Map()))

/** Returns the number of paths that are tried from the positions of a state, including those to the end. */
const stepsFrom = (graph: PatternGraph, state: PathCounts): number => {
  let steps = 0
  for (const [position, paths] of state) for (const followingPaths of nextOf(graph, position).values()) steps += paths * followingPaths
  return steps
}

/** Returns the state after a character of that kind. */
const stateAfter = (graph: PatternGraph, state: PathCounts, kind: CharacterKind): PathCounts => {
  const following = new Map<number, number>(graph.isAnchored ? [] : startState)
  for (const [position, paths] of state)
    for (const [other, followingPaths] of nextOf(graph, position))
      if (kind.has(other)) following.set(other, (following.get(other) ?? 0) + paths * followingPaths)
  return following
}

const stateKey = (state: PathCounts): string =>
  [...state]
    .sort(([a], [b]) => a - b)
    .map(([position, paths]) => `${position}*${paths}`)
    .join()

/** Removes states that another state dominates: one that reaches every position by at least as many paths. */
const withoutDominated = (all: readonly PathCounts[]): PathCounts[] => {
  const remaining: { readonly state: PathCounts; readonly sum: number }[] = []
  const distinct = [...new Map(all.map((state) => [stateKey(state), state])).values()].map((state) => ({ state, sum: sumOf(state) }))
  for (const candidate of distinct.sort((a, b) => b.sum - a.sum))
    if (!remaining.some(({ state, sum }) => sum > candidate.sum && dominates(state, candidate.state))) remaining.push(candidate)
  return remaining.map(({ state }) => state)
}

const sumOf = (state: PathCounts): number => [...state.values()].reduce((sum, paths) => sum + paths, 0)

const dominates = (state: PathCounts, other: PathCounts): boolean => [...other].every(([position, paths]) => (state.get(position) ?? 0) >= paths)

/** The positions that match a character of the kind. */
type CharacterKind = ReadonlySet<number>

/** Groups characters by the positions that match them, and returns each group once; characters that no position matches are ignored. `texts` has the text of each position. */
const characterKinds = (texts: readonly string[]): readonly CharacterKind[] => {
  const distinct = [...new Set(texts)]
  const matchers = distinct.map((text) => new RegExp(`^(?:${text})$`, 'u'))
  const matcherOf = texts.map((text) => distinct.indexOf(text))
  const kinds = new Map<string, CharacterKind>()
  for (const character of samplesFor(distinct.join(''))) {
    const matches = matchers.map((matcher) => matcher.test(character))
    const key = matches.map(Number).join('')
    if (!kinds.has(key)) kinds.set(key, new Set(matcherOf.flatMap((matcher, position) => (matches[matcher] ? [position] : []))))
  }
  return [...kinds.values()].filter(({ size }) => size > 0)
}

// Where two ranges overlap, the overlap contains an endpoint of one of them, so testing the endpoints is enough;
// samples from every script cover the overlaps of Unicode properties.
const samplesFor = (text: string): ReadonlySet<string> => {
  const inPattern = [...text].map((character) => character.codePointAt(0) ?? 0)
  const escaped = [...text.matchAll(/\\(?:u\{?|x)([\da-fA-F]+)/g)].map(([, digits = '']) => Number.parseInt(digits, 16))
  const pairs = [...text.matchAll(/\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)/g)].map(
    ([, high = '', low = '']) => (String.fromCharCode(Number.parseInt(high, 16)) + String.fromCharCode(Number.parseInt(low, 16))).codePointAt(0) ?? 0,
  )
  const endpoints = [...inPattern, ...escaped, ...pairs].flatMap((code) => [code - 1, code, code + 1])
  return new Set([...sampleCodes, ...endpoints].filter((code) => code >= 0 && code <= 0x10ffff).map((code) => String.fromCodePoint(code)))
}

const sampleCodes: readonly number[] = [...Array.from({ length: 0x250 }, (_, code) => code), ...Array.from({ length: 2_000 }, (_, index) => 0x250 + index * 97)]
