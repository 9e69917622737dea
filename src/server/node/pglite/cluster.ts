import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { columnParsers } from '../../database/column-values'
import { syncFolder, syncTree } from '../files/atomic-write'
import { makeFolder, ownerOnly } from '../files/data-folder'

/** An open cluster on the disk. */
export interface Cluster {
  readonly pglite: PGlite
  readonly disk: DurableFS
}

/** Hears what the engine says on the side. */
type Listener = (line: string) => boolean

/** Opens the cluster in the folder, made first where there is none, and proves that what it commits is kept. */
export const openCluster = async (folder: string, onStderr: Listener): Promise<Cluster> => {
  refuseForeign(folder)
  if (!fs.existsSync(join(folder, 'PG_VERSION'))) await makeCluster(folder, onStderr)
  const cluster = await start(folder, onStderr)
  await proveSync(cluster)
  return cluster
}

/** Generation of PostgreSQL within PGlite; it reads no other's files. */
const generation = '18'

const refuseForeign = (folder: string): void => {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return
  const found = ['PG_VERSION', 'global/pg_control'].every((file) => fs.existsSync(join(folder, file)))
  if (!found) throw new Error('it is not a whole database: files that every database has are missing')
  const version = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== generation) throw new Error(`it was made by PostgreSQL ${version}, and this program reads PostgreSQL ${generation} alone`)
}

/** Made beside its place and moved there whole, so that a kill or a power cut meanwhile leaves either nothing or a database. */
const makeCluster = async (folder: string, onStderr: Listener): Promise<void> => {
  const half = `${folder}.half`
  fs.rmSync(half, { recursive: true, force: true })
  makeFolder(half)
  const { pglite } = await start(half, onStderr)
  await pglite.close()
  syncTree(half)
  fs.renameSync(half, folder)
  syncFolder(dirname(folder))
}

const start = async (folder: string, onStderr: Listener): Promise<Cluster> => {
  const disk = new DurableFS(folder)
  const pglite = await PGlite.create({ fs: disk, startParams, onStderr, parsers: { ...columnParsers } })
  return { pglite, disk }
}

// `-F` would switch fsync off again, and fdatasync, the usual method, never reaches the file system.
const startParams = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

/** Guards against a PGlite whose insides have changed: a database that only seems to keep its data must not start. */
const proveSync = async ({ pglite, disk }: Cluster): Promise<void> => {
  const { rows } = await pglite.query<{ fsync: string }>('show fsync')
  const before = disk.syncs
  // The smallest thing that is committed. A checkpoint would ask for the tables as well, and hide that nobody asks for the log.
  await pglite.exec("select pg_logical_emit_message(true, 'portal', 'start')")
  if (rows[0]?.fsync !== 'on' || disk.syncs === before) throw new Error('this version of PGlite does not write its data to the disk for certain')
}

/** A folder of the disk that keeps what PostgreSQL asks it to keep, for its owner alone: PGlite's own file system forgets every fsync, and lets everybody write. */
export class DurableFS extends NodeFS {
  /** How often the disk was asked. */
  syncs = 0
  /** Folders in which a name has come or gone since the disk was last asked. */
  readonly #changed = new Set<string>()

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const harden = (module: object) => this.#harden((module as { NODEFS: DiskFS }).NODEFS)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), harden] } }
  }

  #harden(disk: DiskFS): void {
    disk.stream_ops.fsync = ({ nfd }) => disk.tryFSOperation(() => this.#keep(nfd))
    // What has come or gone is part of what a commit promises; the names are kept together with the next file.
    const { mknod, rename, unlink, rmdir } = disk.node_ops
    const { doSetAttr } = disk
    const within = <Rest extends unknown[], Result>(work: (parent: DiskNode, ...rest: Rest) => Result) => {
      return (parent: DiskNode, ...rest: Rest): Result => {
        this.#changed.add(disk.realPath(parent))
        return work(parent, ...rest)
      }
    }
    disk.node_ops.mknod = within((parent, name, mode, device) => mknod(parent, name, closed(mode), device))
    disk.doSetAttr = (target, node, change, ...calls) =>
      doSetAttr(target, node, change.mode === undefined ? change : { ...change, mode: closed(change.mode) }, ...calls)
    disk.node_ops.unlink = within(unlink)
    disk.node_ops.rmdir = within(rmdir)
    disk.node_ops.rename = (node, parent, name) => {
      this.#changed.add(dirname(disk.realPath(node)))
      within(() => rename(node, parent, name))(parent)
    }
  }

  #keep(file: number): 0 {
    fs.fsyncSync(file)
    for (const folder of this.#changed) if (fs.existsSync(folder)) syncFolder(folder)
    this.#changed.clear()
    this.syncs++
    return 0
  }
}

const kindBits = 0o170000
const folderKind = 0o040000

/** The same kind of entry, for its owner alone. */
const closed = (mode: number): number => (mode & kindBits) | ((mode & kindBits) === folderKind ? ownerOnly.folder : ownerOnly.file)

/** The part of Emscripten's file system that is hardened here; PGlite's types do not speak of it, so its version is pinned. */
interface DiskFS {
  readonly realPath: (node: DiskNode) => string
  /** Changes what is noted of an entry beside its content; `calls` are the functions of `fs` for it. */
  doSetAttr(target: unknown, node: DiskNode, change: { readonly mode?: number }, ...calls: unknown[]): void
  readonly tryFSOperation: <T>(work: () => T) => T
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number }
  readonly node_ops: {
    mknod(parent: DiskNode, name: string, mode: number, device: number): unknown
    rename(node: DiskNode, parent: DiskNode, name: string): void
    unlink(parent: DiskNode, name: string): void
    rmdir(parent: DiskNode, name: string): void
  }
}

interface DiskNode {
  readonly name: string
}
