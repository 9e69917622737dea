import { cannot, placeOf } from '../checks/check-messages'
import { type Finding, isObject, type Path } from '../language/shapes/shape'
import { graphOf, type PathCounts, type PatternGraph } from './pattern-graph'

/** S124: a pattern must quickly reject any value of the length that its field allows, because it is applied to input from any caller. Finds patterns at every depth of the file. */
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
  // Every pattern needs some steps for each character. 100,000 steps take a few milliseconds.
  const limit = Math.max(100_000, 100 * length)
  const steps = cachedMaxSteps(pattern, length, limit)
  if (steps !== undefined && steps <= limit) return []
  const message = cannot(placeOf(path), `be used: rejecting a value of ${length} characters may take more than ${limit} steps`)
  return [{ id: 'S124', path, message, ...(steps === undefined ? { hint: unanalysableHint } : {}) }]
}

const unanalysableHint =
  'A pattern can be analysed if it has no modifiers, its counted repetitions add up to at most 2000 characters, and its lookbehinds and back references have a fixed length.'

const canCompile = (pattern: string): boolean => {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

// Cached, because the dev server and the tools read the files repeatedly.
const stepsByPattern = new Map<string, number | undefined>()

const cachedMaxSteps = (pattern: string, length: number, limit: number): number | undefined => {
  const key = `${length} ${pattern}`
  if (!stepsByPattern.has(key)) stepsByPattern.set(key, maxSteps(pattern, length, limit))
  return stepsByPattern.get(key)
}

/**
 * Returns the highest number of steps that a backtracking engine takes to reject a value of the given length; undefined for a pattern that cannot be analysed.
 * Stops counting above `limit`. Simulates all values at once, one character at a time. A state contains, for each position of the pattern, the number of paths
 * by which the engine reaches it. Each path costs one step.
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
    const earlierIndex = costIndex.get(key)
    // The same states have occurred before, so the costs since then repeat and no longer grow.
    if (earlierIndex !== undefined) return total + (remaining + 1) * Math.max(...costs.slice(earlierIndex))
    const cost = Math.max(...states.map((state) => stepsFrom(graph, state)))
    costIndex.set(key, costs.push(cost) - 1)
    total += cost
    states = withoutDominated(states.flatMap((state) => kinds.map((kind) => stateAfter(graph, state, kind))))
  }
  return total
}

// Limits the analysis to about a second. A pattern that needs more counts as too slow.
const maxWork = 1_000_000

// The position before all others, at which a match begins.
const startPosition = -1
const startState: PathCounts = new Map([[startPosition, 1]])

const nextOf = ({ first, next }: PatternGraph, position: number): PathCounts => (position === startPosition ? first : (next[position] ?? new Map()))

/** Returns the number of paths that an engine tries from the positions of a state, including the paths to the end of the pattern. */
const stepsFrom = (graph: PatternGraph, state: PathCounts): number => {
  let steps = 0
  for (const [position, paths] of state) for (const followingPaths of nextOf(graph, position).values()) steps += paths * followingPaths
  return steps
}

/** Returns the state after a character of a kind. */
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

/** Removes the states that another state dominates. A state dominates another if it reaches every position of the other by at least as many paths. */
const withoutDominated = (states: readonly PathCounts[]): PathCounts[] => {
  const kept: { readonly state: PathCounts; readonly sum: number }[] = []
  const distinct = [...new Map(states.map((state) => [stateKey(state), state])).values()].map((state) => ({ state, sum: sumOf(state) }))
  for (const candidate of distinct.sort((a, b) => b.sum - a.sum))
    if (!kept.some(({ state, sum }) => sum > candidate.sum && dominates(state, candidate.state))) kept.push(candidate)
  return kept.map(({ state }) => state)
}

const sumOf = (state: PathCounts): number => [...state.values()].reduce((sum, paths) => sum + paths, 0)

const dominates = (state: PathCounts, other: PathCounts): boolean => [...other].every(([position, paths]) => (state.get(position) ?? 0) >= paths)

/** The positions that match a character of the kind. */
type CharacterKind = ReadonlySet<number>

/** Groups characters by the positions that match them. Ignores characters that no position matches. `texts` contains the text of each position. */
const characterKinds = (texts: readonly string[]): readonly CharacterKind[] => {
  const distinct = [...new Set(texts)]
  const matchers = distinct.map((text) => new RegExp(`^(?:${text})$`, 'u'))
  const matcherIndexes = texts.map((text) => distinct.indexOf(text))
  const kinds = new Map<string, CharacterKind>()
  for (const character of sampleCharacters(distinct.join(''))) {
    const matches = matchers.map((matcher) => matcher.test(character))
    const key = matches.map(Number).join('')
    if (!kinds.has(key)) kinds.set(key, new Set(matcherIndexes.flatMap((matcherIndex, position) => (matches[matcherIndex] ? [position] : []))))
  }
  return [...kinds.values()].filter(({ size }) => size > 0)
}

// If two ranges of characters overlap, the overlap contains an endpoint of one of them, so it is enough to test the endpoints.
// Unicode properties have no endpoints in the pattern. Samples from every script cover their overlaps.
const sampleCharacters = (text: string): ReadonlySet<string> => {
  const inPattern = [...text].map((character) => character.codePointAt(0) ?? 0)
  const escaped = [...text.matchAll(/\\(?:u\{?|x)([\da-fA-F]+)/g)].map(([, digits = '']) => Number.parseInt(digits, 16))
  const pairs = [...text.matchAll(/\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)/g)].map(
    ([, high = '', low = '']) => (String.fromCharCode(Number.parseInt(high, 16)) + String.fromCharCode(Number.parseInt(low, 16))).codePointAt(0) ?? 0,
  )
  const endpoints = [...inPattern, ...escaped, ...pairs].flatMap((code) => [code - 1, code, code + 1])
  return new Set([...sampleCodes, ...endpoints].filter((code) => code >= 0 && code <= 0x10ffff).map((code) => String.fromCodePoint(code)))
}

// Every code of the Latin blocks, then every 97th code up to about U+31700.
const sampleCodes: readonly number[] = [...Array.from({ length: 0x250 }, (_, code) => code), ...Array.from({ length: 2_000 }, (_, index) => 0x250 + index * 97)]
