import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncPath, syncTree } from '../files/atomic-write'
import { makeFolder, ownerOnly } from '../files/data-folder'

/**
 * An open database cluster (PostgreSQL's word for a folder of databases), and the file system that writes the folder.
 */
export interface Cluster {
  readonly pglite: PGlite
  readonly disk: DurableFS
}

/** Receives the messages of the engine; returns whether it handled them. */
type Listener = (line: string) => boolean

/** Opens the cluster in the folder, creates it if there is none, and verifies that commits reach the disk. */
export const openCluster = async (folder: string, onStderr: Listener): Promise<Cluster> => {
  await ensureCluster(folder, onStderr)
  const cluster = await startCluster(folder, onStderr)
  await verifySync(cluster)
  return cluster
}

/** Creates the cluster in the folder if there is none. */
export const ensureCluster = async (folder: string, onStderr: Listener): Promise<void> => {
  requireDatabaseFolder(folder)
  if (!hasCluster(folder)) await createCluster(folder, onStderr)
}

/** Returns whether the folder has a cluster. */
export const hasCluster = (folder: string): boolean => fs.existsSync(join(folder, 'PG_VERSION'))

/** Version of PostgreSQL in PGlite, which cannot read the files of other versions. */
const postgresVersion = '18'

const requireDatabaseFolder = (folder: string): void => {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return
  const isDatabase = ['PG_VERSION', 'global/pg_control'].every((file) => fs.existsSync(join(folder, file)))
  if (!isDatabase) throw new Error('it is not a complete database: required files are missing')
  const version = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== postgresVersion)
    throw new Error(
      `it was written by PostgreSQL ${version}, and this program can only read PostgreSQL ${postgresVersion}`,
    )
}

/**
 * Creates the cluster under another name and then renames it, so that a kill or a power cut never leaves an incomplete
 * database.
 */
const createCluster = async (folder: string, onStderr: Listener): Promise<void> => {
  const partialFolder = `${folder}.half`
  fs.rmSync(partialFolder, { recursive: true, force: true })
  makeFolder(partialFolder)
  const { pglite } = await startCluster(partialFolder, onStderr)
  await pglite.close()
  syncTree(partialFolder)
  fs.renameSync(partialFolder, folder)
  syncPath(dirname(folder))
}

const startCluster = async (folder: string, onStderr: Listener): Promise<Cluster> => {
  const disk = new DurableFS(folder)
  const pglite = await PGlite.create({ fs: disk, startParams, onStderr })
  return { pglite, disk }
}

const startParams = [
  // `-F` would switch fsync off.
  // The default method fdatasync is not used, because PGlite does not pass it on to the file system.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  // A quarter of the default of 128 MB, because the buffers count as memory of the portal, and the operating system
  // caches the files as well.
  // Not less, because with 16 MB, filling a table takes a fifth more processor time.
  ...['-c', 'shared_buffers=32MB'],
  // With the default `mmap`, all shared memory is filled with zeros at the start, so that even unused buffers take
  // memory.
  ...['-c', 'shared_memory_type=sysv'],
]

/** Throws if this PGlite does not write commits to the disk, for example because its internals have changed. */
const verifySync = async ({ pglite, disk }: Cluster): Promise<void> => {
  const { rows } = await pglite.query<{ fsync: string }>('show fsync')
  const before = disk.syncs
  // The smallest possible commit. A checkpoint would also sync the tables, and so hide that the log is not synced.
  await pglite.exec("select pg_logical_emit_message(true, 'portal', 'start')")
  if (rows[0]?.fsync !== 'on' || disk.syncs === before)
    throw new Error('this version of PGlite does not reliably write its data to the disk')
}

/**
 * A folder on disk with fsync and owner-only access: PGlite's own file system ignores fsync and creates files that
 * everyone may write to.
 */
export class DurableFS extends NodeFS {
  /** Number of syncs so far. */
  syncs = 0
  /** Folders in which names were added or removed since the last sync. */
  readonly #changedFolders = new Set<string>()

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const secureFileSystem = (module: object) => this.#secureFileSystem((module as { NODEFS: DiskFS }).NODEFS)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), secureFileSystem] } }
  }

  #secureFileSystem(disk: DiskFS): void {
    disk.stream_ops.fsync = ({ nfd }) => disk.tryFSOperation(() => this.#sync(nfd))
    // Added and removed file names must be durable after a commit, so their folders are synced together with the next
    // file.
    const { mknod, rename, unlink, rmdir } = disk.node_ops
    const { doSetAttr } = disk
    /** Returns an operation that does the same and also adds its folder to `#changedFolders`. */
    const withRecordedChange = <Rest extends unknown[], Result>(work: (parent: DiskNode, ...rest: Rest) => Result) => {
      return (parent: DiskNode, ...rest: Rest): Result => {
        this.#changedFolders.add(disk.realPath(parent))
        return work(parent, ...rest)
      }
    }
    disk.node_ops.mknod = withRecordedChange((parent, name, mode, device) =>
      mknod(parent, name, ownerOnlyMode(mode), device),
    )
    disk.doSetAttr = (target, node, change, ...calls) =>
      doSetAttr(
        target,
        node,
        change.mode === undefined ? change : { ...change, mode: ownerOnlyMode(change.mode) },
        ...calls,
      )
    disk.node_ops.unlink = withRecordedChange(unlink)
    disk.node_ops.rmdir = withRecordedChange(rmdir)
    disk.node_ops.rename = (node, parent, name) => {
      this.#changedFolders.add(dirname(disk.realPath(node)))
      withRecordedChange(() => rename(node, parent, name))(parent)
    }
  }

  #sync(file: number): 0 {
    // Like PostgreSQL's fdatasync, does not sync the time stamps of the file.
    // Nothing else about the file changes, because the log overwrites segments of a fixed size.
    fs.fdatasyncSync(file)
    for (const folder of this.#changedFolders) if (fs.existsSync(folder)) syncPath(folder)
    this.#changedFolders.clear()
    this.syncs++
    return 0
  }
}

// The bits of a mode that contain the kind of the entry, and the value for a folder.
const kindBits = 0o170000
const folderKind = 0o040000

/** Returns the mode for an entry of the same kind (file or folder) that only its owner can access. */
const ownerOnlyMode = (mode: number): number =>
  (mode & kindBits) | ((mode & kindBits) === folderKind ? ownerOnly.folder : ownerOnly.file)

/**
 * The part of Emscripten's file system that `DurableFS` uses or replaces.
 * PGlite's types do not contain it, so the version of PGlite is pinned.
 */
interface DiskFS {
  readonly realPath: (node: DiskNode) => string
  /** Changes the attributes of an entry; `calls` are the functions of `fs` that make the change. */
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
