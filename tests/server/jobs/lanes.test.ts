import { expect, onTestFinished, test } from 'vitest'
import { jobRunner } from '../../../src/server/jobs/runner'
import type { JobHandler, JobRules } from '../../../src/server/ports'
import { type Portal, portal } from '../../support/portal'

/** Starts the jobs `push` of one process. */
const startProcess = async (open: Portal, handler: JobHandler, rules: JobRules = {}) => {
  const { db, log, clock } = open
  const jobs = jobRunner({ db, log, clock, isOnlyProcess: false, pollMs: 20, stopTimeoutMs: 200 })
  jobs.register('push', handler, rules)
  await jobs.start()
  onTestFinished(jobs.stop)
  return jobs
}

const enqueue = async ({ db }: Portal, ...lanes: readonly string[]): Promise<void> => {
  await db
    .insertInto('job')
    .values(
      lanes.map((lane, no) => ({ name: 'push', data: JSON.stringify({ lane, no }), uniform_no: '', user_id: '' })),
    )
    .execute()
}

/** A promise that a test resolves. */
const gate = () => {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  onTestFinished(open)
  return { passed, open }
}

test('a lane that hangs does not delay the others, and its jobs do not overtake each other', async () => {
  const open = await portal({ ownDatabase: true })
  const hanging = gate()
  const done: string[] = []
  const started: number[] = []
  await startProcess(open, async ({ lane, no }) => {
    if (lane === 'hangs') {
      started.push(Number(no))
      await hanging.passed
    }
    done.push(String(lane))
  })
  await enqueue(open, 'hangs', 'hangs', 'a', 'b', 'a')
  await expect.poll(() => done.toSorted()).toEqual(['a', 'a', 'b'])
  expect(started).toEqual([0])
  hanging.open()
  await expect.poll(() => done.filter((lane) => lane === 'hangs')).toHaveLength(2)
  expect(started).toEqual([0, 1])
})

test('lanes take turns if there are more than may run at the same time', async () => {
  const open = await portal({ ownDatabase: true })
  const bothRun = gate()
  const done: string[] = []
  let running = 0
  let mostRunning = 0
  await enqueue(open, ...Array(20).fill('a'), ...Array(20).fill('b'), 'c')
  await startProcess(
    open,
    async ({ lane }) => {
      running += 1
      mostRunning = Math.max(mostRunning, running)
      // The first job waits until the second one runs, however long the database takes to hand it out.
      if (running === 2) bothRun.open()
      await bothRun.passed
      running -= 1
      done.push(String(lane))
    },
    { maxLanes: 2 },
  )
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(41)
  expect(mostRunning).toBe(2)
  expect(done.indexOf('c')).toBeLessThan(10)
})

test('a job of a lane runs once, however many processes there are', async () => {
  const open = await portal({ ownDatabase: true })
  const done: number[] = []
  const handler: JobHandler = async ({ no }) => void done.push(Number(no))
  await startProcess(open, handler)
  await startProcess(open, handler)
  await enqueue(open, ...Array(30).fill('a'), ...Array(30).fill('b'))
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(60)
  expect(new Set(done).size).toBe(60)
})
