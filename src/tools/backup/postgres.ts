import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { replaceFileUsing } from '../../server/node/files/atomic-write'
import { OperatorError } from '../../server/node/operator-error'
import type { DatabaseTls } from '../../server/node/postgres'

/** The address of a PostgreSQL database, and the settings for encrypted connections. */
interface DatabaseServer {
  readonly url: string
  readonly tls?: DatabaseTls | undefined
}

/** Writes a backup of a database with the tools of PostgreSQL, which support all versions of its server. */
export const dumpServer = (server: DatabaseServer, file: string): Promise<void> =>
  replaceFileUsing(
    file,
    (partialFile) => startProgram('pg_dump', server, ['--format=custom', '--no-owner', `--file=${partialFile}`]).ended,
  )

/**
 * Replaces the objects in the database with those of the backup, all or none.
 * In the same transaction, first drops the list of migrations and the tables that migrations after the first one have
 * added: a backup from before them does not contain them, so they would remain and describe data that no longer exist.
 */
export const restoreServer = async (server: DatabaseServer, file: string): Promise<void> => {
  const target = startProgram('psql', server, [
    '--no-psqlrc',
    '--quiet',
    '--output=/dev/null',
    '--single-transaction',
    '--set=ON_ERROR_STOP=1',
    `--command=${dropStatements}`,
    '--file=-',
  ])
  const source = startProgram('pg_restore', server, ['--clean', '--if-exists', '--no-owner', '--file=-', file])
  source.child.stdout.pipe(target.child.stdin, { end: false })
  // If psql ends early, writing to it fails; the error output of psql then gives the reason.
  target.child.stdin.on('error', () => {})
  let targetError: unknown
  target.ended.catch((reason: unknown) => {
    targetError ??= reason
    source.child.kill()
  })
  try {
    await source.ended
  } catch (error) {
    // pg_restore also fails if psql has failed; the error of psql is then the one to report.
    const reason = targetError ?? error
    target.child.kill()
    await target.ended.catch(() => {})
    throw reason
  }
  target.child.stdin.end()
  await target.ended
}

/**
 * Throws if other programs are connected to the database.
 * A running portal would mix its rows with those of the backup.
 */
export const throwIfInUse = async (server: DatabaseServer): Promise<void> => {
  const { child, ended } = startProgram('psql', server, [
    '--no-psqlrc',
    '--tuples-only',
    '--no-align',
    `--command=${otherSessionsQuery}`,
  ])
  const [count] = await Promise.all([text(child.stdout), ended])
  if (Number(count) > 0)
    throw new OperatorError(
      'The database is in use. Stop every portal and every other program that is connected to it, and try again.',
    )
}

const otherSessionsQuery =
  "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"

/**
 * The names of tables that migrations after the first one add begin with `internal_`.
 * One statement drops them, because some refer to others.
 */
const dropStatements = `
  set client_min_messages to warning;
  drop table if exists kysely_migration, kysely_migration_lock;
  do $$
    declare names text;
    begin
      select string_agg(format('%I', tablename), ', ') into names
      from pg_tables where schemaname = current_schema() and starts_with(tablename, 'internal_');
      if names is not null then execute 'drop table ' || names; end if;
    end $$`

/**
 * Returns the environment variables for a connection.
 * The address is not passed as an argument, because it contains the password and other users of the machine can read
 * arguments.
 */
const connectionVariables = ({ url, tls }: DatabaseServer): Record<string, string> => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const variables = {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: tls ? 'verify-full' : (searchParams.get('sslmode') ?? ''),
    // `system` means the certificate authorities that the machine trusts.
    // Programs of PostgreSQL before version 16 take the word for the name of a file.
    PGSSLROOTCERT: tls ? (tls.caFile ?? 'system') : '',
  }
  return Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

const startProgram = (program: string, server: DatabaseServer, args: readonly string[]) => {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...connectionVariables(server) },
  })
  return { child, ended: waitForExit(program, child) }
}

/** Waits until a program has ended. Throws if it could not be started or failed. */
const waitForExit = async (program: string, child: ChildProcessWithoutNullStreams): Promise<void> => {
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new OperatorError(`${program} could not be started: ${error.message}`)
    throw new OperatorError(
      `${program} was not found. Install the client programs of PostgreSQL, of the server's version or newer, and try again.`,
    )
  })
  if (errors.includes('root certificate file "system" does not exist')) throw new OperatorError(missingCaFileMessage)
  if (code !== 0) throw new OperatorError(`${program} failed: ${errors.trim().split('\n').slice(0, 3).join(' ')}`)
}

const missingCaFileMessage =
  'The client programs of PostgreSQL before version 16 do not use the certificate authorities that the machine trusts. Set DATABASE_CA_FILE to the certificate of the authority that signed the certificate of the server, or install newer programs, and try again.'
