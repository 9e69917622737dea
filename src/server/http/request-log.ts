import { apiBase } from '../../contract/endpoints'
import { extensions } from '../../contract/extensions'
import { publicPages } from '../../contract/pages'
import { hasUserIdFormat } from '../../domain/identifiers/user-id'
import { userForLog } from '../accounts/security-log'
import type { Connection, RequestLogEntry } from '../call'
import type { Log, Ports } from '../ports'
import { loggedNetworkOf } from '../security/rate-limit'
import { errorResponse } from './response'

/**
 * Runs `respond`, logs the request with its id, call, path, status and duration, and adds it to the metrics.
 * Query and body are not logged.
 */
export const logRequest = async (
  { log, metrics }: Pick<Ports, 'log' | 'metrics'>,
  { request, connection, call = 'other' }: LoggedRequest,
  respond: (logEntry: RequestLogEntry) => Promise<Response>,
): Promise<Response> => {
  const logEntry: RequestLogEntry = { id: newRequestId(), call, event: 'answered', reason: {} }
  const start = performance.now()
  const response = await respond(logEntry).catch((error: unknown) => errorResponse(logEntry, error))
  const { status } = response
  const milliseconds = performance.now() - start
  metrics.recordRequest({ call: logEntry.call, status, seconds: milliseconds / 1000 })
  if (status >= 400 || !silentCalls.includes(logEntry.call)) {
    const path = loggedPath(new URL(request.url).pathname)
    const line = {
      request: logEntry.id,
      call: logEntry.call,
      method: request.method,
      path,
      status,
      ms: Math.round(milliseconds),
    }
    const watched = watchedStatuses.includes(status)
      ? { user: logEntry.user ?? null, network: loggedNetworkOf(connection?.ip ?? '') }
      : {}
    if (logEntry.event === 'answered') log.answered({ ...line, ...watched })
    else log[levels[logEntry.event]](logEntry.event, { ...line, ...logEntry.reason, ...watched })
  }
  response.headers.set('X-Request-Id', logEntry.id)
  return response
}

interface LoggedRequest {
  readonly request: Request
  readonly connection?: Connection | undefined
  readonly call?: string
}

const levels: Readonly<Record<Exclude<RequestLogEntry['event'], 'answered'>, 'info' | 'error'>> = {
  refused: 'info',
  'database unavailable': 'error',
  failed: 'error',
}

/** Requests that every page or monitor makes. Only their failures are logged. */
const silentCalls: readonly string[] = ['file', 'health', 'config', 'schemas']

/** The statuses of refusals that may be caused by attacks. They are logged with user and network. */
const watchedStatuses: readonly number[] = [401, 403, 415, 429]

/**
 * Returns the path with an asterisk for a token, and for every segment that may be personal data.
 * Only numbers of up to eight digits, and short names without four digits in a row, are logged.
 * At most ten segments are logged.
 */
export const loggedPath = (path: string): string =>
  withoutToken(path)
    .split('/')
    .map((segment) =>
      segment === '' || /^[1-9]\d{0,7}$/.test(segment) || (/^[\w.-]{1,40}$/.test(segment) && !/\d{4}/.test(segment))
        ? segment
        : '*',
    )
    .slice(0, 10)
    .join('/')

const withoutToken = (path: string): string => {
  const start = tokenPaths.find((candidate) => path.toLowerCase().startsWith(candidate))
  return start === undefined ? path : `${path.slice(0, start.length)}*`
}

/**
 * The paths of pages and calls that end in the token of a link, without the token.
 * Tokens are not logged, because everyone who reads one could use it.
 */
const tokenPaths: readonly string[] = [...publicPages, ...Object.values(extensions).map(({ path }) => apiBase + path)]
  .filter((path) => /\/:token$/i.test(path))
  .map((path) => path.slice(0, path.lastIndexOf('/') + 1).toLowerCase())

/** Returns a log that adds the id of the request to each line. */
export const logWithRequestId = (log: Log, { id }: RequestLogEntry): Log => ({
  info: (event, details) => log.info(event, { request: id, ...details }),
  warn: (event, details) => log.warn(event, { request: id, ...details }),
  error: (event, details) => log.error(event, { request: id, ...details }),
  answered: log.answered,
  problem: log.problem,
})

/**
 * Returns the user that was entered in a sign-in form, for the log; undefined if no valid uniform number was entered.
 */
export const enteredUser = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  const { UniformNo, UserId } = body as Readonly<Record<string, unknown>>
  if (typeof UniformNo !== 'string' || !/^\d{8}$/.test(UniformNo)) return undefined
  return typeof UserId === 'string' && hasUserIdFormat(UserId) ? userForLog(UniformNo, UserId) : UniformNo
}

// The id is short, because users read it out on the telephone.
const newRequestId = (): string => crypto.randomUUID().slice(0, 8).toUpperCase()
