import { join, resolve } from 'node:path'
import { type Plugin, runnerImport, type ViteDevServer } from 'vite'
import { backendModule } from './backend-plugin.ts'

const id = 'virtual:schemas'
const resolved = `\0${id}`

/**
 * Writes the compiled schemas beside the built site, for a host without the portal's server, and returns their address as `virtual:schemas`.
 * A mistake in a schema file stops the build and shows in the dev overlay, all mistakes at once.
 */
export const schemasPlugin = (): Plugin => ({
  name: 'portal-schemas',
  // The dev server reads them when it needs them: they change while it runs.
  config: async (_, { command }) =>
    command === 'build' ? { environments: { ssr: { define: { portalNames: JSON.stringify((await present()).browserNames()) } } } } : {},
  resolveId: (source) => (source === id ? resolved : undefined),
  async load(source) {
    if (source !== resolved) return undefined
    const { resources, paths, report } = (await present()).readSchemas()
    for (const path of paths) this.addWatchFile(path)
    if (report) this.error(report)
    // The dev server's backend serves them.
    if (this.environment.mode !== 'build') return `export default ''`
    const asset = this.emitFile({ type: 'asset', name: 'schemas.json', source: JSON.stringify(resources) })
    return `export default import.meta.ROLLUP_FILE_URL_${asset}`
  },
  configureServer(server) {
    const folder = resolve(process.env.SCHEMAS_DIR || 'schemas')
    server.watcher.add(folder)
    for (const event of ['add', 'change', 'unlink']) {
      server.watcher.on(event, (path: string) => {
        if (path.startsWith(folder) && path.endsWith('.json')) reload(server)
      })
    }
  },
})

/** Read through Vite and not imported, so that the checks of the present code run, not those of the server's start. */
const present = async () => (await runnerImport<typeof import('./read-schemas')>(resolve('src/tools/vite/read-schemas.ts'))).module

/** Clears the old schemas on both sides and loads the page again. */
const reload = (server: ViteDevServer) => {
  const { client, ssr } = server.environments
  for (const { moduleGraph } of [client, ssr]) {
    for (const name of [resolved, join(server.config.root, backendModule)]) {
      const module = moduleGraph.getModuleById(name)
      if (module) moduleGraph.invalidateModule(module)
    }
  }
  server.ws.send({ type: 'full-reload' })
}
