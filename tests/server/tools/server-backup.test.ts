import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../../../src/server/database/migrations/index'
import { dumpServer, restoreServer } from '../../../src/tools/backup/postgres'
import { runBackup } from '../../../src/tools/backup/run'
import { databaseAddress } from '../../support/database/database'
import { portal } from '../../support/portal'

// The embedded engine has a backup of its own.
test.skipIf(inject('databaseUrl') === '')(
  'a backup of a server replaces the present data, or changes nothing; the command waits until nobody uses the database',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'server-backup-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { db, given } = await portal({ ownDatabase: true })
    const url = await databaseAddress(db)
    const companies = async () => (await db.selectFrom('customer').select('uniform_no').execute()).length
    const file = join(folder, 'backup')
    await given.customer()
    const before = await companies()
    await dumpServer({ url }, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(dumpServer({ url: `${url}_gone` }, join(folder, 'gone'))).rejects.toThrow('pg_dump failed')
    expect(readdirSync(folder), 'nothing half written is left').toEqual(['backup'])
    await given.customer({ UniformNo: '04595257' })

    const cut = join(folder, 'cut')
    writeFileSync(cut, readFileSync(file).subarray(0, 20_000))
    await expect(restoreServer({ url }, cut)).rejects.toThrow('pg_restore failed')
    expect(await companies()).toBe(before + 1)

    const said: string[] = []
    expect(await runBackup(['restore', file], { env: { DATABASE_URL: url }, print: (line) => said.push(line) })).toBe(1)
    expect(said).toEqual([expect.stringContaining('Stop every portal')])
    expect(await companies()).toBe(before + 1)

    await restoreServer({ url }, file)
    expect(await companies()).toBe(before)

    // As a later version may have added.
    await sql`create table internal_later (no integer)`.execute(db)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db)
    await restoreServer({ url }, file)
    const { rows } =
      await sql`select to_regclass('internal_later') as later, (select string_agg(name, ',' order by name) from kysely_migration) as migrations`.execute(
        db,
      )
    expect(rows, 'of a table that is younger than the backup nothing remains').toEqual([
      { later: null, migrations: Object.keys(migrations).join() },
    ])
  },
)

/** Replaces pg_dump by a program that prints this and fails. */
const failingDump = (said: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'pg_dump'), `#!/bin/sh\necho "${said}" >&2\nexit 1\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return join(folder, 'backup')
}

test('the address is decoded for the programs of PostgreSQL, the path of the certificate authority is not', async () => {
  const file = failingDump('$PGUSER $PGPASSWORD $PGSSLROOTCERT')
  const server = { url: 'postgres://the%20portal:50%25@db.bank.example/portal', tls: { caFile: '/etc/50%/ca%20.pem' } }
  await expect(dumpServer(server, file)).rejects.toThrow('pg_dump failed: the portal 50% /etc/50%/ca%20.pem')
})

test("programs that do not support the system's certificate authorities are reported", async () => {
  const file = failingDump(
    'pg_dump: error: connection failed: root certificate file \\"$PGSSLROOTCERT\\" does not exist',
  )
  await expect(
    dumpServer({ url: 'postgres://db.bank.example/portal', tls: { caFile: undefined } }, file),
  ).rejects.toThrow(/^The client programs .* DATABASE_CA_FILE/)
})
