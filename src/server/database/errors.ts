/**
 * Returns the details of an error that may be logged.
 * The message of a database error quotes values, and its stack repeats the message, so a database error is reduced to
 * codes, names and locations.
 */
export const errorDetails = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || !isSqlState(code))
    return { error: error.name, code, message: error.message, stack: error.stack }
  return { error: error.name, code, ...databaseNamesOf(error), stack: locationsOf(error) }
}

/** Returns {@link errorDetails} as one line, for the operator. */
export const errorText = (error: unknown): string => {
  const { message, code, constraint } = errorDetails(error)
  return typeof message === 'string' ? message : ['Database error', code, constraint].filter(Boolean).join(' ')
}

/**
 * Returns whether a code has the format of PostgreSQL's error codes, which contain a digit, unlike codes of the
 * operating system such as EPIPE.
 */
export const isSqlState = (code: string): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(code)

const databaseNamesOf = (error: Error): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(error).filter(([name]) => ['constraint', 'table', 'column'].includes(name)))

const locationsOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/**
 * Returns the name of the unique constraint that a statement violated, the same on both engines; undefined for other
 * errors.
 */
export const uniqueViolation = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && error.code === '23505'
    ? String('constraint' in error ? error.constraint : '')
    : undefined

/**
 * Returns whether a concurrent transaction may have caused the error: a violated unique constraint, a deadlock or a
 * serialization failure.
 * A retry sees the changes of the other transaction.
 */
export const isConcurrencyError = (error: unknown): boolean =>
  uniqueViolation(error) !== undefined ||
  (error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001'))

/**
 * Reports that the database could not be reached, or that the connection broke before the result arrived; whether a
 * change was stored is unknown.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** Reports that the database has cancelled a statement that took too long. */
export class StatementCancelled extends DatabaseUnavailable {}
