import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RecordValues } from '../../src/schema/language/types'
import { demoBank } from '../../src/server/demo/users'
import { terminal as adminTerminal, runAdmin } from '../../src/tools/admin/run'
import { callPortal } from '../../src/tools/bench/import-files'
import { runSimulate } from '../../src/tools/simulate/run'
import { type RunningServer, startServer, temporaryFolder } from './support/server'
import { companyToken, demoAccount } from './support/sign-in'

// The files of the simulator go through the folder of a running portal, as those of a bank would.

const started = async (dataDir: string | undefined, folder: string): Promise<RunningServer> => {
  const server = await startServer({ ...(dataDir && { dataDir }), env: { BANK_FILES_DIR: folder } })
  onTestFinished(() => server.kill())
  return server
}

/** Returns the records of a page of the bank's operator. */
const recordsOf = async (server: RunningServer, path: string): Promise<readonly RecordValues[]> => {
  const token = await companyToken(server, demoAccount('bankop01', demoBank.uniformNo))
  const user = { url: server.url, headers: { Authorization: `Bearer ${token}` } }
  return (await callPortal<{ Items: readonly RecordValues[] }>(user, `${path}?PageSize=100`)).Items
}

test('the portal books what the simulator wrote: every file succeeds, its exceptions and the short remittance are shown, and the ledger verifies', async () => {
  const folder = temporaryFolder()
  const first = await started(undefined, folder)
  const { dataDir } = first
  const known = new Set((await recordsOf(first, 'BankFile')).map(({ SerialId }) => SerialId))
  expect(await first.stop()).toBe(0)

  const printed: string[] = []
  const terminal = {
    env: { DATA_DIR: dataDir, BANK_FILES_DIR: folder },
    print: (line: string) => void printed.push(line),
  }
  expect(await runSimulate(['--days', '3', '--channel', 'all'], terminal), printed.join('\n')).toBe(0)
  const names = readdirSync(folder).filter((name) => name.includes('.'))
  expect(printed.at(-1)).toBe(`${names.length} files are in ${folder}.`)
  // A file counts as complete when it has not changed for a while.
  for (const name of names) utimesSync(join(folder, name), new Date(0), new Date(0))

  const server = await started(dataDir, folder)
  const newFiles = async () => (await recordsOf(server, 'BankFile')).filter(({ SerialId }) => !known.has(SerialId))
  const succeeded = async () =>
    (await newFiles())
      .filter(({ ImportStatus }) => ImportStatus === 'Succeeded')
      .map(({ FileName }) => String(FileName))
  await expect.poll(succeeded, { timeout: 120_000, interval: 1000 }).toHaveLength(names.length)
  const files = await newFiles()
  expect(files.map(({ Source }) => Source)).toEqual(names.map(() => 'Folder'))
  const sumOf = (field: string) => files.reduce((sum, file) => sum + Number(file[field] ?? 0), 0)
  expect(sumOf('WrittenOffCount')).toBeGreaterThan(sumOf('ExceptionCount'))
  expect(sumOf('ExceptionCount')).toBeGreaterThan(0)
  expect((await recordsOf(server, 'RemittanceCheck')).map(({ CheckStatus }) => CheckStatus)).toContain('Short')
  expect(await server.stop()).toBe(0)
  expect(await runAdmin(['ledger-verify'], { ...adminTerminal, ...terminal })).toBe(0)
})
