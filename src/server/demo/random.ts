/** Returns a number below the bound. */
export type Random = (below: number) => number

/** Returns pseudo-random whole numbers from a seed (mulberry32), the same on every machine: demo data must not differ from one start to the next. */
export const seededRandom = (seed: number): Random => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/** Returns one of the things. */
export const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}
