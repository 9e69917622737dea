/** A failed call. The only error class of the front end. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** HTTP status; 200 for a refusal by ReturnCode, 0 without an answer. */
    readonly status: number,
    /** ReturnCode, or an empty string where the answer had none. */
    readonly code: string,
    message: string,
    /** OutData of the answer. */
    readonly data: unknown = null,
  ) {
    super(message)
  }

  /** A message for each invalid field, from `OutData.Errors`. */
  get errors(): Readonly<Record<string, string>> {
    return fieldErrors(this.data)
  }

  /** Whether the user has seen a dialog about it; only refusals by ReturnCode are left to the caller. */
  get shown(): boolean {
    return this.status !== 200
  }
}

/** Checks whether the caller cancelled the call; no message is shown then. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

const fieldErrors = (data: unknown): Record<string, string> => {
  if (typeof data !== 'object' || data === null || !('Errors' in data)) return {}
  const { Errors } = data
  if (typeof Errors !== 'object' || Errors === null) return {}
  return Object.fromEntries(
    Object.entries(Errors)
      .map(([name, value]) => [name, messageOf(value)] as const)
      .filter(([, message]) => message !== ''),
  )
}

// A backend may send several messages for a field.
const messageOf = (value: unknown): string =>
  [value]
    .flat()
    .filter((message) => typeof message === 'string' && message !== '')
    .join('、')
