import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Modules, moduleSet, type NamedModule } from '../server/module'

/** The folders of the modules of controllers that belong to no resource, and of kinds of bank files. */
const serverFolders = ['src/server/controllers', 'src/server/payments/kinds']

/** Returns the names of the resources that have a module. */
export const moduleNames = (): readonly string[] =>
  existsSync('resources') ? readdirSync('resources').filter((name) => existsSync(`resources/${name}/server.ts`)) : []

/** Returns the files of all modules, as `src/modules.ts` finds them in the build. */
export const moduleFiles = (): readonly string[] => [
  ...moduleNames().map((name) => `resources/${name}/server.ts`),
  ...serverFolders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  ),
]

/** Loads all modules from their files, for tools that run without Vite. */
export const loadModules = async (): Promise<Modules> =>
  moduleSet(
    await Promise.all(
      moduleFiles().map(async (file) => {
        const { default: module } = (await import(pathToFileURL(resolve(file)).href)) as {
          readonly default: NamedModule
        }
        return { ...module, file }
      }),
    ),
  )
