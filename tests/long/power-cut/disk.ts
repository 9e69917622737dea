import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { FileImage } from './file-image'
import { type DiskEvent, filesBelow } from './recorder'

/** How a power cut affects unsynced writes. */
export interface Cut {
  /** Number of the last event before the power cut. */
  readonly at: number
  /**
   * Decides for every unsynced page of 4 KiB, and for every unsynced name, whether it is kept.
   * Null keeps everything up to `until` and nothing after it.
   */
  readonly keep: (() => boolean) | null
  readonly until: number
}

type NameEvent = Extract<DiskEvent, { readonly path: string }>

interface OpenFile {
  readonly image: FileImage
  pending: DiskEvent[]
}

/** A possible state of a disk after a cut: synced writes are kept, all others at random. */
export class Disk {
  readonly #names: Map<string, number>
  readonly #folders = new Set<string>()
  readonly #gone = new Set<string>()
  readonly #files = new Map<number, OpenFile>()
  readonly #pendingNames = new Map<string, NameEvent[]>()

  constructor(
    readonly folder: string,
    readonly base: string,
    files: ReadonlyMap<string, number>,
  ) {
    this.#names = new Map(files)
    this.#paths = new Map([...files].map(([path, file]) => [file, path]))
  }
  readonly #paths: ReadonlyMap<number, string>

  /** Replays the events and cuts the power. */
  play(events: readonly DiskEvent[], { at, keep, until }: Cut): void {
    for (const event of events.slice(0, (keep ? at : until) + 1)) this.#take(event)
    for (const file of this.#files.values()) this.#flush(file, keep ?? always)
    for (const [folder, pending] of this.#pendingNames) {
      // A journal keeps names in their order: some of the last may be missing, none in between.
      const lost = pending.findIndex(() => keep !== null && !keep())
      this.#flushNames(folder, lost === -1 ? pending.length : lost)
    }
  }

  /** Writes that state to a folder, starting with the state before the events. */
  writeTo(target: string): void {
    cpSync(this.base, target, { recursive: true })
    const place = (path: string) => target + path.slice(this.folder.length)
    for (const path of this.#folders) mkdirSync(place(path), { recursive: true })
    for (const path of filesBelow(target)) if (!this.#names.has(this.folder + path.slice(target.length))) rmSync(path)
    for (const path of this.#gone) rmSync(place(path), { recursive: true, force: true })
    for (const [path, number] of this.#names) {
      const file = this.#files.get(number)
      const moved = this.#paths.get(number) !== path
      if (!file && !moved) continue
      mkdirSync(dirname(place(path)), { recursive: true })
      writeFileSync(place(path), (file ?? this.#open(number)).image.content, { mode: 0o600 })
    }
  }

  #take(event: DiskEvent): void {
    switch (event.kind) {
      case 'acknowledged':
        return
      case 'write':
      case 'truncate':
        this.#open(event.file).pending.push(event)
        return
      case 'fsync':
        this.#flush(this.#open(event.file), always)
        return
      case 'fsyncFolder':
        this.#flushNames(event.path, Number.POSITIVE_INFINITY)
        return
      default:
        this.#pendingNames.set(dirname(event.path), [...(this.#pendingNames.get(dirname(event.path)) ?? []), event])
    }
  }

  #open(file: number): OpenFile {
    const known = this.#files.get(file)
    if (known) return known
    const path = this.#paths.get(file)
    const opened = {
      image: new FileImage(path ? readFileSync(this.base + path.slice(this.folder.length)) : Buffer.alloc(0)),
      pending: [],
    }
    this.#files.set(file, opened)
    return opened
  }

  #flush(file: OpenFile, keep: () => boolean): void {
    for (const event of file.pending) {
      if (event.kind === 'truncate' && keep()) file.image.truncate(event.size)
      if (event.kind === 'write') file.image.write(event.at, event.bytes, keep)
    }
    file.pending = []
  }

  #flushNames(folder: string, count: number): void {
    for (const event of (this.#pendingNames.get(folder) ?? []).slice(0, count)) this.#rename(event)
    this.#pendingNames.delete(folder)
  }

  #rename(event: NameEvent): void {
    if (event.kind === 'create') this.#names.set(event.path, event.file)
    else if (event.kind === 'mkdir') this.#folders.add(event.path)
    else if (event.kind === 'rmdir') this.#gone.add(event.path)
    else if (event.kind === 'unlink') this.#names.delete(event.path)
    else if (event.kind === 'rename' || event.kind === 'link') {
      const file = this.#names.get(event.path)
      if (file !== undefined) this.#names.set(event.to, file)
      if (event.kind === 'rename') this.#names.delete(event.path)
    }
  }
}

const always = (): boolean => true
