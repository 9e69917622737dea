import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { dumpServer, restoreServer } from '../../../src/tools/backup/postgres'
import { runBackup } from '../../../src/tools/backup/run'
import { portal } from '../../support/portal'

// The embedded engine has a backup of its own.
test.skipIf(inject('databaseUrl') === '')(
  'a backup of a server comes back over what is there, queue included, or changes nothing; the command waits until nobody uses it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'server-backup-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { db, given } = await portal({ ownDatabase: true })
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${rows[0]?.name}` }).href
    const companies = async () => (await db.selectFrom('customer').select('uniform_no').execute()).length
    const queues = async () => (await sql`select name from pgboss.queue`.execute(db)).rows.length
    const file = join(folder, 'backup')
    await given.customer()
    const before = [await companies(), await queues()]
    await dumpServer(url, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(dumpServer(`${url}_gone`, join(folder, 'gone'))).rejects.toThrow('pg_dump failed')
    expect(readdirSync(folder), 'nothing half written is left').toEqual(['backup'])
    await given.customer({ UniformNo: '04595257' })

    const cut = join(folder, 'cut')
    writeFileSync(cut, readFileSync(file).subarray(0, 20_000))
    await expect(restoreServer(url, cut)).rejects.toThrow('pg_restore failed')
    expect(await companies()).toBe((before[0] ?? 0) + 1)

    const said: string[] = []
    expect(await runBackup(['restore', file], { env: { DATABASE_URL: url }, say: (line) => said.push(line) })).toBe(1)
    expect(said).toEqual([expect.stringContaining('Stop every portal')])
    expect(await companies()).toBe((before[0] ?? 0) + 1)

    await restoreServer(url, file)
    expect([await companies(), await queues()]).toEqual(before)
  },
)
