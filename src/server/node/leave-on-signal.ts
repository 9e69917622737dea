import type { RunningPortal } from './start'

/** What tells a process to end: the process itself. */
interface Signals {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
}

interface Leaving {
  readonly signals: Signals
  readonly say: (line: string) => void
  readonly exit: (code: number) => void
}

/** Stops the portal on Ctrl-C or SIGTERM, and ends with code 0 once all is done; one that could not be stopped cleanly says why and ends with 1. */
export const leaveOnSignal = ({ close }: Pick<RunningPortal, 'close'>, { signals, say, exit }: Leaving): void => {
  const leave = async (): Promise<void> => {
    say('\nStopping …')
    await close()
    say('Stopped; all data is on disk.')
  }
  // Ctrl-C under npm arrives twice, from the terminal and from npm; the second one must not cut the clean stop short.
  let leaving = false
  const stop = (): void => {
    if (leaving) return
    leaving = true
    void leave().then(
      () => exit(0),
      (error: unknown) => {
        say(`The stop was not clean: ${error instanceof Error ? error.message : String(error)}. What was acknowledged is on disk; the next start recovers it.`)
        exit(1)
      },
    )
  }
  signals.on('SIGINT', stop)
  signals.on('SIGTERM', stop)
}
