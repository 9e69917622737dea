/** The properties of package-lock.json that list the dependencies of each package. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/**
 * Returns the folders in which npm installed the named packages and all their dependencies.
 * Optional dependencies are included only if they are installed.
 */
export const installedPackages = (
  { packages }: LockFile,
  names: readonly string[],
  isInstalled: (path: string) => boolean,
): readonly string[] => {
  const folders = new Set<string>()
  const add = (name: string, from: string, isOptional: boolean): void => {
    const path = candidatePaths(name, from).find((candidate) => candidate in packages && isInstalled(candidate))
    if (path === undefined && !isOptional)
      throw new Error(`${name}, which ${from || 'the server'} needs, is not installed. Run: npm ci`)
    if (path === undefined || folders.has(path)) return
    folders.add(path)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path] ?? {}
    for (const dependency of Object.keys(dependencies)) add(dependency, path, false)
    for (const dependency of Object.keys(optionalDependencies)) add(dependency, path, true)
    for (const dependency of Object.keys(peerDependencies))
      if (!peerDependenciesMeta[dependency]?.optional) add(dependency, path, false)
  }
  for (const name of names) add(name, '', false)
  return [...folders].sort()
}

/**
 * Returns the folders in which Node looks for a package that the package in the folder `from` imports, the nearest
 * first.
 */
const candidatePaths = (name: string, from: string): readonly string[] => {
  const outer = from.split('/node_modules/').slice(0, -1)
  const parents =
    from === '' ? [] : [from, ...outer.map((_, index) => outer.slice(0, outer.length - index).join('/node_modules/'))]
  return [...parents.map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`]
}
