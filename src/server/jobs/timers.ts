/** Runs the work now and again `milliseconds` after each end, until `stop`, which resolves when the latest run has ended. */
export const every = (milliseconds: number, work: () => Promise<void>): { stop(): Promise<void> } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const run = async (): Promise<void> => {
    await work()
    if (!stopped) timer = setTimeout(begin, milliseconds)
  }
  let latest: Promise<void> = Promise.resolve()
  const begin = (): void => {
    latest = run()
  }
  begin()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return latest
    },
  }
}

export const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Starts a timer that can be stopped, so that it does not keep the process alive. */
export const timer = (milliseconds: number): { readonly over: Promise<void>; stop(): void } => {
  let handle: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    handle = setTimeout(resolve, milliseconds)
  })
  return { over, stop: () => clearTimeout(handle) }
}
