import { Duplex } from 'node:stream'

/** A session of PGlite: takes messages of PostgreSQL's protocol and returns the engine's messages. */
export interface PGliteSession {
  exchange(messages: Uint8Array): Promise<Uint8Array>
}

/**
 * A stream to a PGlite with which `pg` speaks as with the socket of a server.
 * It sends each written part at once; the engine processes them in order.
 */
export class PGliteStream extends Duplex {
  #session: PGliteSession | undefined
  /**
   * Resolves when all answers so far were passed on.
   * The answers must have the order of the messages, also if the session resolves a later promise first.
   */
  #answered: Promise<unknown> = Promise.resolve()

  constructor(private readonly openSession: (stream: PGliteStream) => Promise<PGliteSession>) {
    super()
  }

  connect(): void {
    this.openSession(this).then(
      (session) => {
        this.#session = session
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
  }

  override _write(messages: Uint8Array, _: BufferEncoding, callback: () => void): void {
    this.#exchange([messages])
    callback()
  }

  override _writev(parts: readonly { readonly chunk: Uint8Array }[], callback: () => void): void {
    this.#exchange(parts.map(({ chunk }) => chunk))
    callback()
  }

  override _read(): void {}

  override _final(callback: () => void): void {
    this.push(null)
    callback()
  }

  // The functions of a socket that `pg` calls.
  setNoDelay(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  #exchange(parts: readonly Uint8Array[]): void {
    const answer = this.#session?.exchange(Buffer.concat(parts))
    this.#answered = Promise.all([answer, this.#answered]).then(
      ([messages]) => this.push(messages),
      (error: Error) => this.destroy(error),
    )
  }
}
