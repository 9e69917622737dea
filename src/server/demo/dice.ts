/** A stream of numbers below a bound that is the same on every machine. */
export type Dice = (below: number) => number

/** Whole numbers from a seed (mulberry32): demo data must not differ from one start to the next. */
export const diceFrom = (seed: number): Dice => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/** One of the things. */
export const pick = <const T extends readonly [unknown, ...unknown[]]>(dice: Dice, things: T): T[number] => things[dice(things.length)] ?? things[0]
