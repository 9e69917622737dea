import { hash, verify } from '@node-rs/argon2'
import type { Passwords } from '../ports'
import { semaphore } from '../semaphore'

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
