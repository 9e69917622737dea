import catalogue from './catalogue.json'

/** A mistake that a check found in a schema file, or in a module (M…); advice if the id begins with W. */
export interface Problem {
  readonly id: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly hint?: string
}

/**
 * Formats problems as text, sorted by file and line, with a last line that counts them.
 * Returns an empty text if there are none.
 */
export const formatProblems = (problems: readonly Problem[], fileCount: number): string => {
  if (problems.length === 0) return ''
  return [...sortProblems(problems).map(formatProblem), summaryLine(problems, fileCount)].join('\n')
}

/** Formats problems as JSON for editors and programs. Keys are stable; new ones may be added. */
export const problemsAsJson = (problems: readonly Problem[], fileCount: number): string =>
  JSON.stringify(
    {
      files: fileCount,
      errors: problems.filter((problem) => !isAdvice(problem)).length,
      advice: problems.filter(isAdvice).length,
      problems: sortProblems(problems).map((problem) => ({
        level: isAdvice(problem) ? 'advice' : 'error',
        ...problem,
      })),
    },
    null,
    2,
  )

/** Checks whether all problems are advice, which does not prevent the portal from starting. */
export const isAdviceOnly = (problems: readonly Problem[]): boolean => problems.every(isAdvice)

/**
 * The ids of the advice that a file can accept.
 * Advice about a database (W5…) cannot be accepted, because it does not apply to every database.
 */
export const acceptableAdvice: readonly string[] = Object.keys(catalogue).filter(
  (id) => id.startsWith('W') && !id.startsWith('W5'),
)

const sortProblems = (problems: readonly Problem[]): readonly Problem[] =>
  [...problems].sort((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column)

const formatProblem = ({ id, file, line, column, message, hint }: Problem): string => {
  const place = `${file}:${line}:${column}  `
  return `${place}${message}  (${id})${hint ? `\n${' '.repeat(place.length)}${hint}` : ''}`
}

const summaryLine = (problems: readonly Problem[], fileCount: number): string => {
  const files = new Set(problems.map((problem) => problem.file)).size
  const count = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${files} of ${fileCount} schemas.`
  if (isAdviceOnly(problems)) return `${count} All are advice; the portal starts.`
  return `${count} The portal does not start until ${problems.filter((problem) => !isAdvice(problem)).length === 1 ? 'it is' : 'they are'} fixed.`
}

const isAdvice = ({ id }: Problem): boolean => id.startsWith('W')
