import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { adaptiveBatchSize } from '../../../src/server/database/batch-size'
import { connectionLocks } from '../../../src/server/node/pglite/connection-locks'

/** Connection locks whose holders record the order in which they got them. */
const leased = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { requests, background } = connectionLocks()
  const turns: string[] = []
  const endRequest = () => requests.release()
  const ask = (side: 'requests' | 'background', name: string): Promise<void> =>
    ({ requests, background })[side].acquire().then(() => void turns.push(name))
  return { requests, background, turns, ask, endRequest }
}

test('requests get the lock before background work, each kind in its order', async () => {
  const { background, turns, ask, endRequest } = leased()
  await ask('background', 'step 1')
  const asked = [ask('background', 'step 2'), ask('requests', 'question 1'), ask('requests', 'question 2')]
  background.release()
  await asked[1]
  endRequest()
  await asked[2]
  endRequest()
  await vi.advanceTimersByTimeAsync(5)
  await asked[0]
  expect(turns).toEqual(['step 1', 'question 1', 'question 2', 'step 2'])
})

test('the next query of a request precedes every step of background work', async () => {
  const { turns, ask, endRequest } = leased()
  await ask('requests', 'question 1')
  const step = ask('background', 'step')
  endRequest()
  await setImmediate()
  await ask('requests', 'question 2')
  endRequest()
  const late = ask('background', 'step that comes between questions')
  await ask('requests', 'question 3')
  endRequest()
  await vi.advanceTimersByTimeAsync(5)
  await step
  expect(turns).toEqual(['question 1', 'question 2', 'question 3', 'step'])
  void late
})

test('background work gets the lock after a tenth of a second, however many requests wait', async () => {
  const { turns, ask, endRequest } = leased()
  await ask('requests', 'question 1')
  const step = ask('background', 'step')
  void ask('requests', 'question 2')
  vi.advanceTimersByTime(101)
  endRequest()
  await step
  expect(turns).toEqual(['question 1', 'step'])
})

test('a slow step makes the next batch smaller, down to the minimum; a fast one makes it larger', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const pace = adaptiveBatchSize({ initial: 400, max: 500 })
  const after = async (milliseconds: number) => {
    await pace.run(async () => vi.advanceTimersByTime(milliseconds))
    return pace.rows
  }
  expect([await after(60), await after(1000), await after(15), await after(1), await after(1)]).toEqual([
    200, 100, 200, 400, 500,
  ])
  for (let step = 0; step < 10; step++) await after(1000)
  expect(pace.rows).toBe(10)
})
