import type { CaptchaChallenge } from './call-responses'

/** The cost of a proof. A round takes 2^`bits` hashes on average, and a hash takes `iterations` iterations. */
interface Cost {
  readonly rounds: number
  readonly bits: number
  readonly iterations: number
}

/** The forms that require different proofs: the sign-in of payers with the data of a bill, and all others. */
export type CaptchaForm = 'payer login' | 'other'

/** Returns the cost of the proof that a form requires. */
export const costOf = ({ Rounds, Iterations, Bits, PayerLoginBits }: CaptchaChallenge, form: CaptchaForm): Cost => ({
  rounds: Rounds,
  iterations: Iterations,
  bits: form === 'payer login' ? PayerLoginBits : Bits,
})

// Number of hashes that are computed at the same time.
const batchSize = 16

/**
 * Returns a proof for the ticket of a captcha: the number that solves each round, in base 36.
 * `onProgress` receives the number of solved rounds.
 * The browser computes the hashes of a batch outside the page's thread, so that the page stays responsive.
 * Many short rounds take a more predictable time than one long round, and allow progress to be shown.
 */
export const solveProof = async (
  ticket: string,
  cost: Cost,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (rounds: number) => void } = {},
) => {
  const isSolution = await solutionChecker(ticket, cost)
  const numbers: string[] = []
  for (let first = 0; numbers.length < cost.rounds; first += batchSize) {
    options.signal?.throwIfAborted()
    const batch = Array.from({ length: batchSize }, (_, index) => first + index)
    const solved = await Promise.all(batch.map((number) => isSolution(numbers.length, number)))
    if (!solved.includes(true)) continue
    numbers.push((first + solved.indexOf(true)).toString(36))
    options.onProgress?.(numbers.length)
    // The loop increment adds batchSize, so that the next round starts with the number 0.
    first = -batchSize
  }
  return numbers.join(separator)
}

/**
 * Checks whether a text is a proof for the ticket.
 * Stops at the first wrong number, so most forged proofs cost a single hash.
 */
export const isProof = async (ticket: string, cost: Cost, proof: string): Promise<boolean> => {
  const numbers = proof.split(separator)
  if (numbers.length !== cost.rounds) return false
  const isSolution = await solutionChecker(ticket, cost)
  for (const [round, number] of numbers.entries()) {
    // Six digits in base 36 are enough for every number that a browser can reach.
    if (!/^[0-9a-z]{1,6}$/.test(number) || !(await isSolution(round, Number.parseInt(number, 36)))) return false
  }
  return true
}

const separator = '-'

const encoder = new TextEncoder()

/** Returns a function that checks whether a number solves a round: whether its hash begins with `bits` zero bits. */
const solutionChecker = async (ticket: string, { bits, iterations }: Cost) => {
  const key = await crypto.subtle.importKey('raw', encoder.encode(ticket), 'PBKDF2', false, ['deriveBits'])
  return async (round: number, number: number): Promise<boolean> => {
    const salt = encoder.encode(`${round}-${number}`)
    const hash = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 32)
    return new DataView(hash).getUint32(0) >>> (32 - bits) === 0
  }
}
