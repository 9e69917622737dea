// Node 20 does not hand `--import tsx` on to a worker, so under vitest and the dev server the worker registers it by itself.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
