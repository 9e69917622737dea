import { basename, join, resolve } from 'node:path'
import { type Plugin, runnerImport, type ViteDevServer } from 'vite'
import { backendModule } from './backend-plugin.ts'

const id = 'virtual:schemas'
const resolved = `\0${id}`

/**
 * Writes the compiled schemas into the built site, for a host without the portal's server, and returns their address as `virtual:schemas`.
 * A mistake in a schema file stops the build and shows in the dev overlay, all mistakes at once.
 */
export const schemasPlugin = (): Plugin => ({
  name: 'portal-schemas',
  // The dev server reads them on demand: they change while it runs.
  config: async (_, { command }) => (command === 'build' ? { environments: { ssr: { define: { portalNames: await browserNames() } } } } : {}),
  resolveId: (source) => (source === id ? resolved : undefined),
  async load(source) {
    if (source !== resolved) return undefined
    const { files, schemas, report } = (await schemaModule()).readPortalSchemas(schemasFolder())
    for (const { file } of files) this.addWatchFile(join(schemasFolder(), basename(file)))
    if (report) this.error(report)
    // The dev server's backend serves them.
    if (this.environment.mode !== 'build') return `export default ''`
    const asset = this.emitFile({ type: 'asset', name: 'schemas.json', source: JSON.stringify(schemas.resources) })
    return `export default import.meta.ROLLUP_FILE_URL_${asset}`
  },
  configureServer(server) {
    const folder = schemasFolder()
    server.watcher.add(folder)
    for (const event of ['add', 'change', 'unlink']) {
      server.watcher.on(event, (path: string) => {
        if (path.startsWith(folder) && path.endsWith('.json')) reload(server)
      })
    }
  },
})

const schemasFolder = (): string => resolve(process.env.SCHEMAS_DIR || 'schemas')

/** Returns the icons and screens that schemas may use as JSON, for the schema checks of the built server. */
const browserNames = async (): Promise<string> => {
  const { icons, screens } = (await schemaModule()).knownNames()
  return JSON.stringify({ icons, screens })
}

/** Loads the module through Vite instead of importing it, so that the current code of the checks runs, not that of the server's start. */
const schemaModule = async () => (await runnerImport<typeof import('../portal-schemas')>(resolve('src/tools/portal-schemas.ts'))).module

/** Discards the old schemas on both sides and reloads the page. */
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
