import { modules } from '../../modules'
import { type Backend, openBackend } from './backend'
import { readyText } from './console-text'
import { OperatorError } from './operator-error'
import { checkedSettings } from './settings/settings'

/**
 * Keeps the backend of the previous load of this module, which must release the data folder before the next backend
 * opens it.
 */
const registry = globalThis as { portalBackend?: Promise<Backend> }

const previous = registry.portalBackend
const backend = reopen()
registry.portalBackend = backend

/** Responds to a request with the current code and schemas; errors in the code or the schemas are returned as text. */
export const fetch = async (request: Request): Promise<Response> => {
  try {
    return await (await backend).fetch(request)
  } catch (error) {
    return new Response(textOf(error), { status: 500 })
  }
}

/**
 * Prints the addresses and, in demo mode, the accounts once the backend is ready.
 * Prints nothing if the backend could not be opened.
 */
export const announce = async (url: string): Promise<void> => {
  const opened = await backend.catch(() => undefined)
  await opened?.servedAt(new URL(url).origin)
  if (opened) console.log(readyText(url, opened.demo))
}

/** Releases the data folder. */
export const close = async (): Promise<void> => (await backend.catch(() => undefined))?.close()

async function reopen(): Promise<Backend> {
  await (await previous?.catch(() => undefined))?.close()
  return openBackend(checkedSettings(process.env), modules, (line) => console.log(line))
}

backend.catch((error) => console.error(textOf(error)))

function textOf(error: unknown): string {
  return error instanceof OperatorError ? error.message : String(error instanceof Error ? error.stack : error)
}
