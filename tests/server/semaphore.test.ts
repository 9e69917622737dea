import { expect, test } from 'vitest'
import { semaphore } from '../../src/server/semaphore'

test('at most the limit runs concurrently, all work runs, and a failure frees its place', async () => {
  const turn = semaphore(3)
  let running = 0
  let most = 0
  const work = async (n: number) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, n % 4))
    running--
    if (n % 5 === 0) throw new Error('no')
    return n
  }
  const results = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => turn(() => work(n))))
  expect(most).toBe(3)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(24)
})
