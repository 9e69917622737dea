import { Worker } from 'node:worker_threads'
import type { WorkerMessage } from './worker-requests'

/** A thread that handles requests. */
export interface WorkerThread<Request, Result> {
  /** Returns the result; rejects if the request fails or the thread ends. */
  send(request: Request): Promise<Result>
  /**
   * Ends the thread and waits until it has released its files.
   * `reason` is a clause that completes a message such as 'The sheet cannot be read: '.
   */
  end(reason: string): Promise<unknown>
}

interface WorkerOptions<Failure> {
  /** Returns the error of a failed request. */
  errorOf(failure: Failure): Error
  /**
   * Called once at the end of the thread; returns the error with which all pending requests are rejected.
   * `terminated` resolves when the thread has released its files.
   */
  onEnd(reason: string, terminated: Promise<unknown>): Error
  /** Whether the thread keeps the process alive even if no request is pending. */
  readonly keepsAlive: boolean
  /** Maximum size of the heap for new objects in MB; undefined = Node's default. */
  readonly newObjectsMb?: number
}

interface PendingRequest<Result> {
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/**
 * Returns a function that returns a thread, and starts it first if it is not running.
 * The thread does not keep the process alive.
 * If it ends, such as for lack of memory, its requests fail with a message that begins with `failureText`, and the next
 * call starts another thread.
 */
export const workerOnDemand = <Request, Result, Failure>(
  name: 'sheets' | 'pdf',
  failureText: string,
  errorOf: (failure: Failure) => Error,
): (() => WorkerThread<Request, Result>) => {
  let worker: WorkerThread<Request, Result> | undefined
  const onEnd = (reason: string): Error => {
    worker = undefined
    return new Error(`${failureText}: ${reason}.`)
  }
  return () => {
    worker ??= startWorker<Request, Result, Failure>(name, { errorOf, onEnd, keepsAlive: false })
    return worker
  }
}

/**
 * Starts a worker thread: `<name>/worker.ts` when run from source, a bundle next to the main one in the built server.
 */
export const startWorker = <Request, Result, Failure>(
  name: 'pglite' | 'sheets' | 'pdf',
  { errorOf, onEnd, keepsAlive, newObjectsMb }: WorkerOptions<Failure>,
): WorkerThread<Request, Result> => {
  const file = import.meta.url.endsWith('.ts') ? './worker-from-source.mjs' : `./${name}-worker.js`
  const resourceLimits = newObjectsMb === undefined ? {} : { maxYoungGenerationSizeMb: newObjectsMb }
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: { script: `./${name}/worker.ts` },
    resourceLimits,
  })
  const pending = new Map<number, PendingRequest<Result>>()
  let lastId = 0
  let ended: { readonly error: Error; readonly terminated: Promise<unknown> } | undefined

  const end = (reason: string): Promise<unknown> => {
    if (ended) return ended.terminated
    const terminated = worker.terminate()
    ended = { error: onEnd(reason, terminated), terminated }
    for (const { reject } of pending.values()) reject(ended.error)
    pending.clear()
    return terminated
  }

  worker.on('message', (message: WorkerMessage<Result, Failure>) => {
    if ('crash' in message) return void end(message.crash)
    const request = pending.get(message.id)
    pending.delete(message.id)
    if (pending.size === 0 && !keepsAlive) worker.unref()
    if ('result' in message) request?.resolve(message.result)
    else request?.reject(errorOf(message.failure))
  })
  worker.on('error', (error) => end(error.message))
  worker.on('exit', () => end('its worker thread has ended'))

  const send = (request: Request): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended.error)
      const id = ++lastId
      pending.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, request })
    })
  return { send, end }
}
