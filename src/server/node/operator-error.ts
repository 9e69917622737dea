/** A failure explained to the operator in a sentence, printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/** Prints one line for the operator. */
export type Say = (line: string) => void
