import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeDemoFolder } from './demo-folder'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Holds every temporary folder of a run, and in `pids` a file for each process that it has started, named by its number. */
    runFolder: string
  }
}

/** Before a run: its folder, into which the demo data come while the first tests run. After it: whatever still runs is killed, and the folder is deleted; the workers of a run end without a chance to do so. */
export default (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-run-'))
  const pids = join(folder, 'pids')
  mkdirSync(pids)
  project.provide('runFolder', folder)
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
