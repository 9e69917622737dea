import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { closeOnSignal } from '../../../src/server/node/start'

/** A process that records its output and its exit code. */
const processOf = (close: () => Promise<void>) => {
  const signals = new EventEmitter()
  const said: string[] = []
  const ended = new Promise<number>((exit) =>
    closeOnSignal({ close }, { signals, print: (line) => said.push(line), exit }),
  )
  return { signals, said, ended }
}

test('a second signal does not interrupt the shutdown', async () => {
  let closed = 0
  const { signals, said, ended } = processOf(async () => void closed++)
  signals.emit('SIGINT')
  signals.emit('SIGTERM')
  expect(await ended).toBe(0)
  expect([closed, said]).toEqual([1, ['\nStopping …', 'Stopped; all data is on disk.']])
})

test('a failed shutdown prints the reason and exits with 1, without reporting success', async () => {
  const { signals, said, ended } = processOf(() => Promise.reject(new Error('the disk is full')))
  signals.emit('SIGTERM')
  expect(await ended).toBe(1)
  expect(said).toEqual([
    '\nStopping …',
    expect.stringContaining('The portal was not stopped cleanly: the disk is full.'),
  ])
})
