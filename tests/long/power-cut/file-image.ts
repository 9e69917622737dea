/** Disks write in pages of this size; a larger write may be torn between them. */
const pageBytes = 4096

/** A file's content as it grows. */
export class FileImage {
  #bytes: Buffer
  #size: number

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#size = bytes.length
  }

  get content(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  /** Writes page by page, as far as each is kept. */
  write(at: number, bytes: Buffer, keep: () => boolean): void {
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + pageBytes - ((at + from) % pageBytes))
      if (keep()) this.#put(at + from, bytes.subarray(from, to))
      from = to
    }
  }

  truncate(size: number): void {
    this.#reserve(size)
    if (size > this.#size) this.#bytes.fill(0, this.#size, size)
    this.#size = size
  }

  #put(at: number, bytes: Buffer): void {
    if (at + bytes.length > this.#size) this.truncate(at + bytes.length)
    bytes.copy(this.#bytes, at)
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return
    const grown = Buffer.alloc(Math.max(size, this.#bytes.length * 2))
    this.#bytes.copy(grown, 0, 0, this.#size)
    this.#bytes = grown
  }
}
