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
