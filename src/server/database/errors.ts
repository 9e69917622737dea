/** What the log may say of an error. A database's message quotes values and its stack repeats the message, so of such an error only codes, names and places are kept. */
export const errorFacts = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || !sqlState.test(code)) return { error: error.name, code, message: error.message, stack: error.stack }
  return { error: error.name, code, ...namesOf(error), stack: placesOf(error) }
}

/** The same in a line, for the operator. */
export const errorText = (error: unknown): string => {
  const { message, code, constraint } = errorFacts(error)
  return typeof message === 'string' ? message : ['Database error', code, constraint].filter(Boolean).join(' ')
}

const sqlState = /^[0-9A-Z]{5}$/

const namesOf = (error: Error): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(error).filter(([name]) => ['constraint', 'table', 'column'].includes(name)))

const placesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** What a constraint said no to, the same for both engines. */
interface Violation {
  readonly kind: 'unique' | 'check' | 'notNull' | 'foreignKey'
  readonly constraint: string
}

const kinds: Readonly<Record<string, Violation['kind']>> = { '23505': 'unique', '23514': 'check', '23502': 'notNull', '23503': 'foreignKey' }

/** The broken constraint behind a database error; null when it is another kind of error. */
export const violationOf = (error: unknown): Violation | null => {
  if (!(error instanceof Error) || !('code' in error)) return null
  const kind = kinds[String(error.code)]
  return kind ? { kind, constraint: 'constraint' in error ? String(error.constraint) : '' } : null
}

/** Somebody else was quicker: trying again may show what is in the way. */
export const isRace = (error: unknown): boolean =>
  violationOf(error)?.kind === 'unique' || (error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001'))

/** The database could not be asked, or the connection broke before it answered; whether a change was kept is unknown. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}
