import fs from 'node:fs'

/** The events of the disk in order, and the results that the program got. A file keeps its number under every name. */
export type DiskEvent =
  | { readonly kind: 'create'; readonly path: string; readonly file: number }
  | { readonly kind: 'write'; readonly file: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: number; readonly size: number }
  | { readonly kind: 'mkdir' | 'unlink' | 'rmdir'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'fsync'; readonly file: number }
  | { readonly kind: 'fsyncFolder'; readonly path: string }
  | { readonly kind: 'acknowledged'; readonly batch: number }

/** A record of a folder's disk: its events, and the number of each initial file. */
export interface Recording {
  readonly events: DiskEvent[]
  readonly files: ReadonlyMap<string, number>
  stop(): void
}

/** Records every change below the folder. The calls still reach the disk. */
export const record = (folder: string): Recording => {
  const real = { ...fs }
  const events: DiskEvent[] = []
  const files = new Map<string, number>()
  let last = 0
  const numberOf = (path: string): number => {
    const known = files.get(path)
    if (known !== undefined) return known
    files.set(path, ++last)
    return last
  }
  for (const path of filesBelow(folder)) numberOf(path)
  const before = new Map(files)
  const opened = new Map<number, { readonly path: string; readonly file: number | null }>()
  const ours = (path: unknown): path is string => typeof path === 'string' && path.startsWith(folder)
  const created = (path: string): void => {
    if (!files.has(path)) events.push({ kind: 'create', path, file: numberOf(path) })
  }
  const synced = (handle: number): void => {
    const target = opened.get(handle)
    if (target)
      events.push(
        target.file === null ? { kind: 'fsyncFolder', path: target.path } : { kind: 'fsync', file: target.file },
      )
  }

  const patch: Partial<typeof fs> = {
    openSync: (path, flags, mode) => {
      const existed = ours(path) && real.existsSync(path)
      const handle = real.openSync(path, flags, mode)
      if (!ours(path)) return handle
      const folderOpened = real.fstatSync(handle).isDirectory()
      if (!folderOpened && !existed) created(path)
      opened.set(handle, { path, file: folderOpened ? null : numberOf(path) })
      if (existed && typeof flags === 'number' && flags & real.constants.O_TRUNC)
        events.push({ kind: 'truncate', file: numberOf(path), size: 0 })
      return handle
    },
    closeSync: (handle) => {
      opened.delete(handle)
      real.closeSync(handle)
    },
    writeSync: ((handle: number, bytes: Buffer, offset: number, length: number, position: number | null) => {
      const written = real.writeSync(handle, bytes, offset, length, position)
      const file = opened.get(handle)?.file
      if (typeof file !== 'number') return written
      if (typeof position !== 'number') throw new Error('A write without a place cannot be recorded.')
      events.push({ kind: 'write', file, at: position, bytes: Buffer.from(bytes.subarray(offset, offset + written)) })
      return written
    }) as typeof fs.writeSync,
    writeFileSync: (path, data, options) => {
      if (ours(path)) {
        if (data.toString() !== '') throw new Error('Only empty files are expected to be made at one stroke.')
        created(path)
      }
      real.writeFileSync(path, data, options)
    },
    ftruncateSync: (handle, size) => {
      real.ftruncateSync(handle, size)
      const file = opened.get(handle)?.file
      if (typeof file === 'number') events.push({ kind: 'truncate', file, size: size ?? 0 })
    },
    truncateSync: (path, size) => {
      real.truncateSync(path, size)
      if (ours(path)) events.push({ kind: 'truncate', file: numberOf(path), size: size ?? 0 })
    },
    fsyncSync: (handle) => {
      real.fsyncSync(handle)
      synced(handle)
    },
    // It syncs the size of a file as well, but no time stamps, which nobody reads.
    fdatasyncSync: (handle) => {
      real.fdatasyncSync(handle)
      synced(handle)
    },
    mkdirSync: ((path: string, options?: fs.Mode) => {
      real.mkdirSync(path, options)
      if (ours(path)) events.push({ kind: 'mkdir', path })
    }) as typeof fs.mkdirSync,
    renameSync: (path, to) => {
      real.renameSync(path, to)
      if (!ours(path) || !ours(to)) return
      events.push({ kind: 'rename', path, to })
      files.set(to, numberOf(path))
      files.delete(path)
    },
    linkSync: (path, to) => {
      real.linkSync(path, to)
      if (!ours(path) || !ours(to)) return
      events.push({ kind: 'link', path, to })
      files.set(to, numberOf(path))
    },
    unlinkSync: (path) => {
      real.unlinkSync(path)
      if (!ours(path)) return
      events.push({ kind: 'unlink', path })
      files.delete(path)
    },
    rmdirSync: (path) => {
      real.rmdirSync(path)
      if (ours(path)) events.push({ kind: 'rmdir', path })
    },
  }
  Object.assign(fs, patch)
  const former = Object.fromEntries(Object.keys(patch).map((name) => [name, real[name as keyof typeof real]]))
  return { events, files: before, stop: () => void Object.assign(fs, former) }
}

/** Returns the files below a folder, by their full paths. */
export const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
