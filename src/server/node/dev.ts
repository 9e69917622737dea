import { type Backend, openBackend } from './backend'
import { OperatorError } from './operator-error'
import { checkedSettings } from './settings/settings'

/** The backend of the module before this one: it must leave the data folder before this one enters. */
const keeper = globalThis as { portalBackend?: Promise<Backend> }

const before = keeper.portalBackend
const backend = reopen()
keeper.portalBackend = backend

/** Answers a request to the backend that the present code and schemas make; a mistake in them is answered as text. */
export const answer = async (request: Request): Promise<Response> => {
  try {
    return await (await backend).answer(request)
  } catch (error) {
    return new Response(sentence(error), { status: 500 })
  }
}

/** Leaves the data folder. */
export const close = async (): Promise<void> => (await backend.catch(() => undefined))?.close()

async function reopen(): Promise<Backend> {
  await (await before?.catch(() => undefined))?.close()
  return openBackend(checkedSettings(process.env), (line) => console.log(line))
}

backend.catch((error) => console.error(sentence(error)))

function sentence(error: unknown): string {
  return error instanceof OperatorError ? error.message : String(error instanceof Error ? error.stack : error)
}
