import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../src/server/node/database'
import { requireConnection, requireSession } from '../../../src/server/node/database-checks'

// The embedded database has no sessions that differ.
const onServer = test.runIf(inject('databaseUrl') !== '')

const opened = async (options: Parameters<typeof openDatabase>[0] = {}): Promise<OpenDatabase> => {
  const database = await openDatabase({
    databaseUrl: inject('databaseUrl'),
    timeouts: { connect: 10_000, statement: 60_000 },
    ...options,
  })
  onTestFinished(() => database.close())
  return database
}

onServer('a session to PostgreSQL itself has the settings that the portal needs', async () => {
  await requireSession(await opened(), { isDatabasePooled: false, statementMs: 60_000 })
})

onServer('behind a pooler, the role must have them, and the refusal contains the commands', async () => {
  const server = await opened()
  const role = `pooled_${crypto.randomUUID().slice(0, 8)}`
  await sql`create role ${sql.id(role)} login`.execute(server.db)
  onTestFinished(() => sql`drop role ${sql.id(role)}`.execute(server.db).then(() => {}))
  await sql`alter role ${sql.id(role)} set timezone = 'Asia/Taipei'`.execute(server.db)
  const databaseUrl = Object.assign(new URL(inject('databaseUrl')), { username: role }).href
  const settings = { isDatabasePooled: true, statementMs: 60_000 }
  const refusal = await requireSession(await opened({ databaseUrl, isDatabasePooled: true }), settings).catch(String)
  expect(refusal).toContain(`alter role "${role}" set TimeZone = 'UTC'; -- it is Asia/Taipei`)
  expect(refusal).toContain(`alter role "${role}" set statement_timeout = '60s'; -- it is 0`)
  await sql`alter role ${sql.id(role)} set timezone = 'UTC'`.execute(server.db)
  await sql`alter role ${sql.id(role)} set statement_timeout = '60s'`.execute(server.db)
  await requireSession(await opened({ databaseUrl, isDatabasePooled: true }), settings)
})

onServer('a role with another format of bytes, or another isolation of transactions, is refused', async () => {
  const server = await opened()
  const role = `other_${crypto.randomUUID().slice(0, 8)}`
  await sql`create role ${sql.id(role)} login`.execute(server.db)
  onTestFinished(() => sql`drop role ${sql.id(role)}`.execute(server.db).then(() => {}))
  await sql`alter role ${sql.id(role)} set bytea_output = 'escape'`.execute(server.db)
  await sql`alter role ${sql.id(role)} set default_transaction_isolation = 'repeatable read'`.execute(server.db)
  const databaseUrl = Object.assign(new URL(inject('databaseUrl')), { username: role }).href
  const refusal = await requireSession(await opened({ databaseUrl }), {
    isDatabasePooled: false,
    statementMs: 60_000,
  }).catch(String)
  expect(refusal).toContain(`alter role "${role}" set bytea_output = 'hex'; -- it is escape`)
  expect(refusal).toContain(
    `alter role "${role}" set default_transaction_isolation = 'read committed'; -- it is repeatable read`,
  )
})

const behindPooler = test.runIf(inject('poolerUrl') !== undefined)

behindPooler(
  'a pooler that DATABASE_DIRECT_URL does not announce is refused, whether or not it ignores the settings of a session',
  async () => {
    const message = 'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'
    const databaseUrl = inject('poolerUrl')
    // The pooler of the tests ignores all settings of the portal's sessions, but not this one.
    const refusing = `${databaseUrl}?lock_timeout=1000`
    await expect(
      requireConnection((await opened({ databaseUrl: refusing })).db, { databaseUrl: refusing }),
    ).rejects.toThrow(message)
    const ignoring = await opened({ databaseUrl })
    await requireConnection(ignoring.db, { databaseUrl })
    await expect(requireSession(ignoring, { isDatabasePooled: false, statementMs: 60_000 })).rejects.toThrow(message)
  },
)
