/** A start that cannot go on, in words for the operator. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}

/** Says to the operator, in one line, what was done. */
export type Say = (line: string) => void
