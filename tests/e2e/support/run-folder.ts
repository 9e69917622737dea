import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { taipeiToday } from '../../../src/domain/dates/dates'
import { makeDemoFolder } from './demo-folder'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Contains every temporary folder of a run, and in `pids` a file for each process that it has started, named by its
     * number.
     */
    runFolder: string
    /** The day to which the demo data are relative, which is yesterday once a run goes on past midnight in Taipei. */
    demoDay: string
  }
}

/**
 * Before a run: creates its folder, in which the demo data are created while the first tests run.
 * After it: kills the remaining processes and deletes the folder, because the workers of a run have no chance to do so.
 */
export default (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-run-'))
  const pids = join(folder, 'pids')
  mkdirSync(pids)
  project.provide('runFolder', folder)
  project.provide('demoDay', taipeiToday(new Date()))
  void makeDemoFolder(folder)
  return () => {
    for (const pid of readdirSync(pids)) kill(Number(pid))
    rmSync(folder, { recursive: true, force: true })
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
