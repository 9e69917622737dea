import { hash, verify } from '@node-rs/argon2'
import type { Passwords } from '../ports'
import { atMost } from './at-most'

// OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each hash takes 19 MiB: a flood of logins must wait, not exhaust the memory.
const turn = atMost(8)

/** Passwords as argon2id hashes. */
export const argon2Passwords: Passwords = {
  hash: (password) => turn(() => hash(password, cost)),
  // A hash that cannot be read fits no password.
  verify: (hashed, password) => turn(() => verify(hashed, password).catch(() => false)),
}
