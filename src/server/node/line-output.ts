import { writeSync } from 'node:fs'

/** An output of log lines. */
export interface LineOutput {
  write(line: string): void
  /** Returns the code of the error that keeps the latest line from being written; undefined if it was written. */
  problem(): string | undefined
}

/**
 * Writes lines to a file descriptor.
 * Never throws, because no call may fail for its log line: while a disk is full or a pipe closed, it keeps the next
 * lines, up to a limit, and tries again with each line.
 */
export const lineOutput = (fd: number): LineOutput => {
  let waiting: Uint8Array = new Uint8Array()
  let code: string | undefined
  return {
    write: (line) => {
      if (waiting.length < maxWaitingBytes) waiting = Buffer.concat([waiting, Buffer.from(line)])
      try {
        while (waiting.length > 0) waiting = waiting.subarray(writeSync(fd, waiting))
        code = undefined
      } catch (error) {
        code = codeOf(error)
      }
    },
    problem: () => code,
  }
}

/** Number of waiting bytes above which further lines are dropped. */
const maxWaitingBytes = 1_048_576

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
