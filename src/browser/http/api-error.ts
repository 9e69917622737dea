/** The error of a failed call; the only error class of both front ends. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** HTTP status; 200 for a refusal by ReturnCode, 0 without a valid response. */
    readonly status: number,
    /** ReturnCode, or an empty string if the response had none. */
    readonly code: string,
    message: string,
    /** OutData of the response. */
    readonly data: unknown = null,
    /** Seconds after which the call may be repeated, from the header Retry-After; null if the response has none. */
    readonly retryAfter: number | null = null,
  ) {
    super(message)
  }

  /** A message for each invalid field, from `OutData.Errors`. */
  get errors(): Readonly<Record<string, string>> {
    return fieldErrors(this.data)
  }

  /**
   * Whether the HTTP client shows a dialog for the error, unless the call is quiet.
   * All other errors are refusals by ReturnCode, which the caller must show.
   */
  get hasDialog(): boolean {
    return this.status !== 200
  }
}

/** Returns whether a call was cancelled. No message is shown for a cancelled call. */
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
