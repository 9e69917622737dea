import type { Environment } from './settings/environment'

/** A failure explained to the operator in a sentence, printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/** Returns what can be said of any failure. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Prints one line for the operator. */
export type Say = (line: string) => void

/** The surroundings of a command-line tool. */
export interface Terminal {
  readonly env: Environment
  readonly say: Say
}
