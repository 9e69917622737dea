/** What a constraint said no to, the same for both engines. */
export interface Violation {
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
