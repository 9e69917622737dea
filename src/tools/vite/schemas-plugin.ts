import { join, relative, resolve } from 'node:path'
import { type Plugin, runnerImport, type ViteDevServer } from 'vite'
import type { Resource } from '../../schema/language/resource'
import { backendModule } from './backend-plugin.ts'

const id = 'virtual:schemas'
// By convention, \0 in an id prevents other plugins from processing the module.
const resolvedId = `\0${id}`

/** The structure of the schemas that open pages show, or will show when they have reloaded. */
let shownStructure = ''

/**
 * Writes the compiled schemas into the built site, for a host without the portal's server, and returns their address as
 * `virtual:schemas`.
 * In development the address is empty, because the backend serves the schemas.
 * Mistakes in schema files stop the build and appear in the dev overlay, all at once.
 */
export const schemasPlugin = (): Plugin => ({
  name: 'portal-schemas',
  // A build gets the names of icons and screens as a constant.
  // The dev server reads them on demand, because they can change while it runs.
  config: async (_, { command }) =>
    command === 'build' ? { environments: { ssr: { define: { portalNames: await portalNamesJson() } } } } : {},
  resolveId: (source) => (source === id ? resolvedId : undefined),
  async load(source) {
    if (source !== resolvedId) return undefined
    const { files, screenFiles, schemas, mistakesText } = (await schemaModule()).readSchemas(schemasFolder())
    for (const { file } of files) this.addWatchFile(join(schemasFolder(), relative('schemas', file)))
    for (const file of screenFiles) this.addWatchFile(resolve(file))
    if (mistakesText) this.error(mistakesText)
    if (this.environment.mode !== 'build') {
      shownStructure = structureOf(schemas.resources)
      return `export default ''`
    }
    const asset = this.emitFile({ type: 'asset', name: 'schemas.json', source: JSON.stringify(schemas.resources) })
    return `export default import.meta.ROLLUP_FILE_URL_${asset}`
  },
  // Disables Vite's own update for schema files, because the watcher below updates open pages.
  hotUpdate: ({ file }) => (isSchemaFile(file) ? [] : undefined),
  configureServer(server) {
    server.watcher.add(schemasFolder())
    const update = async (path: string) => {
      invalidateSchemas(server)
      if (isSlipTemplate(path)) return server.ws.send({ type: 'custom', event: slipsEvent })
      const { schemas, mistakesText } = (await schemaModule()).readSchemas(schemasFolder())
      const structure = mistakesText ? '' : structureOf(schemas.resources)
      const hasOnlyTextChanges = !mistakesText && structure === shownStructure
      // The watcher may report a copied file twice.
      // The second report must not reload a page that has reloaded after the first.
      shownStructure = structure
      server.ws.send(hasOnlyTextChanges ? { type: 'custom', event: textsEvent } : { type: 'full-reload' })
    }
    let updates = Promise.resolve()
    for (const event of ['add', 'change', 'unlink']) {
      server.watcher.on(event, (path: string) => {
        if (isSchemaFile(path))
          updates = updates
            .then(() => update(path))
            .catch((error: unknown) => server.config.logger.error(String(error)))
      })
    }
  },
})

/**
 * The event that notifies open pages that only texts of the schemas, or layouts of bank files, have changed. main.tsx
 * listens to it.
 */
const textsEvent = 'portal:texts'

/** The event that notifies the page of slip-preview-plugin.ts that a template of slips has changed. */
export const slipsEvent = 'portal:slips'

const isSlipTemplate = (path: string): boolean => resolve(path).startsWith(join(schemasFolder(), 'slips'))

const isSchemaFile = (path: string): boolean => resolve(path).startsWith(schemasFolder()) && path.endsWith('.json')

const schemasFolder = (): string => resolve(process.env.SCHEMAS_DIR || 'schemas')

/**
 * Returns the names of the icons and screens that schemas may use, as JSON for the schema checks of the built server.
 */
const portalNamesJson = async (): Promise<string> => {
  const { browserNames } = await schemaModule()
  return JSON.stringify(browserNames())
}

/**
 * Loads checked-schemas.ts through Vite instead of importing it, so that the dev server checks with the current code
 * rather than the code with which it started.
 */
const schemaModule = async () =>
  (await runnerImport<typeof import('./checked-schemas')>(resolve('src/tools/vite/checked-schemas.ts'))).module

/** Invalidates the modules of the browser and the server that contain the old schemas. */
const invalidateSchemas = ({ environments: { client, ssr }, config }: ViteDevServer) => {
  for (const { moduleGraph } of [client, ssr]) {
    for (const name of [resolvedId, join(config.root, backendModule)]) {
      const module = moduleGraph.getModuleById(name)
      if (module) moduleGraph.invalidateModule(module)
    }
  }
}

/** Returns the compiled schemas as JSON without texts for users. If two results are equal, only texts have changed. */
const structureOf = (resources: readonly Resource[]): string => JSON.stringify(resources, withoutText)

const textKeys: readonly string[] = [
  'label',
  'help',
  'noun',
  'unit',
  'title',
  'message',
  'patternText',
  'text',
  'confirm',
  'success',
  'failure',
]

// Options are pairs of a code and its text.
const withoutText = (key: string, value: unknown): unknown => {
  if (textKeys.includes(key)) return undefined
  return key === 'options' && Array.isArray(value)
    ? value.map((option: unknown) => (Array.isArray(option) ? option[0] : option))
    : value
}
