import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const folder = resolve('node_modules/.cache/workers')
const workers = ['pglite', 'sheets', 'pdf'] as const
const loader = /(['"])\.\/worker-from-source\.mjs\1/

/**
 * Bundles the server's worker threads once per run, because compiling their source takes a third of the start time of
 * each thread.
 */
export const bundledWorkers = (): Plugin => {
  let bundles: Promise<string> | undefined
  return {
    name: 'bundled-workers',
    async transform(code, id) {
      if (!id.endsWith('/src/server/node/worker-thread.ts')) return null
      if (!loader.test(code)) this.error('It starts its threads in another way now; adapt this plugin.')
      bundles ??= bundledAddresses(dirname(id))
      return { code: code.replace(loader, `(${await bundles})[name]`), map: null }
    },
  }
}

/** Returns an object literal with the address of each bundle. */
const bundledAddresses = async (node: string): Promise<string> =>
  JSON.stringify(
    Object.fromEntries(
      await Promise.all(workers.map(async (name) => [name, await bundled(join(node, name, 'worker.ts'))])),
    ),
  )

/**
 * Writes the bundle below the project's folder, where it finds its packages, and returns its address.
 * Its name is a hash of its content, so parallel runs share it.
 */
const bundled = async (worker: string): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: { ssr: worker, write: false, target: 'node20', rolldownOptions: { output: { codeSplitting: false } } },
  })
  const [output] = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (output?.type !== 'chunk') throw new Error(`${worker} was not bundled.`)
  const file = join(folder, `${createHash('sha256').update(output.code).digest('hex').slice(0, 16)}.mjs`)
  mkdirSync(folder, { recursive: true })
  // Written under another name first: a thread that starts at this moment must not read an incomplete file.
  const partial = `${file}.${randomUUID()}`
  writeFileSync(partial, output.code)
  renameSync(partial, file)
  return pathToFileURL(file).href
}
