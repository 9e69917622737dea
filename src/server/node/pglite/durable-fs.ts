import fs from 'node:fs'
import { dirname } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { ownerOnly } from '../files/data-folder'
import { syncFolder } from '../sync-tree'

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
