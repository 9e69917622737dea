/** Returns a random number from 0 up to, but not including, a bound; it is not rounded. */
export type RandomFloat = (below: number) => number

/**
 * Returns a random generator seeded by secret bytes (sfc32). Its state has 96 bits and a counter. A simpler generator has a state of 32 bits: a program
 * could compare a picture with each of these states and undo its distortion.
 */
export const randomFrom = (bytes: Uint8Array): RandomFloat => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12)
  let [a, b, c, counter] = [view.getUint32(0), view.getUint32(4), view.getUint32(8), 1]
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  // The first numbers still resemble the seed.
  for (let i = 0; i < 12; i++) next()
  return (below) => next() * below
}

/** Returns the items in random order. */
export const shuffle = <T>(items: readonly T[], random: RandomFloat): T[] =>
  items
    .map((item) => ({ item, order: random(1) }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
