import { expect } from 'vitest'
import { jobRunner } from '../../../src/server/jobs/runner'
import type { Sheets } from '../../../src/server/ports'
import { registerJobs } from '../../../src/server/register-jobs'
import type { Portal } from '../../support/portal'

/**
 * A reader that stops in the middle of a file, as in a process that dies: `stopped` resolves when it does, `endRead`
 * lets the test end.
 */
export const stoppingReader = (sheets: Sheets, at: number) => {
  let endRead = (_: Error): void => {}
  const end = new Promise<never>((_, reject) => {
    endRead = reject
  })
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const read: Sheets['read'] = async function* (file, limits) {
    let no = 0
    for await (const row of sheets.read(file, limits)) {
      if (++no > at) {
        stop()
        await end
      }
      yield row
    }
  }
  return { sheets: { ...sheets, read }, stopped, endRead: () => endRead(new Error('too late')) }
}

/** Starts a second process on the same database, until the jobs are done. */
export const restart = async (open: Portal): Promise<void> => {
  const jobs = jobRunner({
    db: open.db,
    log: open.log,
    clock: open.clock,
    isOnlyProcess: true,
    retry: { limit: 5, seconds: 1 },
  })
  registerJobs({ ...open, ports: { ...open.ports, jobs } })
  await jobs.start()
  await expect.poll(() => stateOf(open)).toBe('done')
  await jobs.stop()
}

/** Returns the state of the first job. */
export const stateOf = async (open: Portal): Promise<unknown> =>
  (await open.db.selectFrom('job').select('state').orderBy('id').executeTakeFirst())?.state

const gate = () => {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

/** A reader that waits in the middle of a file until it is released; `there` resolves when it waits. */
export const waiting = (sheets: Sheets, at: number) => {
  const [there, goOn] = [gate(), gate()]
  const read: Sheets['read'] = async function* (file, limits) {
    let no = 0
    for await (const row of sheets.read(file, limits)) {
      if (++no === at) {
        there.open()
        await goOn.passed
      }
      yield row
    }
  }
  return { sheets: { ...sheets, read }, there: there.passed, goOn: goOn.open }
}
