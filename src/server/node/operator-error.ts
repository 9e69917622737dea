import type { Environment } from './settings/environment'

/** Explains a failure to the operator in one message, which is printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/** Returns the message of any failure; for an error without a message, its code or name. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || codeOf(error) || error.name : String(error)

/** Returns the code of a failure, such as ENOENT; empty if it has none. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Prints one line for the operator. */
export type Print = (line: string) => void

/** The environment and output of a command-line tool. */
export interface Terminal {
  readonly env: Environment
  readonly print: Print
}
