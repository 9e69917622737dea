import { Worker } from 'node:worker_threads'

/** Starts a worker thread: `<name>/worker.ts` when run from source, a bundle beside the main one in the built server. */
export const startWorker = (name: 'pglite' | 'sheets', workerData: object = {}): Worker => {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? './worker-from-source.mjs' : `./${name}-worker.js`
  return new Worker(new URL(file, import.meta.url), { workerData: isSource ? { ...workerData, script: `./${name}/worker.ts` } : workerData })
}
