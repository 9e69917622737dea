import { cannot, placeOf } from '../phrases'
import { type Finding, isObject, type Path } from '../shape/shape'
import { mostSteps } from './pattern-steps'

/** E124: a pattern is tried on what anybody sends, so that it must come to its end soon on every value that its field allows. */
export const slowPatterns = (value: unknown, path: Path = []): readonly Finding[] =>
  isObject(value)
    ? [...slowPattern(value.pattern, value.max, [...path, 'pattern']), ...Object.entries(value).flatMap(([key, one]) => slowPatterns(one, [...path, key]))]
    : []

const slowPattern = (pattern: unknown, max: unknown, path: Path): readonly Finding[] => {
  if (typeof pattern !== 'string' || typeof max !== 'number' || !compiles(pattern)) return []
  // Of a short value even a pattern that explodes is soon refused, but a larger "max" is soon said.
  const length = Math.max(max, 50)
  // Some steps for each character are what every pattern takes; the others fit into a few milliseconds.
  const enough = Math.max(100_000, 100 * length)
  const steps = stepsOf(pattern, length, enough)
  if (steps !== undefined && steps <= enough) return []
  const message = cannot(placeOf(path), `be used: to refuse a value of ${length} characters may take more than ${enough} steps`)
  return [{ id: 'E124', path, message, ...(steps === undefined ? { hint: unknown } : {}) }]
}

const unknown =
  'Only patterns without modifiers can be analysed whose repetitions by number come to at most 2000 characters, and whose lookbehinds and backreferences have one fixed length.'

const compiles = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch {
    return false
  }
}

// Files are read again and again, by the dev server and by every tool.
const known = new Map<string, number | undefined>()

const stepsOf = (pattern: string, length: number, enough: number): number | undefined => {
  const name = `${length} ${pattern}`
  if (!known.has(name)) known.set(name, mostSteps(pattern, length, enough))
  return known.get(name)
}
