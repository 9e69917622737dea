import { expect, test } from 'vitest'
import { readAhead } from '../../../src/server/node/sheets/read-ahead'

const numbers = async function* (count: number, taken: number[] = []): AsyncGenerator<number> {
  for (let number = 1; number <= count; number++) {
    taken.push(number)
    yield number
  }
}

const allOf = async (items: AsyncIterable<number>): Promise<readonly number[]> => {
  const found: number[] = []
  for await (const item of items) found.push(item)
  return found
}

test.each([0, 1, 499, 500, 501, 1750])('%i items that are read ahead keep their order', async (count) => {
  expect(await allOf(readAhead(numbers(count)))).toEqual(Array.from({ length: count }, (_, index) => index + 1))
})

test('a failure is thrown after the items before it', async () => {
  const failing = async function* () {
    yield* numbers(750)
    throw new Error('broken')
  }
  const found: number[] = []
  const reading = async () => {
    for await (const item of readAhead(failing())) found.push(item)
  }
  await expect(reading()).rejects.toThrow('broken')
  expect(found).toHaveLength(750)
})

test('a reader that stops ends its source', async () => {
  let ended = false
  const taken: number[] = []
  const source = async function* () {
    try {
      yield* numbers(100_000, taken)
    } finally {
      ended = true
    }
  }
  for await (const item of readAhead(source())) if (item === 3) break
  await expect.poll(() => ended).toBe(true)
  expect(taken.length).toBeLessThan(100_000)
})
