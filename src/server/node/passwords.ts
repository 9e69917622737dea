import { hash, verify } from '@node-rs/argon2'
import type { Passwords } from '../ports'

// OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each hash takes 19 MiB, so many sign-ins at the same time must wait instead of exhausting the memory.
const withConcurrencyLimit = semaphore(8)

/** Hashes and verifies passwords with argon2id. */
export const argon2Passwords: Passwords = {
  hash: (password) => withConcurrencyLimit(() => hash(password, cost)),
  // An unreadable hash matches no password.
  verify: (hashed, password) => withConcurrencyLimit(() => verify(hashed, password).catch(() => false)),
}

/** Returns a function that runs at most `limit` tasks at a time; the others wait in order. */
export function semaphore(limit: number) {
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
