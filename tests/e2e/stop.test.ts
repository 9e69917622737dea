import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { anyTables } from '../../src/server/database/transaction'
import { openDatabase } from '../../src/server/node/database'
import { emptyDatabase, serverUrl } from './support/postgres'
import { type RunningServer, startServer, temporaryFolder } from './support/server'
import { companyToken, demoAccount } from './support/sign-in'

/** Adds fees until it is stopped, and records those that the portal has acknowledged. */
const writer = (server: RunningServer, token: string) => {
  const said = { kept: [] as string[], cut: 0, unexpected: [] as string[] }
  let running = true
  const write = async (FeeCode: string): Promise<void> => {
    try {
      const answer = await fetch(`${server.url}/api/fee`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ ApplyCode: '77001', FeeCode, FeeName: '停機測試', SortNo: 9, FeeStatus: 'Active' }),
      })
      const { ReturnCode } = (await answer.json()) as { ReturnCode: string }
      if (ReturnCode === '0000') said.kept.push(FeeCode)
      else said.unexpected.push(`${answer.status} ${ReturnCode}`)
    } catch (error) {
      // A refused connection is a server that has stopped; one that broke after the request is a lost response.
      if (!/ECONNREFUSED/.test(String(error instanceof Error && error.cause))) said.cut++
      await setTimeout(5)
    }
  }
  let no = 0
  const writers = Array.from({ length: callers }, async () => {
    while (running) await write(`T${++no}`)
  })
  const end = async () => {
    running = false
    await Promise.all(writers)
  }
  return { said, end }
}

const callers = 6

interface Home {
  readonly env: Record<string, string>
  readonly databaseUrl?: string
}

const engines: Readonly<Record<string, () => Promise<Home>>> = {
  'the embedded database': async () => ({ env: {} }),
  ...(serverUrl === ''
    ? {}
    : {
        PostgreSQL: async () => {
          const { url } = await emptyDatabase()
          return { env: { DATABASE_URL: url, DEMO: '1' }, databaseUrl: url }
        },
      }),
}

test.each(Object.keys(engines))(
  'SIGTERM under load: on %s accepted requests get a response, acknowledged changes are stored, and the exit code is 0',
  async (engine) => {
    const { env, databaseUrl } = (await engines[engine]?.()) ?? { env: {} }
    const server = await startServer({ env, ...(databaseUrl ? { dataDir: temporaryFolder() } : {}) })
    onTestFinished(() => server.kill())
    const { said, end } = writer(server, await companyToken(server, demoAccount('maker01')))
    await expect.poll(() => said.kept.length).toBeGreaterThan(40)
    expect(await server.stop('SIGTERM')).toBe(0)
    await end()
    expect(server.output()).toContain('Stopped; all data is on disk.')
    expect(said.unexpected).toEqual([])
    // A request can meet the instant in which its idle connection is closed: at most once for each caller.
    expect(said.cut).toBeLessThanOrEqual(callers)

    // The folder is released immediately, and nothing needs to be recovered.
    const { db, close } = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir: server.dataDir })
    onTestFinished(close)
    const kept = new Set(
      (await anyTables(db).selectFrom('fee').select('fee_code').execute()).map(({ fee_code }) => String(fee_code)),
    )
    expect(said.kept.filter((code) => !kept.has(code))).toEqual([])
  },
)

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to npm start alone, as a service manager sends it, stops the portal before npm ends with 0',
  async (signal) => {
    const server = await startServer({ mode: 'npm' })
    onTestFinished(() => endHolder(server.dataDir))
    expect(await server.stop(signal)).toBe(0)
    expect(server.output()).toContain('Stopped; all data is on disk.')
    // A portal that outlived npm would still hold the lock of its folder.
    const { close } = await openDatabase({ dataDir: server.dataDir })
    await close()
  },
)

/** Ends a portal that outlived its npm. */
const endHolder = (dataDir: string): void => {
  const file = join(dataDir, 'database.lock')
  if (existsSync(file)) process.kill(JSON.parse(readFileSync(file, 'utf8')).pid, 'SIGKILL')
}
