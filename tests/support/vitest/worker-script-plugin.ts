import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** Serves MSW's own worker script to the component tests, so that the repository needs no copy of it. */
export const workerScriptPlugin = (): Plugin => ({
  name: 'msw-worker-script',
  configureServer(server) {
    server.middlewares.use('/mockServiceWorker.js', async (_, response) => {
      response.setHeader('Content-Type', 'text/javascript')
      response.end(await readFile('node_modules/msw/lib/mockServiceWorker.js'))
    })
  },
})
