import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../src/server/node/database'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The address of a PgBouncer in transaction mode in front of the server of this run; absent = tests connect
     * directly.
     */
    poolerUrl: string
  }
}

/**
 * Starts a PgBouncer in front of the server before a run, with a role that has the settings of the operator's page, and
 * stops it after the run.
 */
export default async (project: TestProject) => {
  const server = new URL(process.env.TEST_DATABASE_URL ?? '')
  const role = `pooled_${crypto.randomUUID().slice(0, 8)}`
  await onServer(server.href, [
    `create role ${role} login superuser`,
    // What it creates belongs to the role of the server, so that this role can be dropped while there are databases of
    // the run.
    `alter role ${role} set role = '${server.username || 'postgres'}'`,
    `alter role ${role} set timezone = 'UTC'`,
    `alter role ${role} set datestyle = 'ISO'`,
    `alter role ${role} set statement_timeout = '60s'`,
    `alter role ${role} set jit = off`,
    `alter role ${role} set max_parallel_workers_per_gather = 0`,
  ])
  const port = await freePort()
  const stop = await startPooler({ server, port, role })
  project.provide('poolerUrl', `postgres://${role}@127.0.0.1:${port}/postgres`)
  return async () => {
    await stop()
    await onServer(server.href, [`drop role ${role}`])
  }
}

const onServer = async (databaseUrl: string, statements: readonly string[]): Promise<void> => {
  const { db, close } = await openDatabase({ databaseUrl })
  for (const statement of statements) await sql.raw(statement).execute(db)
  await close()
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

interface PoolerOptions {
  readonly server: URL
  readonly port: number
  readonly role: string
}

const startPooler = async ({ server, port, role }: PoolerOptions): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  // PgBouncer gives up the rights of root, and must still read its files.
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${role}" ""\n`)
  const password = server.password ? ` password=${decodeURIComponent(server.password)}` : ''
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
ignore_startup_parameters = options,statement_timeout
default_pool_size = 10
server_idle_timeout = 2
max_client_conn = 1000
`,
  )
  const pooler = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    pooler.on('error', reject).on('exit', () => reject(new Error(output)))
    pooler.stderr.on('data', (text) => {
      output += text
      if (/process up/.test(output)) resolve()
    })
  })
  return async () => {
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
    rmSync(folder, { recursive: true })
  }
}
