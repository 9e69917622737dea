/**
 * Runs the work at once, and again `milliseconds` after each run has ended, until `stop` is called; `stop` resolves
 * when the latest run has ended.
 */
export const runEvery = (milliseconds: number, work: () => Promise<void>): { stop(): Promise<void> } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const run = async (): Promise<void> => {
    await work()
    if (!isStopped) timer = setTimeout(startRun, milliseconds)
  }
  let latest: Promise<void> = Promise.resolve()
  const startRun = (): void => {
    latest = run()
  }
  startRun()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return latest
    },
  }
}

/** Returns a promise that resolves after `milliseconds`. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Starts a timer. Callers stop it when they no longer need it, because it keeps the process alive. */
export const startTimer = (milliseconds: number): { readonly elapsed: Promise<void>; stop(): void } => {
  let handle: ReturnType<typeof setTimeout> | undefined
  const elapsed = new Promise<void>((resolve) => {
    handle = setTimeout(resolve, milliseconds)
  })
  return { elapsed, stop: () => clearTimeout(handle) }
}
