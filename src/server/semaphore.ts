/** Returns a function that runs at most `limit` tasks at a time; the others wait in order. */
export const semaphore = (limit: number) => {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // The next task takes over the place of this one, so `running` does not change.
      const startNext = waiting.shift()
      if (startNext) startNext()
      else running--
    }
  }
}
