import { Session } from 'node:inspector'

/** Frees the unused memory of this thread. V8 would keep up to several hundred megabytes until it has allocated as much again; this blocks the thread for about 50 ms. */
export const collectGarbage = async (): Promise<void> => {
  const session = new Session()
  session.connect()
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()))
  session.disconnect()
}
