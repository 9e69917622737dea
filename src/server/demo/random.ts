/** Returns a random whole number from 0 up to, but not including, a bound. */
export type RandomInteger = (below: number) => number

/**
 * Returns a random number generator that produces the same numbers from a seed on every machine (mulberry32), so that
 * demo data are the same at every start.
 */
export const seededRandom = (seed: number): RandomInteger => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/** Returns a random item. */
export const pick = <T>(random: RandomInteger, items: readonly T[]): T => {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('The list to pick from is empty.')
  return item
}
