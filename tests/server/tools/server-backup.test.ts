import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { dumpServer, restoreServer } from '../../../src/tools/backup/postgres'
import { runBackup } from '../../../src/tools/backup/run'
import { databaseAddress } from '../../support/database'
import { portal } from '../../support/portal'

const formerBackup = join(import.meta.dirname, '../database/former-version.backup')

// The embedded engine has a backup of its own.
test.skipIf(inject('databaseUrl') === '')(
  'a backup of a server comes back over what is there, or changes nothing; the command waits until nobody uses it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'server-backup-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { db, given } = await portal({ ownDatabase: true })
    const url = await databaseAddress(db)
    const companies = async () => (await db.selectFrom('customer').select('uniform_no').execute()).length
    const file = join(folder, 'backup')
    await given.customer()
    // Former versions kept a queue of their own, whose partitions pg_restore cannot replace.
    await sql
      .raw(
        "create schema pgboss; create table pgboss.job (name text) partition by list (name); create table pgboss.job_import partition of pgboss.job for values in ('import')",
      )
      .execute(db)
    const before = await companies()
    await dumpServer(url, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(dumpServer(`${url}_gone`, join(folder, 'gone'))).rejects.toThrow('pg_dump failed')
    expect(readdirSync(folder), 'nothing half written is left').toEqual(['backup'])
    await given.customer({ UniformNo: '04595257' })

    const cut = join(folder, 'cut')
    writeFileSync(cut, readFileSync(file).subarray(0, 20_000))
    await expect(restoreServer(url, cut)).rejects.toThrow('pg_restore failed')
    expect(await companies()).toBe(before + 1)

    const said: string[] = []
    expect(await runBackup(['restore', file], { env: { DATABASE_URL: url }, print: (line) => said.push(line) })).toBe(1)
    expect(said).toEqual([expect.stringContaining('Stop every portal')])
    expect(await companies()).toBe(before + 1)

    await restoreServer(url, file)
    expect(await companies()).toBe(before)

    await restoreServer(url, formerBackup)
    const { rows } = await sql`select to_regclass('kysely_migration') as migrations, (select max(version) from data_version) as version`.execute(db)
    expect(rows, 'the next start runs every migration on the data of a portal from before them').toEqual([{ migrations: null, version: 1 }])
  },
)
