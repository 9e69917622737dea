import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { markDemoData } from '../../../src/server/demo/demo-mark'
import { checkDemoMark } from '../../../src/server/node/demo-guard'
import { lockFile } from '../../../src/server/node/pglite/lock'
import type { Db } from '../../../src/server/ports'
import { testDatabase } from '../../support/database/database'
import { portal } from '../../support/portal'
import { testSchemas } from '../../support/schemas/schemas'

// One case of each guard that keeps an operator from damaging data.
// The slow files lock, demo-data and migrations test them further.

const portalDatabase = async (): Promise<Db> => {
  const { db, close } = await testDatabase()
  onTestFinished(close)
  await ensureTables(db, testSchemas())
  return db
}

test('an older program refuses the database of a newer one before it changes anything', async () => {
  const db = await portalDatabase()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(
    db,
  )
  await sql`drop table fee`.execute(db)
  await expect(ensureTables(db, testSchemas())).rejects.toThrow(
    /written by a newer portal \(this program does not know its migration 9999-later\)/,
  )
  await expect(sql`select 1 from fee`.execute(db)).rejects.toThrow()
})

test('a live process keeps the lock of an embedded database, a killed one loses it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guard-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'database.lock')
  const release = await lockFile(path)
  const own: object = JSON.parse(readFileSync(path, 'utf8'))
  release()
  const other = spawn('sleep', ['60'])
  const ended = new Promise((resolve) => other.on('exit', resolve))
  writeFileSync(path, JSON.stringify({ ...own, pid: other.pid, startedAt: '' }))
  await expect(lockFile(path)).rejects.toThrow(`is in use by process ${other.pid}. Stop that process first`)
  other.kill('SIGKILL')
  await ended
  const releaseAgain = await lockFile(path)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
  releaseAgain()
})

const nothingPrinted = (line: string): void => expect.unreachable(line)

test('production refuses a database that has had demo data', async () => {
  const db = await portalDatabase()
  await checkDemoMark(db, { production: true, demo: false }, nothingPrinted)
  await markDemoData(db, new Date('2026-11-20T02:00:00Z'))
  const start = checkDemoMark(db, { production: true, demo: false }, nothingPrinted)
  await expect(start).rejects.toThrow(
    /has had demo data since 2026-11-20.* Create an empty database, and set DATABASE_URL or DATA_DIR to it\./,
  )
})

test('a demo refuses the database of a real portal', async () => {
  const { db, given } = await portal()
  await given.customer()
  await expect(checkDemoMark(db, { production: false, demo: true }, nothingPrinted)).rejects.toThrow(
    /it has the company 90000017\. Set DEMO=0/,
  )
})
