import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createLargeFile } from '../../server/node/files/atomic-write'
import { OperatorError } from '../../server/node/operator-error'

/** Writes a backup of a server with the tools of PostgreSQL, which support all its versions. */
export const dumpServer = (url: string, file: string): Promise<void> =>
  createLargeFile(file, (part) => startProgram('pg_dump', url, ['--format=custom', '--no-owner', `--file=${part}`]).ended)

/**
 * Replaces the objects in the database by those of the backup, all or none. Two things are dropped first, in the same transaction: the queue tables of former
 * versions, because pg_restore by itself cannot replace partitions, and the list of migrations, which a backup from before the first migration does not replace.
 */
export const restoreServer = async (url: string, file: string): Promise<void> => {
  const target = startProgram('psql', url, [
    '--no-psqlrc',
    '--quiet',
    '--output=/dev/null',
    '--single-transaction',
    '--set=ON_ERROR_STOP=1',
    `--command=${dropFirst}`,
    '--file=-',
  ])
  const source = startProgram('pg_restore', url, ['--clean', '--if-exists', '--no-owner', '--file=-', file])
  source.child.stdout.pipe(target.child.stdin, { end: false })
  // The reason is in the error output of the target.
  target.child.stdin.on('error', () => {})
  let targetError: unknown
  target.ended.catch((reason: unknown) => {
    targetError ??= reason
    source.child.kill()
  })
  try {
    await source.ended
  } catch (error) {
    const reason = targetError ?? error
    target.child.kill()
    await target.ended.catch(() => {})
    throw reason
  }
  target.child.stdin.end()
  await target.ended
}

/** Throws if the database is in use: a running portal would mix its rows with those of the backup. */
export const refuseIfInUse = async (url: string): Promise<void> => {
  const { child, ended } = startProgram('psql', url, ['--no-psqlrc', '--tuples-only', '--no-align', `--command=${otherSessions}`])
  const [count] = await Promise.all([text(child.stdout), ended])
  if (Number(count) > 0) throw new OperatorError('The database is in use. Stop every portal and every other program that is connected to it, and try again.')
}

const otherSessions = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"

const dropFirst =
  'set client_min_messages to warning; drop schema if exists pgboss cascade; drop table if exists kysely_migration, kysely_migration_lock, staged_row'

/** Returns the parts of the address for the environment: other users of the machine can read arguments, and the address contains the password. */
const partsOf = (url: string): Record<string, string> => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const parts = {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: pathname.slice(1),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
  }
  return Object.fromEntries(Object.entries(parts).flatMap(([name, value]) => (value ? [[name, decodeURIComponent(value)]] : [])))
}

const startProgram = (program: string, url: string, args: readonly string[]) => {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...partsOf(url) } })
  return { child, ended: exitOf(program, child) }
}

const exitOf = async (program: string, child: ChildProcessWithoutNullStreams): Promise<void> => {
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(child, 'close').catch(() => {
    throw new OperatorError(`${program} was not found. Install the client programs of PostgreSQL, of the server's version or newer, and try again.`)
  })
  if (code !== 0) throw new OperatorError(`${program} failed: ${errors.trim().split('\n').slice(0, 3).join(' ')}`)
}
