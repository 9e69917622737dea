import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const folder = resolve('node_modules/.cache/workers')
const loader = /(['"])\.\/worker-from-source\.mjs\1/

/** Bundles the server's worker threads once in a run, because compiling their source takes a third of the time in which each of them starts. */
export const bundledWorkers = (): Plugin => {
  const bundles = new Map<string, Promise<string>>()
  const bundleOf = (worker: string): Promise<string> => {
    const bundle = bundles.get(worker) ?? bundled(worker)
    bundles.set(worker, bundle)
    return bundle
  }
  return {
    name: 'bundled-workers',
    async transform(code, id) {
      if (!id.includes('/src/server/node/') || !loader.test(code)) return null
      return { code: code.replace(loader, JSON.stringify(await bundleOf(join(dirname(id), 'worker.ts')))), map: null }
    },
  }
}

/** Writes the bundle below the project's folder, where it finds its packages, and returns its address. Its name is its content: runs at the same time share it. */
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
  writeFileSync(file, output.code)
  return pathToFileURL(file).href
}
