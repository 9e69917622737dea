import { getRequestListener } from '@hono/node-server'
import { isRunnableDevEnvironment, type Plugin } from 'vite'
import { isBackendPath } from '../../server/node/http/backend-paths.ts'

type DevBackend = typeof import('../../server/node/dev')

/** The path of the dev server's backend module, relative to the project root. */
export const backendModule = '/src/server/node/dev.ts'

/** Runs the backend inside the dev server. A change of its code or of a schema takes effect with the next request. */
export const backendPlugin = (): Plugin => ({
  name: 'portal-backend',
  apply: 'serve',
  configureServer(server) {
    const { ssr } = server.environments
    if (ssr === undefined || !isRunnableDevEnvironment(ssr))
      throw new Error('The dev server needs a runnable ssr environment.')
    const backend = (): Promise<DevBackend> => ssr.runner.import(backendModule)
    const listener = getRequestListener(async (request) => (await backend()).fetch(request))
    server.middlewares.use((request, response, next) => {
      if (isBackendPath(new URL(request.url ?? '/', 'http://localhost').pathname)) void listener(request, response)
      else next()
    })
    server.httpServer?.once('listening', () => {
      const address = server.httpServer?.address()
      if (typeof address !== 'object' || !address) return
      // An error in the code of the backend must not end the dev server. The next request shows the error again.
      void backend()
        .then((module) => module.announce(`http://localhost:${address.port}`))
        .catch((error: unknown) => server.config.logger.error(String(error)))
    })
    server.httpServer?.once('close', () => void backend().then((module) => module.close()))
  },
})
