/** One mistake (or, for W ids, one advice) in a schema file, found by a check. */
export interface Problem {
  readonly id: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly hint?: string
}
