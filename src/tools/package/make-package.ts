import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedPackages, type LockFile } from './installed-packages'

/** The number of npm packages in the folder that `makePackage` writes, and the size of the folder. */
interface PackageSize {
  readonly packageCount: number
  readonly megabytes: number
}

/** Copies the built portal into a folder, with the packages that its server imports. Replaces the folder. */
export const makePackage = (project: string, folder: string): PackageSize => {
  const inProject = (path: string): string => join(project, path)
  const readText = (path: string): string => readFileSync(inProject(path), 'utf8')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of ['dist/server', 'dist/site', 'schemas', 'LICENSE', 'NOTICE'])
    cpSync(inProject(path), join(folder, path), { recursive: true, filter: (file) => !/\/\.vite$|\.md$/.test(file) })
  cpSync(inProject('src/tools/admin/sample'), join(folder, 'sample'), { recursive: true })
  cpSync(inProject('src/tools/package/Dockerfile'), join(folder, 'Dockerfile'))

  const { name, version, license, engines, dependencies, scripts } = JSON.parse(readText('package.json'))
  const bundle = bundleText(inProject('dist/server'))
  const importedPackages = Object.keys(dependencies).filter((name) => isNamedInBundle(bundle, name))
  const lock: LockFile = JSON.parse(readText('package-lock.json'))
  const packages = installedPackages(lock, importedPackages, (path) => isFolder(inProject(path)))
  for (const path of packages)
    cpSync(inProject(path), join(folder, path), {
      recursive: true,
      filter: (file) => belongsToPackage(file, inProject(path)) && isNeededFile(file, bundle),
    })

  const commands = Object.fromEntries(
    ['start', 'admin', 'backup', 'restore'].map((command) => [command, scripts[command]]),
  )
  const versions = Object.fromEntries(
    importedPackages.map((name) => [name, lock.packages[`node_modules/${name}`]?.version]),
  )
  const content = {
    name,
    version,
    private: true,
    license,
    type: 'module',
    engines,
    scripts: commands,
    dependencies: versions,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
  return { packageCount: packages.length, megabytes: Math.round(sizeOf(folder) / 1_000_000) }
}

const bundleText = (folder: string): string =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')

/**
 * Checks whether the bundle imports or resolves a package, that is, whether a string of the bundle is the name of the
 * package or a path in it.
 */
export const isNamedInBundle = (bundle: string, name: string): boolean =>
  new RegExp(`["'\`]${name}(/[^"'\`]*)?["'\`]`).test(bundle)

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Checks whether a file in the folder of a package belongs to that package, not to another package inside the folder,
 * which is copied separately.
 */
const belongsToPackage = (file: string, folder: string): boolean =>
  !file
    .slice(folder.length + 1)
    .split('/')
    .includes('node_modules')

/**
 * Checks whether the server needs a file.
 * It does not need source maps, type declarations, or unused font weights, such as `700Bold`.
 */
const isNeededFile = (file: string, bundle: string): boolean => {
  if (/\.(map|d\.[mc]?ts)$/.test(file)) return false
  const [, weight] = /\/(\d00[A-Z]\w+)$/.exec(file) ?? []
  return weight === undefined || bundle.includes(weight)
}

const sizeOf = (path: string): number => {
  const stats = statSync(path)
  return stats.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stats.size
}
