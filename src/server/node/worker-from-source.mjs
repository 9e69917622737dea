// Node 20 does not pass `--import tsx` on to a worker, so under vitest and the dev server the worker registers tsx
// itself.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.script)
