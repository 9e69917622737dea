import { type Context, createContext, runInContext } from 'node:vm'
import catalogue from '../../schema/checks/catalogue.json'
import { cannotFinding } from '../../schema/checks/findings'
import type { Problem } from '../../schema/checks/problem'
import { repetitiveTexts } from '../../schema/field-types/samples'
import { isObject, type Path } from '../../schema/language/shapes/shape'
import { isResourceFile } from '../../schema/load/load'
import { readSchemaFile } from '../../schema/load/schema-file'

/**
 * S124: returns a problem for each pattern that takes too long to reject one of three hostile texts.
 * This finds slow patterns that have no nested quantifiers, such as `^(a|aa)+$`.
 */
export const slowPatternProblems = (
  files: readonly { readonly file: string; readonly text: string }[],
): readonly Problem[] =>
  files.filter(isResourceFile).flatMap((file) => {
    const { raw, locate } = readSchemaFile(file)
    return patternsIn(raw, [])
      .filter(({ pattern, max }) => hostileTexts(pattern, max).some((text) => isSlow(pattern, text)))
      .map(({ path, max }) =>
        locate(
          cannotFinding(
            'S124',
            path,
            `be used: it takes too long to reject a value of ${lengthFor(max)} characters`,
            catalogue.S124.hint,
          ),
        ),
      )
  })

interface DeclaredPattern {
  readonly pattern: string
  /** The maximum length of the values. */
  readonly max: number
  readonly path: Path
}

const patternsIn = (value: unknown, path: Path): readonly DeclaredPattern[] => {
  if (!isObject(value)) return []
  const { pattern, max } = value
  return [
    ...(typeof pattern === 'string' && typeof max === 'number' ? [{ pattern, max, path: [...path, 'pattern'] }] : []),
    ...Object.entries(value).flatMap(([key, entry]) => patternsIn(entry, [...path, key])),
  ]
}

/** Returns texts that a pattern matches for as long as possible, each with a last character that it rejects. */
const hostileTexts = (pattern: string, max: number): readonly string[] =>
  repetitiveTexts(pattern, lengthFor(max)).map((text) => `${text}\u0000`)

// Even a slow pattern rejects a short value quickly, but "max" may be raised later.
const lengthFor = (max: number): number => Math.max(max, 50)

/**
 * Checks whether a pattern takes longer than the limit; a good pattern takes microseconds.
 * The processor time of the process is measured, because the clock would also count the time of other processes.
 * It may still contain that of other threads, so each of three attempts must take too long.
 */
const isSlow = (pattern: string, text: string): boolean =>
  Array.from({ length: 3 }).every(() => takesTooLong(pattern, text))

const takesTooLong = (pattern: string, text: string): boolean => {
  const context = createContext({ expression: new RegExp(pattern, 'u'), text })
  const before = process.cpuUsage()
  // On a busy machine, a slow pattern may get less processor time than the limit until it is stopped.
  if (isStopped(context)) return true
  const { user, system } = process.cpuUsage(before)
  return user + system > maxProcessorMs * 1000
}

/** Matches the text of a context, and returns whether the match was stopped after `maxClockMs`. */
const isStopped = (context: Context): boolean => {
  try {
    // Only a script in a context can be stopped while it matches.
    runInContext('expression.test(text)', context, { timeout: maxClockMs })
    return false
  } catch (error) {
    if (isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true
    throw error
  }
}

const maxProcessorMs = 20
const maxClockMs = 200
