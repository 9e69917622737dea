import { existsSync } from 'node:fs'
import { importsOf } from './imports'

const server = 'src/server/'

/**
 * The folders of the server from top to bottom, as src/README.md draws them.
 * A folder may import those below it.
 * Files outside any folder, such as `call.ts` and `ports.ts`, hold the types that all folders share.
 */
export const floors: readonly string[] = [
  'node',
  'demo',
  'http',
  'controllers',
  'overview',
  'saved-views',
  'reports',
  'downloads',
  'payments',
  'imports',
  'white-list',
  'accounts',
  'bills',
  'jobs',
  'records',
  'notices',
  'access',
  'security',
  'database',
]

/** An import of a file of another folder of the server. */
interface FolderImport {
  readonly file: string
  readonly target: string
  /** The folders of the file and of the target, to two levels. */
  readonly from: string
  readonly to: string
}

/**
 * Returns the pairs of folders of the server that import each other.
 * Folders count to two levels; files outside any folder, and a folder with one inside it, do not count.
 */
export const mutualFolders = (files: readonly string[]): readonly string[] => {
  const arrows = new Set(folderImports(files).map(({ from, to }) => `${from} ${to}`))
  return [...arrows].flatMap((arrow) => {
    const [from = '', to = ''] = arrow.split(' ')
    return from < to && arrows.has(`${to} ${from}`) ? [`${from} and ${to}`] : []
  })
}

/** Returns the imports of the server that lead from a floor to a higher one. */
export const upwardImports = (files: readonly string[]): readonly string[] => {
  const floorOf = (folder: string): number => floors.indexOf(folder.split('/')[0] ?? '')
  return folderImports(files).flatMap(({ file, target, from, to }) =>
    floorOf(from) > floorOf(to) ? [`${file} imports ${target}`] : [],
  )
}

const folderImports = (files: readonly string[]): readonly FolderImport[] =>
  files
    .filter((file) => file.startsWith(server))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith(server))
        .map((target) => ({ file, target, from: folderOf(file), to: folderOf(moduleFile(target)) })),
    )
    .filter(
      ({ from, to }) =>
        from !== to && from !== '' && to !== '' && !from.startsWith(`${to}/`) && !to.startsWith(`${from}/`),
    )

/** Returns the file of an imported module, whose path may be that of a folder with an index. */
const moduleFile = (target: string): string => (existsSync(`${target}.ts`) ? `${target}.ts` : `${target}/index.ts`)

const folderOf = (file: string): string => file.slice(server.length).split('/').slice(0, -1).slice(0, 2).join('/')
