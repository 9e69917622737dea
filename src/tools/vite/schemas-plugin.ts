import { join, resolve } from 'node:path'
import { type Plugin, runnerImport, type ViteDevServer } from 'vite'
import { backendModule } from './backend-plugin.ts'

const id = 'virtual:schemas'
const resolved = `\0${id}`

/**
 * Hands the schema files to the bundle as `virtual:schemas`: built, they are one file of data beside it, so that a page of a schema adds no
 * JavaScript. A mistake in one stops the build and shows in the dev overlay, all mistakes at once.
 */
export const schemasPlugin = (): Plugin => ({
  name: 'portal-schemas',
  resolveId: (source) => (source === id ? resolved : undefined),
  async load(source) {
    if (source !== resolved) return undefined
    // Read through Vite and not imported, so that the checks of the present code run, not those of the server's start.
    const { module } = await runnerImport<typeof import('./read-schemas')>(resolve('src/tools/vite/read-schemas.ts'))
    const { files, paths, report } = module.readSchemas()
    for (const path of paths) this.addWatchFile(path)
    if (report) this.error(report)
    const data = JSON.stringify(files.map(({ file, text }) => ({ file, text: forBrowser(text) })))
    if (this.environment.mode !== 'build') return `export default async () => ${data}`
    const asset = this.emitFile({ type: 'asset', name: 'schemas.json', source: data })
    return fetching(`import.meta.ROLLUP_FILE_URL_${asset}`)
  },
  configureServer(server) {
    const folder = resolve(process.env.SCHEMAS_DIR || 'schemas')
    server.watcher.add(folder)
    for (const event of ['add', 'change', 'unlink']) {
      server.watcher.on(event, (path: string) => {
        if (path.startsWith(folder)) reload(server)
      })
    }
  },
})

/** What did not arrive is asked for anew by whoever shows that. */
const fetching = (url: string): string => `export default async () => {
  const response = await fetch(${url})
  if (!response.ok) throw new Error('The schema files answered ' + response.status + '.')
  return response.json()
}`

/** Checked above; the browser needs no line breaks, and nothing that is said to editors and checks alone. */
const forBrowser = (text: string): string => {
  const { $schema: _, accepted: __, ...said } = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify(said)
}

/** Forgets the old schemas on both sides and shows the page anew. */
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
