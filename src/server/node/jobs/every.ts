/** Does the work, and again so long after it has ended, until it is told to stop. */
export const every = (milliseconds: number, work: () => Promise<void>): { stop(): Promise<void> } => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const round = async (): Promise<void> => {
    await work()
    if (!stopped) timer = setTimeout(begin, milliseconds)
  }
  let latest: Promise<void> = Promise.resolve()
  const begin = (): void => {
    latest = round()
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
